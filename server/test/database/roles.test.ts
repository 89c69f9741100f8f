import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { startStore } from '../start-store.ts'

const store = await startStore()
const ROLES = ['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts']
const ALL_ROLES = [...ROLES, 'quartermaster_backup']

/** All table privileges of each role: select, insert, delete, update. `S` and `U` with a list apply to these columns only. */
const RIGHTS = {
  quartermaster_app: [
    'account_undos: I',
    'accounts: S(email,id,name)',
    'api_tokens: S I U(revoked_at)',
    'audit_log: S I',
    'basket_lines: S I D U(quantity,seen_price_minor)',
    'baskets: S I D U(checkout_id,checkout_intent,code,email,expires_at,game_user_id,gift_card_id,identity,player_avatar,player_label,proof,recipient,recipient_avatar,server_id)',
    'categories: S I D U(comparison,description,name,picture_hash,position,slug,translations,updated_at,version)',
    'checkout_buyers: S I U(bought_by,email,key_id,token_sealed)',
    'checkout_limits: S I D U(used_until)',
    'checkout_lines: S I U(refunded_at,withdrawn_at)',
    'checkouts: S I U(code,code_id,disputed_at,paid_at,refunded_at,state)',
    'creator_entries: S I',
    'delivery_attempts: S',
    'delivery_ledger: S I U(late_report_resolved_at)',
    'discount_code_players: S I U(uses)',
    'discount_codes: S I U(amount_minor,basis_points,category_ids,code,code_key,ends_at,max_uses,max_uses_per_player,minimum_minor,name,product_ids,removed_at,share_basis_points,starts_at,updated_at,uses,version)',
    'entitlements: S I U(ended_at,ended_by,until)',
    'events: S I D',
    'game_servers: S I U(bound_to,game,name,profile,version)',
    'gift_card_entries: S I',
    'gift_cards: S I U(code_hash,code_sealed,hint,key_id,shown_at,voided_at)',
    'grants: S I U(granted_at,revoked_at,seconds)',
    'idempotent_responses: S I D U(body,claimed_until,created_at,etag,fingerprint,sealed,sealed_key_id,status)',
    'identity_connections: S I D U(client_id,key_id,sealed,updated_at)',
    'imported_records: S I U(balance_minor,imported_at,quantity,target_id,until,version)',
    'limits: S',
    'mails: I',
    'moved_names: S(id,kind,name)',
    'openid_nonces: S I D',
    'parked_payments: S I U(resolution_note,resolved_at)',
    'payment_callbacks: S I',
    'payment_refunds: S I U(error,finished_at,retry_at,state)',
    'payments: S I U(closed,dispute,expires_at,page_ref,page_url,payment_ref,reconcile_at,reconcile_attempts,refunded_minor)',
    'pending_deliveries: S I D U(commands_run,delay_seconds,enqueued_xid,free_slots,hold_reason,line_nos,products,repeatable,requires_online,retry_at,server_id)',
    'picture_files: S I D',
    'pictures: S I D U(created_at)',
    'player_bans: S I U(created_at,created_by,lifted_at,reason,until)',
    'player_codes: S D',
    'player_sessions: S I D',
    'product_pictures: S I D',
    'product_servers: S I D',
    'product_variants: S I U(billing_period,duration_seconds,name,position,price_minor,removed_at,translations)',
    'products: S I U(approve_commands,archived_at,billing_period,category_id,delay_seconds,delivers_to,description,duration_seconds,expire_commands,fields,free_slots,grace_days,is_gift_card,max_per_player,name,position,price_minor,rebuy,refund_commands,renewal_commands,repeatable,requires_online,slug,stock,summary,tier_group_id,tier_rank,translations,updated_at,version,visibility)',
    'provider_connections: S I D U(key_id,mode,sealed,updated_at)',
    'redeliveries: S I U(entitlements,finished_at,last_entitlement_id,players,state)',
    'redelivery_counts: S I U(items)',
    'redelivery_items: S I',
    'sales: S I U(amount_minor,basis_points,category_ids,ends_at,name,product_ids,removed_at,starts_at,translations,updated_at,version)',
    'sandbox_invoices: S I U(dispute_at,paid,refund_at,refunds)',
    'sandbox_payments: S I U(dispute_at,next_callback_at,paid,refund_at,refunds)',
    'sandbox_subscriptions: S I U(next_callback_at,next_charge_at,next_period,stopped)',
    'server_key_addresses: S',
    'server_keys: S I U(changed_at,revoked_at)',
    'stock_holds: S I D',
    'store_alerts: S I',
    'store_hosts: S I U(changed_at,proved_at,removed_at)',
    'store_invitations: S I U(accepted_at,revoked_at)',
    'store_members: S I D U(role)',
    'store_moves: S(cell,changed_at,id,state)',
    'storefront_drafts: S I D',
    'storefront_pages: S I D U(body,position,title,translations,updated_at)',
    'storefronts: S I U(banner_hash,changed_at,goal,identity_providers,is_open,join_address,locales,logo_hash,return_origins,revision,show_recent_purchases,show_server_status,show_supporter_amount,show_top_supporter,text_overrides,texts,theme,theme_settings,theme_version,time_zone,translations,updated_at,version)',
    'stores: S I U(clock_ahead_seconds,default_server_id,expires_at,grace_days,name,plan,requires_second_factor,tax_rates,url,version)',
    'subscription_invoices: S I U(checkout_id,failed,receipt_at)',
    'subscriptions: S I U(anchor,cancelled_at,cancelled_by,check_at,is_stopped,newest_period,paid_until,query_at,state,stop_at,stop_attempts,subscription_ref)',
    'theme_errors: S I D U(count,file,last_at,line,message)',
    'theme_files: S I D',
    'theme_versions: S I D U(published_at)',
    'tier_groups: S I D U(credit,name,updated_at,version)',
    'unnamed_players: S I D',
    'upgrade_credits: S I U(released_at)',
    'webhook_attempts: S I D',
    'webhook_deliveries: S I D U(attempts,next_at)',
    'webhook_endpoints: S I D U(disabled_at,disabled_reason,event_types,failing_since,old_secret,old_secret_expires_at,old_secret_key_id,paused_until,secret,secret_key_id,version)',
  ],
  quartermaster_gateway: [
    'delivery_attempts: I',
    'delivery_ledger: S I U(late_report_at)',
    'game_servers: S U(address,gave_code_at,initialized_at,last_seen_at,max_players,player_count,port)',
    'moved_names: S',
    'pending_deliveries: S D U(attempts,commands_run,dispatched_at,enqueued_xid,hold_reason,looked_at,retry_at)',
    'player_codes: S I U(code_hash,expires_at,server_id)',
    'poll_windows: S I U(client_index,position,quiet_until,server_id,showed_new,store_id)',
    'server_key_addresses: S I D U(in_use_since,last_seen_at,notified_at,refused_at)',
    'server_keys: S',
    'store_hosts: S',
    'store_moves: S D U(changed_at,state)',
    'storefronts: S(changed_at,revision,store_id)',
    'stores: S',
  ],
  quartermaster_reader: [
    'accounts: S(closed_at,created_at,email,email_confirmed_at,id,is_operator,name,totp_confirmed_at)',
    'api_tokens: S(created_at,created_by,expires_at,hint,id,last_used_at,last_used_from,name,revoked_at,scopes,store_id)',
    'audit_log: S',
    'basket_lines: S',
    'baskets: S(expires_at,id,store_id)',
    'categories: S',
    'checkout_buyers: S(bought_by,checkout_id,consent_version,consented_at,created_at,email,key_id,locale,store_id)',
    'checkout_lines: S',
    'checkouts: S',
    'creator_entries: S',
    'delivery_attempts: S',
    'delivery_ledger: S',
    'discount_code_players: S',
    'discount_codes: S',
    'entitlements: S',
    'events: S',
    'game_servers: S',
    'gift_card_entries: S',
    'gift_cards: S',
    'grants: S',
    'idempotent_responses: S(created_at,key,principal,scope,status)',
    'identity_connections: S(key_id,provider,store_id)',
    'imported_records: S',
    'limits: S',
    'mails: S(attempts,created_at,error,id,key_id,kind,next_at,recipient,sent_at)',
    'migrations: S',
    'openid_nonces: S(expires_at,store_id)',
    'parked_payments: S',
    'payment_callbacks: S',
    'payment_refunds: S',
    'payments: S',
    'pending_deliveries: S',
    'picture_files: S',
    'pictures: S',
    'player_bans: S',
    'player_codes: S(expires_at,store_id)',
    'player_sessions: S(expires_at,store_id)',
    'poll_windows: S',
    'product_pictures: S',
    'product_servers: S',
    'product_variants: S',
    'products: S',
    'provider_connections: S(created_at,key_id,mode,provider,store_id,updated_at)',
    'redeliveries: S',
    'redelivery_counts: S',
    'redelivery_items: S',
    'sales: S',
    'sandbox_invoices: S',
    'sandbox_payments: S',
    'sandbox_subscriptions: S',
    'server_key_addresses: S',
    'server_keys: S',
    'stock_holds: S(created_at,store_id)',
    'store_alerts: S',
    'store_hosts: S',
    'store_invitations: S(accepted_at,created_at,email,expires_at,id,invited_by,revoked_at,role,store_id)',
    'store_members: S',
    'store_moves: S(cell,changed_at,id,state)',
    'storefront_drafts: S(expires_at,store_id)',
    'storefront_pages: S',
    'storefronts: S',
    'stores: S',
    'subscription_invoices: S',
    'subscriptions: S',
    'theme_errors: S',
    'theme_files: S',
    'theme_versions: S',
    'tier_groups: S',
    'unnamed_players: S(since,store_id)',
    'upgrade_credits: S',
    'webhook_attempts: S',
    'webhook_deliveries: S',
    'webhook_endpoints: S(created_at,disabled_at,disabled_reason,event_types,failing_since,id,old_secret_expires_at,old_secret_key_id,paused_until,secret_key_id,store_id,url,version)',
  ],
  quartermaster_accounts: [
    'account_challenges: S I D U(attempts)',
    'account_identities: S I D',
    'account_links: S I D U(used_at)',
    'account_passkeys: S I D U(backed_up,last_used_at,name,sign_count)',
    'account_recovery_codes: S I D U(used_at)',
    'account_sessions: S I D U(authenticated_at,ended_at,expires_at,last_seen_at)',
    'account_undos: S I D U(key_id,sealed)',
    'accounts: S I U(closed_at,email,email_confirmed_at,is_operator,muted_alerts,name,password_hash,pending_email,pending_email_at,totp_confirmed_at,totp_key_id,totp_last_step,totp_sealed)',
    'api_tokens: S U(last_used_at,last_used_from,revoked_at)',
    'audit_log: I',
    'idempotent_responses: S I D U(body,claimed_until,created_at,etag,fingerprint,sealed,sealed_key_id,status)',
    'limits: S I D U(maximum)',
    'mails: S I D U(attempts,error,key_id,next_at,sealed,sent_at)',
    'restore_tests: S I',
    'sign_in_throttle: S I D U(attempts,last_at,next_at)',
    'store_alerts: S D U(mailed_at)',
    'store_invitations: S',
    'store_members: S',
    'stores: S(created_at,currency,expires_at,id,mode,name,plan,url)',
  ],
}

test('each role has exactly the listed table privileges, and PUBLIC has none', async () => {
  const rights = await store.query<{ grantee: string; rights: string }>(
    `with whole as (
       select grantee, table_schema || '.' || table_name as name, privilege_type as may
       from information_schema.role_table_grants where privilege_type <> 'UPDATE'),
     columns as (
       select grantee, table_schema || '.' || table_name as name, string_agg(column_name, ',' order by column_name) as list
       from information_schema.role_column_grants where privilege_type = 'UPDATE' group by 1, 2),
     parts as (
       select grantee, table_schema || '.' || table_name as name, string_agg(column_name, ',' order by column_name) as list
       from information_schema.role_column_grants c where privilege_type = 'SELECT' and not exists (
         select from information_schema.role_table_grants t where t.privilege_type = 'SELECT' and t.grantee = c.grantee
           and t.table_schema = c.table_schema and t.table_name = c.table_name) group by 1, 2),
     letters as (
       select grantee, name, array_position(array['SELECT', 'INSERT', 'DELETE'], may::text) as place,
         case may when 'SELECT' then 'S' when 'INSERT' then 'I' when 'DELETE' then 'D' else may end as letter from whole
       union all select grantee, name, 9, 'U(' || list || ')' from columns
       union all select grantee, name, 0, 'S(' || list || ')' from parts)
     select grantee::text, replace(name, 'public.', '') || ': ' || string_agg(letter, ' ' order by place nulls last) as rights
     from letters where grantee = any($1) or grantee = 'PUBLIC' and name like 'public.%'
     group by grantee, name order by grantee, name`,
    [ROLES],
  )
  const byRole = Object.fromEntries(
    ROLES.map((role) => [role, rights.filter(({ grantee }) => grantee === role).map((row) => row.rights)]),
  )
  expect(byRole).toEqual(RIGHTS)
  expect(rights.filter(({ grantee }) => grantee === 'PUBLIC')).toEqual([])
}, 90_000)

test('the role for backups reads every table and writes none', async () => {
  const role = 'quartermaster_backup'
  const grants = await store.query(
    'select distinct privilege_type::text as may from information_schema.role_table_grants where grantee = $1',
    [role],
  )
  expect(grants).toEqual([{ may: 'SELECT' }])
  const hidden = await store.query(
    `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
       and not (case when relkind = 'S' then has_sequence_privilege($1, oid, 'select') else has_table_privilege($1, oid, 'select')
         and (not relrowsecurity or exists (select from pg_policy where polrelid = c.oid and polname = 'backup')) end)`,
    [role],
  )
  expect(hidden).toEqual([])
})

test('only the application role can create partitions, and no role can create tables or schemas', async () => {
  const privileges = await store.query(
    `select role, has_function_privilege(role, 'make_ledger_partitions(timestamptz, integer)', 'execute') as partitions,
       has_schema_privilege(role, 'public', 'create') as tables,
       has_database_privilege(role, current_database(), 'create') as schemas
     from unnest($1::text[]) as role`,
    [ALL_ROLES],
  )
  expect(privileges).toEqual(ALL_ROLES.map((role, i) => ({ role, partitions: i === 0, tables: false, schemas: false })))
})

test('no role can log in, owns a table, or bypasses row-level security', async () => {
  expect(
    await store.query(
      'select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = any($1)',
      [ALL_ROLES],
    ),
  ).toEqual(
    ALL_ROLES.map(() => ({
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })),
  )
  expect(
    await store.query('select relname from pg_class where pg_get_userbyid(relowner)::text = any($1)', [ALL_ROLES]),
  ).toEqual([])
})

test('every tenant table has row-level security that also applies to its owner', async () => {
  const unprotected = await store.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'migrations%' and not (relrowsecurity and relforcerowsecurity)`,
  )
  expect(unprotected).toEqual([])
})

test('a connection that has another role than its pool is refused', async () => {
  const url = `${store.databaseUrl}?options=${encodeURIComponent('-c jit=off')}`
  const database = openDatabase({ url, poolSize: 1 })
  const { app, callbacks, gateway, reader, accounts } = database
  for (const [name, pool] of Object.entries({ app, callbacks, gateway, reader, accounts })) {
    await expect(pool.selectFrom('stores').select('id').execute(), name).rejects.toThrow('instead of quartermaster_')
  }
  await database.close()
})
