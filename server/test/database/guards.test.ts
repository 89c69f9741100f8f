import { beforeAll, expect, test } from 'vitest'
import type { StoreId } from '../../src/ids.ts'
import { copyStatement, freshId, insertStoreRows, type TenantTable, tenantTables } from '../insert-store-rows.ts'
import { startStore } from '../start-store.ts'
import { only } from '../store-records.ts'

const store = await startStore()
const tables = await tenantTables(store)
let storeId: StoreId
let otherId: StoreId

beforeAll(async () => {
  storeId = await insertStoreRows(store)
  otherId = await insertStoreRows(store)
})

const ANY_ID = '01990000-0000-7000-8000-000000000000'
const NOW = '2026-01-01T00:00:00Z'

/** For each rule about several columns, changes to a row that violate this constraint and no other. */
const RULES: Record<string, Record<string, unknown>> = {
  audit_log_actor_identified: { actor_id: null },
  gift_cards_hint: { unit: 2, code_hash: null },
  gift_cards_sealed: { unit: 2, key_id: null },
  gift_cards_sold: { unit: null },
  gift_card_entries_balance: { entry_no: 9, balance_minor: -1 },
  gift_card_entries_sign: { entry_no: 9, kind: 'spent', amount_minor: 1 },
  baskets_intent_of_checkout: { checkout_id: ANY_ID },
  checkout_buyers_consent_complete: { checkout_id: ANY_ID, consented_at: null },
  checkout_buyers_sealed_with_key: { checkout_id: ANY_ID, key_id: null },
  checkout_lines_amounts: { sale_minor: -1 },
  checkout_lines_variant_named: { variant_name: '30 days' },
  checkouts_code_named: { code_id: null, code: 'SUMMER' },
  checkouts_paid_at_matches_state: { state: 'paid', paid_at: null, refunded_at: null },
  checkouts_refunded_at_matches_state: { state: 'paid', paid_at: NOW, refunded_at: NOW },
  creator_entries_of_line: { line_no: null },
  creator_entries_sign: { amount_minor: 0 },
  delivery_ledger_cancelled_by_someone: { state: 'cancelled', cancelled_by: null },
  delivery_ledger_refund_before_dispatch: { state: 'cancelled', cancelled_by: 'refund', dispatched_at: NOW },
  delivery_ledger_late_report_after_dispatch: { dispatched_at: null, late_report_at: NOW },
  discount_codes_end_after_start: { starts_at: NOW, ends_at: NOW },
  discount_codes_one_discount: { amount_minor: 1 },
  discount_codes_one_scope: { product_ids: [] },
  discount_codes_share_of_creator: { kind: 'coupon', share_basis_points: 1 },
  entitlements_ended_by_something: { ended_at: NOW, ended_by: null },
  entitlements_expired_in_time: { ended_at: NOW, ended_by: 'expiry', until: '2026-01-02T00:00:00Z' },
  parked_payments_resolved_with_note: { resolved_at: null },
  payments_return_reason: { returned_at: NOW, return_reason: 'other' },
  payments_returned_with_reason: { returned_at: NOW, return_reason: null },
  payment_refunds_retry_until_finished: { state: 'done', retry_at: NOW },
  payment_refunds_finished_at_matches_state: { state: 'done', finished_at: null },
  pending_deliveries_held_not_retrying: { hold_reason: 'failed', attempts: 1, dispatched_at: NOW, retry_at: NOW },
  pending_deliveries_held_after_attempt: { hold_reason: 'failed', attempts: 0 },
  pending_deliveries_attempt_after_dispatch: { attempts: 1, dispatched_at: null },
  products_approve_commands: { approve_commands: [] },
  products_tier: { tier_rank: 1 },
  imported_records_complete: { kind: 'category', version: null, until: null, quantity: null },
  redeliveries_wiped_before_start: { wiped_at: '2999-01-01T00:00:00Z' },
  redeliveries_finished_unless_running: { finished_at: null },
  redeliveries_totals_when_finished: { players: null },
  sandbox_payments_reversed_only_if_paid: { paid: false, refund_at: NOW },
  sales_end_after_start: { starts_at: NOW, ends_at: NOW },
  sales_one_discount: { amount_minor: 1 },
  sales_one_scope: { product_ids: [] },
  store_hosts_label_without_dot: { host: 'vale.example' },
  store_invitations_accepted_or_revoked: { accepted_at: NOW, revoked_at: NOW },
  subscriptions_cancelled_by_someone: { cancelled_at: NOW, cancelled_by: null },
  subscriptions_first_amount: { first_amount_minor: 0 },
  subscriptions_paid_with_anchor: { newest_period: 0 },
  stores_live_clock: { mode: 'live', clock_ahead_seconds: 1 },
  webhook_attempts_status_or_error: { status: null, error: null },
  webhook_endpoints_old_secret_complete: { old_secret: '\\x00' },
  webhook_endpoints_disabled_with_reason: { disabled_at: NOW },
}

/** For each trigger that rejects changes, the reason in its error message and an update that it rejects. */
const CHANGES: Record<string, [reason: string, update: string]> = {
  protect_audit_log: ['the audit log only grows', "update audit_log set action = 'other'"],
  checkout_transition: [
    "this change of a checkout's state",
    "update checkouts set state = 'paid', refunded_at = null where state = 'refunded'",
  ],
  checkout_code_once: ['a checkout keeps its code', "update checkouts set code = 'OTHER' where code_id is not null"],
  checkout_replaced_once: ['a checkout is replaced once', 'update checkouts set replaced_at = null'],
  creator_entries_unchanged: ["an entry of a creator's ledger", 'update creator_entries set amount_minor = 2'],
  entitlement_ends_once: [
    'an ended entitlement stays as it ended',
    "update entitlements set until = 'infinity' where ended_at is not null",
  ],
  grant_revoked_once: ['a grant is revoked once', 'update grants set revoked_at = null where revoked_at is not null'],
  line_refunded_once: [
    'a line is refunded once',
    'update checkout_lines set refunded_at = now() where refunded_at is not null',
  ],
  parked_resolved_once: [
    'a parked payment is resolved once',
    'update parked_payments set resolved_at = now() where resolved_at is not null',
  ],
  payment_facts_add_up: [
    'facts about a payment only add up',
    'update payments set refunded_minor = refunded_minor - 1',
  ],
  payment_returned_once: [
    'a payment is returned once',
    "update payments set return_reason = 'stock' where returned_at is not null",
  ],
  pending_frozen_when_dispatched: [
    'a dispatched delivery does not change',
    "update pending_deliveries set products = '[]' where dispatched_at is not null",
  ],
  pending_dispatched_once: [
    'the time of the first dispatch stays',
    'update pending_deliveries set dispatched_at = null where dispatched_at is not null',
  ],
  redelivery_ends_once: ['a redelivery ends once', "update redeliveries set state = 'stopped' where state = 'done'"],
  redelivery_goes_forward: [
    'a redelivery does not go back',
    "update redeliveries set last_entitlement_id = '00000000-0000-0000-0000-000000000000'",
  ],
  refund_finished_once: ['a refund ends once', "update payment_refunds set state = 'failed' where state = 'done'"],
  server_key_stays_revoked: [
    'a revoked key stays revoked',
    'update server_keys set revoked_at = null where revoked_at is not null',
  ],
  subscription_facts_add_up: [
    'facts about a subscription only add up',
    'update subscriptions set anchor = null where anchor is not null',
  ],
  subscription_invoice_adds_up: [
    'facts about an invoice only add up',
    'update subscription_invoices set failed = false where failed',
  ],
  store_mode_fixed: ['a store stays live or test', "update stores set mode = 'test' where mode = 'live'"],
}

/** These reject nothing: they mark server keys and hosts as changed, which tests cover, record an event, make a
    slug, or change the revision of a storefront. */
const NOTES = [
  'change_storefront_of_categories',
  'change_storefront_of_edits',
  'change_storefront_of_host',
  'change_storefront_of_page',
  'change_storefront_of_products',
  'change_storefront_of_sales',
  'change_storefront_of_server',
  'change_storefront_of_servers',
  'change_storefront_of_store',
  'change_storefront_of_variants',
  'create_storefront',
  'fill_slug',
  'fill_slug',
  'record_key_address_event',
  'mark_server_keys_changed',
  'record_delivery_held_event',
  'mark_server_key_changed',
  'mark_store_host_changed',
  'mark_store_keys_changed',
  'recheck_subscription',
]

/** Finds the table by its name or by a constraint's name, which starts with the table's name. */
function tableOf(constraint: string): TenantTable {
  const matches = tables.filter(({ name }) => constraint.startsWith(`${name}_`) || constraint === name)
  return only(matches.sort((a, b) => b.name.length - a.name.length).slice(0, 1))
}

async function copyRow(table: TenantTable, changes: Record<string, unknown>) {
  return store.query(copyStatement(table), [storeId, JSON.stringify(changes)])
}

test('every rule about several columns rejects a row that violates it', async () => {
  for (const [constraint, changes] of Object.entries(RULES)) {
    const table = tableOf(constraint)
    const invalid = { ...freshId(table), ...(table.name === 'checkouts' && { reference: null }), ...changes }
    await expect(copyRow(table, invalid), constraint).rejects.toMatchObject({ code: '23514', constraint })
  }
  // A check with a name that PostgreSQL chose is one expression about one column, which `schema.sql` shows.
  const existing = await store.query<{ name: string }>(
    `select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'c' and c.conname not like '%\\_check' and t.relnamespace = 'public'::regnamespace
       and t.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  expect(Object.keys(RULES).sort()).toEqual(existing.map(({ name }) => name).sort())
}, 90_000)

test('every trigger rejects the change that it guards against', async () => {
  await store.query('update server_keys set revoked_at = now() where store_id = $1', [otherId])
  await store.query('update checkouts set replaced_at = now() where store_id = $1', [otherId])
  await store.query("update payments set returned_at = now(), return_reason = 'replaced' where store_id = $1", [
    otherId,
  ])
  for (const [name, [reason, update]] of Object.entries(CHANGES)) {
    await expect(store.query(update), name).rejects.toMatchObject({ code: '23514', message: `not allowed: ${reason}` })
  }
  const existing = await store.query<{ name: string }>(
    `select g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
     where not g.tgisinternal and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  expect([...Object.keys(CHANGES), ...NOTES].sort()).toEqual(existing.map(({ name }) => name).sort())
})

test('a change to a key, its server or its store marks the key as changed, in the same transaction', async () => {
  const changedAt = async () =>
    only(
      await store.query<{ at: Date | null }>('select max(changed_at) as at from server_keys where store_id = $1', [
        storeId,
      ]),
    ).at
  const changes = [
    "update game_servers set profile = case profile when 'mta' then 'fivem' else 'mta' end where store_id = $1",
    "update game_servers set bound_to = bound_to || '10.0.0.0/8'::text where store_id = $1",
    "update game_servers set name = name || '!' where store_id = $1",
    "update stores set name = name || '!' where id = $1",
    "update stores set plan = plan || '!' where id = $1",
    "update stores set url = 'new.' || url where id = $1",
    "update stores set expires_at = coalesce(expires_at, now()) + interval '1 day' where id = $1",
    'update server_keys set revoked_at = now() where store_id = $1 and revoked_at is null',
  ]
  for (const change of changes) {
    const before = await changedAt()
    await store.query(change, [storeId])
    expect(await changedAt(), change).not.toEqual(before)
  }
})

test('setting the time of the first dispatch to the same value is allowed, and to another value is rejected', async () => {
  await store.query('update pending_deliveries set dispatched_at = dispatched_at where dispatched_at is not null')
  await expect(
    store.query(
      "update pending_deliveries set dispatched_at = dispatched_at + interval '1 s' where dispatched_at is not null",
    ),
  ).rejects.toMatchObject({ message: 'not allowed: the time of the first dispatch stays' })
})

test('every foreign key between rows of stores contains the store, so it cannot lead to a row of another store', async () => {
  const firstColumn = (relation: string, columns: string) =>
    `(select attname::text from pg_attribute where attrelid = ${relation} and attnum = ${columns}[1])`
  const foreignKeys = await store.query<{ name: string; source: string; target: string; from: string; to: string }>(
    `select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target, ${firstColumn('conrelid', 'conkey')} as from,
       ${firstColumn('confrelid', 'confkey')} as to
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($1)`,
    [tables.map(({ name }) => name)],
  )
  expect(foreignKeys.length).toBeGreaterThan(12)
  const storeColumn = (table: string) => (table === 'stores' ? 'id' : 'store_id')
  for (const { name, source, target, from, to } of foreignKeys) {
    expect([from, to], name).toEqual([storeColumn(source), storeColumn(target)])
  }
})
