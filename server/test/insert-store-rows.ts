import type { StoreId } from '../src/ids.ts'
import { newId } from '../src/ids.ts'
import type { TestStore } from './store-records.ts'

/** Creates a store that has at least one row in every tenant table, from sales, polls, reports and a refund. */
export async function insertStoreRows(store: TestStore): Promise<StoreId> {
  const storeId = await store.createStore()
  const { key, serverId } = await store.createServer(storeId)
  const timed = await store.createProduct(storeId, { durationSeconds: 1_000 })
  const named = await store.createProduct(storeId, { serverIds: [serverId] })
  await store.query(
    `insert into discount_codes (store_id, id, kind, code, code_key, name, basis_points, share_basis_points)
     values ($1, gen_random_uuid(), 'creator', 'ANA', 'ana', 'Ana', 0, 1000)`,
    [storeId],
  )
  const { checkoutId } = await store.sell(storeId, '42', [named], { reference: 'first', code: 'ANA' })
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await store.refund(storeId, checkoutId)
  await store.poll(key)
  await store.sell(storeId, '43', [timed], { reference: 'second' })
  await store.query('insert into poll_windows (store_id, server_id, position) values ($1, $2, 1)', [storeId, serverId])
  await store.query(
    `insert into delivery_attempts (store_id, delivery_id, attempt, server_id, outcome, commands_run, reason)
     select store_id, id, 1, server_id, 'failed', 0, 'no such player' from pending_deliveries where store_id = $1 limit 1`,
    [storeId],
  )
  await store.storeCalls()
  await store.query(
    `insert into server_key_addresses (store_id, key_id, address, in_use_since, last_seen_at)
     select store_id, id, '203.0.113.7', now(), now() from server_keys where store_id = $1`,
    [storeId],
  )
  await store.query(
    "insert into sales (store_id, id, name, basis_points, ends_at) values ($1, gen_random_uuid(), 'Winter', 1000, now())",
    [storeId],
  )
  await store.query("insert into categories (store_id, id, name) values ($1, gen_random_uuid(), 'vip')", [storeId])
  await store.query(
    "insert into storefront_pages (store_id, slug, title, body) values ($1, 'rules', 'Rules', 'Be nice')",
    [storeId],
  )
  const picture = [storeId, storeId.replaceAll('-', '')]
  await store.query(
    "insert into pictures (store_id, hash, width, height, widths, bytes) values ($1, $2, 1, 1, '{1}', 1)",
    picture,
  )
  await store.query(
    "insert into picture_files (store_id, hash, width, format, content) values ($1, $2, 1, 'webp', '\\x00')",
    picture,
  )
  await store.query('insert into product_pictures (store_id, product_id, position, hash) values ($1, $3, 0, $2)', [
    ...picture,
    timed,
  ])
  await store.query(
    `insert into product_variants (store_id, id, product_id, name, price_minor, position)
     values ($1, gen_random_uuid(), $2, '30 days', 1990, 0)`,
    [storeId, timed],
  )
  await store.query(
    "insert into player_bans (store_id, game_user_id, reason, created_by) values ($1, 'banned', 'fraud', 'Ada')",
    [storeId],
  )
  await store.query(
    "insert into store_hosts (store_id, host, kind, proved_at) values ($1, gen_random_uuid()::text, 'label', now())",
    [storeId],
  )
  await plantTheme(store, storeId)
  await plantPayments(store, storeId)
  await plantBuyer(store, storeId)
  await plantWebhooks(store, storeId)
  await plantRedelivery(store, storeId)
  await store.query(
    `insert into imported_records (store_id, source, kind, source_id, target_id, version, until, quantity)
     values ($1, 'tebex', 'product', '7', $2, 1, null, null), ($1, 'tebex', 'entitlement', '8', $2, null, now(), 1)`,
    [storeId, timed],
  )
  await plantAccess(store, storeId)
  return storeId
}

/** Adds a version of a theme and a draft, whose numbers no other store has. */
async function plantTheme(store: TestStore, storeId: StoreId): Promise<void> {
  const key = [storeId, Number.parseInt(storeId.slice(-6), 16) + 1]
  const statements = [
    "insert into theme_versions (store_id, number, name, label, bytes) values ($1, $2, 'Vale', '1.0.0', 1)",
    `insert into theme_files (store_id, version, path, hash, content)
     values ($1, $2, 'assets/theme.css', '0123456789abcdef', '\\x00')`,
    `insert into theme_errors (store_id, version, template, file, message)
     values ($1, $2, 'home', 'sections/hero.liquid', 'There is no asset')`,
  ]
  for (const statement of statements) await store.query(statement, key)
  const draft =
    "insert into storefront_drafts (store_id, number, changes, expires_at) values ($1, $2, '{}', now() + interval '1 day')"
  await store.query(draft, [storeId, Number.parseInt(storeId.slice(-5), 16)])
}

/** Adds a member, an invitation, an API token, an audit record and an alert. */
async function plantAccess(store: TestStore, storeId: StoreId): Promise<void> {
  const statements = [
    `with account as (
       insert into accounts (id, email, name) values (gen_random_uuid(), gen_random_uuid() || '@vale.example', 'Ada') returning id)
     insert into store_members (store_id, account_id, role) select $1, id, 'owner' from account`,
    `insert into store_invitations (store_id, id, email, role, token_hash, expires_at)
     values ($1, gen_random_uuid(), 'bob@vale.example', 'viewer', sha256(gen_random_uuid()::text::bytea), now())`,
    `insert into api_tokens (store_id, id, name, token_hash, hint, scopes)
     values ($1, gen_random_uuid(), 'bot', sha256(gen_random_uuid()::text::bytea), '…aaaa', '{store:read}')`,
    `insert into audit_log (store_id, id, actor_kind, actor_id, actor_name, action, subject)
     values ($1, gen_random_uuid(), 'member', gen_random_uuid(), 'Ada', 'updateStore', 'sto_')`,
    `insert into store_alerts (store_id, id, kind, actor, subject)
     values ($1, gen_random_uuid(), 'commands_changed', 'ada@vale.example', 'prd_')`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

/** Adds a payment with a callback, a refund, a parked payment and a sandbox payment. */
async function plantPayments(store: TestStore, storeId: StoreId): Promise<void> {
  const statements = [
    `insert into provider_connections (store_id, provider, key_id, sealed) values ($1, 'stripe', 'k1', '\\x00')`,
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, payment_ref, expires_at, refunded_minor)
     select store_id, id, 'stripe', 1990, 'page', 'payment', now(), 1990 from checkouts where store_id = $1 and reference = 'first'`,
    `insert into payment_callbacks (store_id, provider, event_id, kind) values ($1, 'stripe', 'evt_1', 'paid')`,
    `insert into parked_payments (store_id, id, provider, reason, subject, facts, resolved_at, resolution_note)
     values ($1, gen_random_uuid(), 'stripe', 'amount_mismatch', 'payment', '{}', now(), 'seen')`,
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, finished_at)
     select store_id, gen_random_uuid(), checkout_id, '{1}', 1990, 'done', now() from payments where store_id = $1`,
    `insert into sandbox_payments (store_id, checkout_id, paid) select store_id, checkout_id, true from payments where store_id = $1`,
    `insert into subscriptions (store_id, id, checkout_id, provider, subscription_ref, amount_minor, currency, billing_period, grace_seconds,
       renewal_commands, anchor)
     select store_id, gen_random_uuid(), checkout_id, 'stripe', 'subscription', 1990, 'BRL', 'P1M', 259200, false, now()
     from payments where store_id = $1`,
    `insert into subscription_invoices (store_id, subscription_id, period_no, checkout_id, failed)
     select store_id, id, 0, checkout_id, true from subscriptions where store_id = $1`,
    `insert into sandbox_subscriptions (store_id, subscription_id, anchor)
     select store_id, id, now() from subscriptions where store_id = $1`,
    `insert into sandbox_invoices (store_id, subscription_id, period_no, paid)
     select store_id, id, 0, true from subscriptions where store_id = $1`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

/** Adds what a buyer entered at the checkout, a basket with a line, and what is known about players who signed in. */
async function plantBuyer(store: TestStore, storeId: StoreId): Promise<void> {
  const hash = 'sha256(gen_random_uuid()::text::bytea)'
  const statements = [
    `insert into checkout_buyers (store_id, checkout_id, token_hash, token_sealed, key_id, email, locale, bought_by, consented_at, consent_version)
     select store_id, id, ${hash}, '\\x00', 'k1', 'ana@vale.example', 'en', 'giver', now(), '1' from checkouts where store_id = $1 and reference = 'first'`,
    `insert into baskets (store_id, id, token_hash, game_user_id, recipient, email, expires_at)
     values ($1, gen_random_uuid(), ${hash}, '42', '43', 'ana@vale.example', now() + interval '1 day')`,
    `insert into basket_lines (store_id, basket_id, line_no, product_id, quantity, seen_price_minor)
     select b.store_id, b.id, 1, p.id, 1, 1990 from baskets b join products p on p.store_id = b.store_id where b.store_id = $1 limit 1`,
    `insert into player_sessions (store_id, token_hash, game_user_id, identity, label, expires_at)
     values ($1, ${hash}, '42', 'discord', 'Ana', now() + interval '1 day')`,
    `update storefronts set goal = '{"title": "Map", "amountMinor": 1}' where store_id = $1`,
    "insert into unnamed_players (store_id, game_user_id) values ($1, '42')",
    `insert into stock_holds (store_id, checkout_id, network, pieces)
     select store_id, id, ${hash}, 1 from checkouts where store_id = $1 and reference = 'first'`,
    `insert into gift_cards (store_id, id, code_hash, code_sealed, key_id, hint, currency, value_minor, note, checkout_id, line_no, unit)
     select store_id, gen_random_uuid(), ${hash}, '\\x00', 'k1', '…52EC', 'BRL', 1000, 'a prize', id, 1, 1
     from checkouts where store_id = $1 and reference = 'first'`,
    `insert into gift_card_entries (store_id, card_id, entry_no, kind, amount_minor, balance_minor, checkout_id, note)
     select store_id, id, 1, 'issued', 1000, 1000, checkout_id, 'a prize' from gift_cards where store_id = $1`,
    `insert into gift_card_entries (store_id, card_id, entry_no, kind, amount_minor, balance_minor, checkout_id)
     select store_id, id, 2, 'spent', -1000, 0, checkout_id from gift_cards where store_id = $1`,
    `insert into gift_card_entries (store_id, card_id, entry_no, kind, amount_minor, balance_minor, checkout_id, line_no, note)
     select store_id, id, 3, 'refunded', 1000, 1000, checkout_id, 1, 'given back' from gift_cards where store_id = $1`,
    "insert into tier_groups (store_id, id, name, credit) values ($1, gen_random_uuid(), 'Ranks', 'full')",
    `insert into upgrade_credits (store_id, checkout_id, line_no, of_checkout_id, of_line_no)
     select store_id, checkout_id, line_no, checkout_id, line_no from checkout_lines where store_id = $1 limit 1`,
    `insert into openid_nonces (store_id, nonce_hash, expires_at) values ($1, ${hash}, now() + interval '1 day')`,
    `insert into player_codes (store_id, game_user_id, code_hash, server_id, expires_at)
     select store_id, '42', ${hash}, id, now() + interval '1 day' from game_servers where store_id = $1 limit 1`,
    `insert into identity_connections (store_id, provider, client_id, key_id, sealed) values ($1, 'discord', '1', 'k1', '\\x00')`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

async function plantWebhooks(store: TestStore, storeId: StoreId): Promise<void> {
  const statements = [
    `insert into webhook_endpoints (store_id, id, url, event_types, secret, secret_key_id)
     values ($1, gen_random_uuid(), 'https://hook.example', '{}', '\\x00', 'k1')`,
    `insert into webhook_deliveries (store_id, event_id, endpoint_id)
     select e.store_id, e.id, w.id from events e join webhook_endpoints w on w.store_id = e.store_id where e.store_id = $1 limit 1`,
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select store_id, endpoint_id, now(), event_id, 200, 1 from webhook_deliveries where store_id = $1`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

async function plantRedelivery(store: TestStore, storeId: StoreId): Promise<void> {
  const statements = [
    `insert into redeliveries (store_id, id, product_ids, server_ids, game_user_ids, wiped_at, state, last_entitlement_id, entitlements, players, created_by, finished_at)
     values ($1, gen_random_uuid(), array[gen_random_uuid()], array[gen_random_uuid()], '{42}', now(), 'done', gen_random_uuid(), 1, 1, 'owner', now())`,
    `insert into redelivery_items (store_id, redelivery_id, entitlement_id, server_id, delivery_id)
     select r.store_id, r.id, e.id, s.id, gen_random_uuid() from redeliveries r
     join entitlements e on e.store_id = r.store_id join game_servers s on s.store_id = r.store_id where r.store_id = $1 limit 1`,
    `insert into redelivery_counts (store_id, redelivery_id, product_id, server_id, outcome, items)
     select i.store_id, i.redelivery_id, e.product_id, i.server_id, 'sent', 1 from redelivery_items i
     join entitlements e on e.store_id = i.store_id and e.id = i.entitlement_id where i.store_id = $1`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

export type TenantTable = { name: string; storeColumn: 'store_id' | 'id'; columns: string[] }

/** Lists all tables with rows of stores, and their columns that can be written. */
export async function tenantTables(store: TestStore): Promise<TenantTable[]> {
  return store.query<TenantTable>(
    `select c.relname as name, case when c.relname = 'stores' then 'id' else 'store_id' end as "storeColumn",
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname = 'stores' or exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id'))
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     group by c.relname order by c.relname`,
  )
}

/** SQL that copies one row of a store and changes some columns. Its parameters are the store's id and the changes as JSON. */
export function copyStatement({ name, storeColumn, columns }: TenantTable): string {
  const list = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${name}" (${list}) select ${list} from jsonb_populate_record(
    (select t from "${name}" t where t."${storeColumn}" = $1 limit 1), $2::jsonb)`
}

/** New values for the primary key of a copied row. */
export function freshId({ columns }: TenantTable): Record<string, unknown> {
  if (columns.includes('id')) return { id: newId<StoreId>() }
  if (columns.includes('body') && columns.includes('slug')) return { slug: 'another' }
  if (columns.includes('account_id')) return { account_id: newId<StoreId>() }
  if (columns.includes('lifted_at')) return { game_user_id: 'another' }
  if (columns.includes('attempt')) return { attempt: 99 }
  return columns.includes('line_no') ? { line_no: 99 } : {}
}
