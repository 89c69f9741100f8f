import { beforeAll, expect, test } from 'vitest'
import { newId, type StoreId } from '../../src/ids.ts'
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

const many = Array.from({ length: 51 }, () => 'x')
const ANY_ID = '01990000-0000-7000-8000-000000000000'
const NOW = '2026-01-01T00:00:00Z'

/** For each check constraint, changes to a row that violate this constraint and no other. */
const CHECKS: Record<string, Record<string, unknown>> = {
  api_tokens_hint_check: { hint: '' },
  api_tokens_last_used_from_check: { last_used_from: '' },
  api_tokens_name_check: { name: '' },
  api_tokens_scopes_check: { scopes: [] },
  api_tokens_token_hash_check: { token_hash: '\\x00' },
  audit_log_action_check: { action: '' },
  audit_log_actor_kind_check: { actor_kind: 'ghost' },
  audit_log_actor_name_check: { actor_name: '' },
  audit_log_address_check: { address: '' },
  audit_log_actor_identified: { actor_id: null },
  audit_log_details_check: { details: [] },
  audit_log_request_id_check: { request_id: '' },
  audit_log_subject_check: { subject: '' },
  gift_cards_code_hash_check: { unit: 2, code_hash: '\\x00' },
  gift_cards_hint: { unit: 2, code_hash: null },
  gift_cards_hint_check: { unit: 2, hint: '' },
  gift_cards_note_check: { unit: 2, note: 'x'.repeat(501) },
  gift_cards_sealed: { unit: 2, key_id: null },
  gift_cards_sold: { unit: null },
  gift_cards_value_minor_check: { unit: 2, value_minor: 0 },
  gift_card_entries_balance: { entry_no: 9, balance_minor: -1 },
  gift_card_entries_entry_no_check: { entry_no: 0 },
  gift_card_entries_kind_check: { entry_no: 9, kind: 'lost' },
  gift_card_entries_note_check: { entry_no: 9, note: 'x'.repeat(501) },
  gift_card_entries_short_minor_check: { entry_no: 9, short_minor: -1 },
  gift_card_entries_sign: { entry_no: 9, kind: 'spent', amount_minor: 1 },
  basket_lines_line_no_check: { product_id: ANY_ID, line_no: 0 },
  basket_lines_quantity_check: { product_id: ANY_ID, quantity: 0 },
  basket_lines_seen_price_minor_check: { product_id: ANY_ID, seen_price_minor: -1 },
  baskets_checkout_intent_check: { checkout_id: ANY_ID, checkout_intent: '\\x00' },
  baskets_code_check: { code: '' },
  baskets_email_check: { email: '' },
  baskets_game_user_id_check: { game_user_id: '' },
  baskets_identity_check: { identity: 'guess' },
  baskets_intent_of_checkout: { checkout_id: ANY_ID },
  baskets_player_avatar_check: { player_avatar: 'https://evil.example/x.png' },
  baskets_player_label_check: { player_label: '' },
  baskets_proof_check: { proof: 'guess' },
  baskets_recipient_avatar_check: { recipient_avatar: '//evil.example/x.png' },
  baskets_recipient_check: { recipient: '' },
  baskets_token_hash_check: { token_hash: '\\x00' },
  categories_comparison_check: { comparison: [] },
  categories_description_check: { description: 'x'.repeat(20_001) },
  categories_name_check: { name: '' },
  categories_position_check: { position: -1 },
  categories_slug_check: { slug: 'Not a slug' },
  categories_translations_check: { translations: [] },
  checkout_buyers_bought_by_check: { checkout_id: ANY_ID, bought_by: '' },
  checkout_buyers_consent_complete: { checkout_id: ANY_ID, consented_at: null },
  checkout_buyers_consent_version_check: { checkout_id: ANY_ID, consent_version: '' },
  checkout_buyers_email_check: { checkout_id: ANY_ID, email: '' },
  checkout_buyers_key_id_check: { checkout_id: ANY_ID, key_id: '' },
  checkout_buyers_locale_check: { checkout_id: ANY_ID, locale: '' },
  checkout_buyers_sealed_with_key: { checkout_id: ANY_ID, key_id: null },
  checkout_buyers_token_hash_check: { checkout_id: ANY_ID, token_hash: '\\x00' },
  checkout_lines_amounts: { sale_minor: -1 },
  checkout_lines_line_no_check: { line_no: 0 },
  checkout_lines_quantity_check: { quantity: 0 },
  checkout_lines_rebuy_check: { rebuy: 'never' },
  checkout_lines_variant_named: { variant_name: '30 days' },
  checkouts_code_named: { code_id: null, code: 'SUMMER' },
  checkouts_paid_at_matches_state: { state: 'paid', paid_at: null, refunded_at: null },
  checkouts_refunded_at_matches_state: { state: 'paid', paid_at: NOW, refunded_at: NOW },
  checkouts_game_user_id_check: { game_user_id: '' },
  checkouts_reference_check: { reference: '' },
  checkouts_state_check: { state: 'lost', paid_at: NOW, refunded_at: null },
  creator_entries_kind_check: { kind: 'gift', amount_minor: -1 },
  creator_entries_note_check: { note: 'x'.repeat(501) },
  creator_entries_of_line: { line_no: null },
  creator_entries_sign: { amount_minor: 0 },
  delivery_attempts_attempt_check: { attempt: 0 },
  delivery_attempts_outcome_check: { outcome: 'done' },
  delivery_ledger_cancelled_by_check: { state: 'cancelled', cancelled_by: 'nobody', dispatched_at: null },
  delivery_ledger_cancelled_by_someone: { state: 'cancelled', cancelled_by: null },
  delivery_ledger_refund_before_dispatch: { state: 'cancelled', cancelled_by: 'refund', dispatched_at: NOW },
  delivery_ledger_late_report_after_dispatch: { dispatched_at: null, late_report_at: NOW },
  delivery_ledger_delivery_type_check: { delivery_type: 'GIFT' },
  delivery_ledger_state_check: { state: 'lost' },
  discount_code_players_game_user_id_check: { game_user_id: '' },
  discount_code_players_uses_check: { game_user_id: 'new', uses: -1 },
  discount_codes_amount_minor_check: { basis_points: null, amount_minor: 0 },
  discount_codes_basis_points_check: { basis_points: 10_001 },
  discount_codes_category_ids_check: { product_ids: [], category_ids: Array.from({ length: 501 }, () => ANY_ID) },
  discount_codes_code_check: { code: '' },
  discount_codes_code_key_check: { code_key: '' },
  discount_codes_end_after_start: { starts_at: NOW, ends_at: NOW },
  discount_codes_kind_check: { kind: 'gift' },
  discount_codes_max_uses_check: { max_uses: 0 },
  discount_codes_max_uses_per_player_check: { max_uses_per_player: 0 },
  discount_codes_minimum_minor_check: { minimum_minor: -1 },
  discount_codes_name_check: { name: 'x'.repeat(101) },
  discount_codes_one_discount: { amount_minor: 1 },
  discount_codes_one_scope: { product_ids: [] },
  discount_codes_product_ids_check: { category_ids: [], product_ids: Array.from({ length: 501 }, () => ANY_ID) },
  discount_codes_share_basis_points_check: { share_basis_points: -1 },
  discount_codes_share_of_creator: { kind: 'coupon', share_basis_points: 1 },
  discount_codes_uses_check: { uses: -1 },
  entitlements_ended_by_something: { ended_at: NOW, ended_by: null },
  entitlements_expired_in_time: { ended_at: NOW, ended_by: 'expiry', until: '2026-01-02T00:00:00Z' },
  entitlements_ended_by_check: { ended_at: NOW, ended_by: 'boredom' },
  entitlements_rebuy_check: { rebuy: 'never' },
  events_type_check: { type: '' },
  game_servers_bound_to_check: { bound_to: many },
  game_servers_game_check: { game: '' },
  game_servers_max_players_check: { max_players: 0 },
  game_servers_name_check: { name: '' },
  game_servers_player_count_check: { player_count: -1 },
  game_servers_port_check: { port: 65_536 },
  game_servers_profile_check: { profile: 'other' },
  grants_quantity_check: { quantity: 0 },
  grants_seconds_check: { seconds: 0 },
  identity_connections_client_id_check: { client_id: '' },
  identity_connections_key_id_check: { key_id: 'K 1' },
  identity_connections_provider_check: { provider: 'aol' },
  openid_nonces_nonce_hash_check: { nonce_hash: '\\x00' },
  parked_payments_resolved_with_note: { resolved_at: null },
  parked_payments_unmatched_refund_minor_check: { unmatched_refund_minor: -1 },
  parked_payments_provider_check: { provider: 'gold' },
  parked_payments_reason_check: { reason: 'boredom' },
  player_codes_code_hash_check: { code_hash: '\\x00' },
  player_codes_game_user_id_check: { game_user_id: '' },
  player_sessions_game_user_id_check: { game_user_id: '' },
  player_sessions_identity_check: { identity: 'name' },
  player_sessions_label_check: { label: '' },
  player_sessions_token_hash_check: { token_hash: '\\x00' },
  provider_connections_mode_check: { mode: 'half' },
  provider_connections_provider_check: { provider: 'gold' },
  payment_callbacks_event_id_check: { event_id: '' },
  payment_callbacks_provider_check: { provider: 'gold' },
  payment_refunds_amount_minor_check: { amount_minor: -1 },
  payment_refunds_retry_until_finished: { state: 'done', retry_at: NOW },
  payment_refunds_finished_at_matches_state: { state: 'done', finished_at: null },
  payment_refunds_line_nos_check: { line_nos: [] },
  payment_refunds_state_check: { state: 'lost' },
  payments_amount_minor_check: { amount_minor: 0 },
  payments_return_url_check: { return_url: '' },
  payments_dispute_check: { dispute: 'boring' },
  payments_provider_check: { provider: 'gold' },
  payments_refunded_minor_check: { refunded_minor: -1 },
  pending_deliveries_held_not_retrying: { hold_reason: 'failed', attempts: 1, dispatched_at: NOW, retry_at: NOW },
  pending_deliveries_held_after_attempt: { hold_reason: 'failed', attempts: 0 },
  pending_deliveries_attempt_after_dispatch: { attempts: 1, dispatched_at: null },
  pending_deliveries_delivery_type_check: { delivery_type: 'GIFT' },
  pending_deliveries_hold_reason_check: { hold_reason: 'gone', attempts: 1, dispatched_at: NOW },
  pending_deliveries_line_nos_check: { line_nos: [] },
  picture_files_content_check: { content: '' },
  picture_files_format_check: { format: 'svg' },
  picture_files_width_check: { width: 0 },
  pictures_bytes_check: { bytes: 0 },
  pictures_hash_check: { hash: '../x' },
  pictures_height_check: { height: 0 },
  pictures_width_check: { width: 1281 },
  pictures_widths_check: { widths: [] },
  player_bans_created_by_check: { created_by: '' },
  player_bans_game_user_id_check: { game_user_id: '' },
  player_bans_reason_check: { reason: '' },
  product_pictures_alt_check: { alt: 'x'.repeat(201) },
  product_pictures_position_check: { position: 12 },
  product_variants_billing_period_check: { billing_period: 'P2M' },
  product_variants_duration_seconds_check: { duration_seconds: 0 },
  product_variants_name_check: { name: '' },
  product_variants_position_check: { position: -1 },
  product_variants_price_minor_check: { price_minor: -1 },
  product_variants_translations_check: { translations: [] },
  products_approve_commands: { approve_commands: [] },
  products_delay_seconds_check: { delay_seconds: 86_401 },
  products_delivers_to_check: { delivers_to: 'nobody' },
  products_description_check: { description: 'x'.repeat(20_001) },
  products_duration_seconds_check: { duration_seconds: 0 },
  products_expire_commands_check: { expire_commands: many },
  products_free_slots_check: { free_slots: 1_001 },
  products_max_per_player_check: { max_per_player: 0 },
  products_name_check: { name: '' },
  products_position_check: { position: -1 },
  products_price_minor_check: { price_minor: -1 },
  products_rebuy_check: { rebuy: 'never' },
  products_refund_commands_check: { refund_commands: many },
  products_slug_check: { slug: 'Not a slug' },
  products_billing_period_check: { billing_period: 'P2M' },
  products_grace_days_check: { grace_days: 31 },
  products_summary_check: { summary: 'x'.repeat(201) },
  products_tier: { tier_rank: 1 },
  products_translations_check: { translations: [] },
  products_visibility_check: { visibility: 'secret' },
  imported_records_balance_minor_check: {
    kind: 'gift_card',
    version: null,
    until: null,
    quantity: null,
    balance_minor: -1,
  },
  imported_records_complete: { kind: 'category', version: null, until: null, quantity: null },
  imported_records_kind_check: { kind: 'sale', version: null, until: null, quantity: null },
  imported_records_quantity_check: { kind: 'entitlement', version: null, until: '2999-01-01T00:00:00Z', quantity: 0 },
  imported_records_source_check: { source: 'Tebex' },
  imported_records_source_id_check: { source_id: '' },
  redeliveries_wiped_before_start: { wiped_at: '2999-01-01T00:00:00Z' },
  redeliveries_finished_unless_running: { finished_at: null },
  redeliveries_totals_when_finished: { players: null },
  redeliveries_created_by_check: { created_by: '' },
  redeliveries_entitlements_check: { entitlements: -1 },
  redeliveries_game_user_ids_check: { game_user_ids: [] },
  redeliveries_players_check: { players: -1 },
  redeliveries_product_ids_check: { product_ids: [] },
  redeliveries_server_ids_check: { server_ids: [] },
  redeliveries_state_check: { state: 'lost' },
  redelivery_counts_items_check: { outcome: 'waiting', items: 0 },
  redelivery_counts_outcome_check: { outcome: 'lost' },
  sandbox_payments_reversed_only_if_paid: { paid: false, refund_at: NOW },
  sandbox_subscriptions_fails_from_check: { fails_from: 0 },
  server_keys_key_hash_check: { key_hash: '\\x00' },
  server_keys_source_check: { source: 'found' },
  sales_amount_minor_check: { basis_points: null, amount_minor: 0 },
  sales_basis_points_check: { basis_points: 0 },
  sales_category_ids_check: { product_ids: [], category_ids: Array.from({ length: 501 }, () => ANY_ID) },
  sales_end_after_start: { starts_at: NOW, ends_at: NOW },
  sales_name_check: { name: '' },
  sales_one_discount: { amount_minor: 1 },
  sales_one_scope: { product_ids: [] },
  sales_product_ids_check: { category_ids: [], product_ids: Array.from({ length: 501 }, () => ANY_ID) },
  sales_translations_check: { translations: [] },
  stock_holds_network_check: { checkout_id: ANY_ID, network: '\\x00' },
  stock_holds_pieces_check: { checkout_id: ANY_ID, pieces: 0 },
  store_alerts_actor_check: { actor: '' },
  store_alerts_kind_check: { kind: '' },
  store_alerts_subject_check: { subject: '' },
  store_hosts_host_check: { host: 'Vale' },
  store_hosts_kind_check: { kind: 'page', host: 'vale.example' },
  store_hosts_label_without_dot: { host: 'vale.example' },
  store_invitations_accepted_or_revoked: { accepted_at: NOW, revoked_at: NOW },
  store_invitations_email_check: { email: 'Bob@vale.example' },
  store_invitations_role_check: { role: 'king' },
  store_invitations_token_hash_check: { token_hash: '\\x00' },
  store_members_role_check: { role: 'king' },
  storefront_drafts_changes_check: { changes: [] },
  storefront_drafts_number_check: { number: -1 },
  storefront_pages_body_check: { body: 'x'.repeat(20_001) },
  storefront_pages_position_check: { position: -1 },
  storefront_pages_slug_check: { slug: 'Not a slug' },
  storefront_pages_title_check: { title: '' },
  storefront_pages_translations_check: { translations: [] },
  storefronts_goal_check: { goal: { title: 'Map', amountMinor: 0 } },
  storefronts_identity_providers_check: { identity_providers: ['guess'] },
  storefronts_join_address_check: { join_address: '' },
  storefronts_locales_check: { locales: ['fr'] },
  storefronts_return_origins_check: { return_origins: Array.from({ length: 11 }, () => 'https://vale.example') },
  storefronts_text_overrides_check: { text_overrides: [] },
  storefronts_texts_check: { texts: [] },
  storefronts_theme_check: { theme: 'Vale' },
  storefronts_theme_settings_check: { theme_settings: [] },
  storefronts_time_zone_check: { time_zone: '' },
  storefronts_translations_check: { translations: [] },
  stores_grace_days_check: { grace_days: 0 },
  subscription_invoices_period_no_check: { period_no: -1 },
  subscriptions_amount_minor_check: { amount_minor: 0 },
  subscriptions_billing_period_check: { billing_period: 'P2M' },
  subscriptions_cancelled_by_check: { cancelled_at: NOW, cancelled_by: 'nobody' },
  subscriptions_cancelled_by_someone: { cancelled_at: NOW, cancelled_by: null },
  subscriptions_grace_seconds_check: { grace_seconds: 0 },
  subscriptions_paid_with_anchor: { newest_period: 0 },
  subscriptions_provider_check: { provider: 'cash' },
  subscriptions_state_check: { state: 'paused' },
  stores_clock_ahead_seconds_check: { mode: 'test', clock_ahead_seconds: -1 },
  stores_currency_check: { currency: 'brl' },
  stores_live_clock: { mode: 'live', clock_ahead_seconds: 1 },
  stores_mode_check: { mode: 'half' },
  stores_name_check: { name: '' },
  stores_plan_check: { plan: '' },
  stores_url_check: { url: '' },
  theme_errors_count_check: { count: 0 },
  theme_errors_file_check: { file: 'x'.repeat(121) },
  theme_errors_message_check: { message: 'x'.repeat(301) },
  theme_errors_template_check: { template: '' },
  theme_files_content_check: { content: Buffer.alloc(10_485_761) },
  theme_files_hash_check: { hash: 'short' },
  theme_files_path_check: { path: '' },
  theme_versions_author_check: { author: 'x'.repeat(101) },
  theme_versions_bytes_check: { bytes: -1 },
  theme_versions_label_check: { label: '' },
  theme_versions_name_check: { name: '' },
  theme_versions_number_check: { number: 0 },
  tier_groups_credit_check: { credit: 'half' },
  tier_groups_name_check: { name: '' },
  unnamed_players_game_user_id_check: { game_user_id: '' },
  webhook_attempts_status_or_error: { status: null, error: null },
  webhook_attempts_error_check: { status: null, error: '' },
  webhook_attempts_ms_check: { ms: -1 },
  webhook_attempts_status_check: { status: 99 },
  webhook_deliveries_attempts_check: { attempts: -1 },
  webhook_endpoints_old_secret_complete: { old_secret: '\\x00' },
  webhook_endpoints_disabled_with_reason: { disabled_at: NOW },
  webhook_endpoints_disabled_reason_check: { disabled_at: NOW, disabled_reason: 'boredom' },
  webhook_endpoints_event_types_check: { event_types: [...many, ...many] },
  webhook_endpoints_url_check: { url: '' },
}

/** The unique indexes, apart from primary keys and `stores_id_mode_key`, which contains one. */
const DUPLICATES = [
  'api_tokens_token_hash_key',
  'basket_lines_once',
  'baskets_by_token',
  'buyers_by_token',
  'categories_by_slug',
  'checkouts_by_reference',
  'creator_entries_once',
  'credited_once',
  'discount_codes_by_key',
  'entitlements_held',
  'gift_card_entries_refund_once',
  'gift_cards_by_code',
  'gift_cards_by_sale',
  'parked_once',
  'payments_by_page',
  'payments_by_ref',
  'pending_once',
  'player_codes_by_code',
  'products_by_slug',
  'server_keys_by_hash',
  'store_hosts_by_host',
  'store_hosts_label',
  'store_invitations_open',
  'store_invitations_token_hash_key',
  'subscription_invoices_by_checkout',
  'subscriptions_by_checkout',
  'subscriptions_by_ref',
]

/** For each trigger that rejects changes, the reason in its error message and an update that it rejects. */
const CHANGES: Record<string, [reason: string, update: string]> = {
  protect_audit_log: ['the audit log only grows', "update audit_log set action = 'other'"],
  checkout_transition: [
    "this change of a checkout's state",
    "update checkouts set state = 'paid', refunded_at = null where state = 'refunded'",
  ],
  checkout_code_once: ['a checkout keeps its code', "update checkouts set code = 'OTHER' where code_id is not null"],
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

test('every check constraint rejects a row that violates it', async () => {
  for (const [constraint, changes] of Object.entries(CHECKS)) {
    const table = tableOf(constraint)
    const invalid = { ...freshId(table), ...(table.name === 'checkouts' && { reference: null }), ...changes }
    await expect(copyRow(table, invalid), constraint).rejects.toMatchObject({ code: '23514', constraint })
  }
  const existing = await store.query<{ name: string }>(
    `select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'c' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  expect(Object.keys(CHECKS).sort()).toEqual(existing.map(({ name }) => name).sort())
}, 90_000)

const REFUND_AGAIN = { entry_no: 9, kind: 'refunded', amount_minor: 1, line_no: 1 }

test('every unique index rejects a duplicate', async () => {
  const tableNames: Record<string, string> = {
    pending_once: 'pending_deliveries',
    credited_once: 'upgrade_credits',
    entitlements_held: 'entitlements',
    parked_once: 'parked_payments',
    buyers_by_token: 'checkout_buyers',
  }
  const [second] = await store.query('select id from checkouts where store_id = $1 and reference = $2', [
    storeId,
    'second',
  ])
  for (const constraint of DUPLICATES) {
    const table = tableOf(tableNames[constraint] ?? constraint)
    const payment = { checkout_id: second?.['id'], page_ref: null, payment_ref: null }
    const running =
      constraint === 'entitlements_held' ? { until: 'infinity', ended_at: null, ended_by: null, rebuy: 'extend' } : {}
    if (constraint === 'entitlements_held') {
      await copyRow(table, { ...freshId(table), ...running, game_user_id: 'twice' })
    }
    const duplicate = copyRow(table, {
      ...freshId(table),
      ...running,
      ...(constraint === 'entitlements_held' && { game_user_id: 'twice' }),
      ...(constraint === 'gift_card_entries_refund_once' && REFUND_AGAIN),
      ...(constraint === 'gift_cards_by_code' && { checkout_id: null, line_no: null, unit: null }),
      ...(constraint === 'gift_cards_by_sale' && { code_hash: `\\x${'07'.repeat(32)}` }),
      ...(constraint === 'store_invitations_open' && { token_hash: `\\x${'07'.repeat(32)}` }),
      ...(constraint === 'store_invitations_token_hash_key' && { email: 'eve@vale.example' }),
      ...(constraint === 'store_hosts_by_host' && { store_id: otherId, removed_at: NOW }),
      ...(constraint === 'store_hosts_label' && { host: 'another' }),
      ...(constraint === 'player_codes_by_code' && { game_user_id: 'another' }),
      ...(constraint === 'credited_once' && { checkout_id: second?.['id'] }),
      ...(constraint === 'buyers_by_token' && { checkout_id: second?.['id'] }),
      ...(constraint === 'subscription_invoices_by_checkout' && { period_no: 1 }),
      ...(constraint === 'subscriptions_by_checkout' && { subscription_ref: null }),
      ...(constraint === 'subscriptions_by_ref' && { checkout_id: second?.['id'] }),
      ...(constraint === 'payments_by_page' && { ...payment, page_ref: 'page' }),
      ...(constraint === 'payments_by_ref' && { ...payment, payment_ref: 'payment' }),
    })
    await expect(duplicate, constraint).rejects.toMatchObject({ code: '23505', constraint })
  }
  const existing = await store.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
     where i.indisunique and not i.indisprimary and i.indexrelid::regclass::text <> 'stores_id_mode_key' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  expect(DUPLICATES).toEqual(existing.map(({ name }) => name).sort())
})

test('every primary key rejects a duplicate row', async () => {
  for (const table of tables) {
    const violation = { code: '23505', constraint: expect.stringContaining('_pkey') as string }
    await expect(copyRow(table, {}), table.name).rejects.toMatchObject(violation)
  }
})

test('every trigger rejects the change that it guards against', async () => {
  await store.query('update server_keys set revoked_at = now() where store_id = $1', [otherId])
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

test("every foreign key rejects a reference to another store's row", async () => {
  type Key = { constraint: string; name: string; columns: string[]; target: string; keys: string[] }
  const names = (array: string, relation: string) =>
    `array(select a.attname::text from unnest(${array}) with ordinality k (n, i)
       join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.n order by k.i)`
  const foreignKeys = await store.query<Key>(
    `select c.conname as constraint, t.relname as name, c.confrelid::regclass::text as target,
       ${names('c.conkey', 'c.conrelid')} as columns, ${names('c.confkey', 'c.confrelid')} as keys
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)
       and c.confrelid::regclass::text = any($1)`,
    [tables.map(({ name }) => name)],
  )
  expect(foreignKeys.length).toBeGreaterThan(12)
  const [{ account_id: member } = {}] = await store.query('select account_id from store_members where store_id = $1', [
    otherId,
  ])
  for (const { constraint, name, columns, target, keys } of foreignKeys) {
    const table = tableOf(name)
    const key = target === 'stores' ? 'id' : 'store_id'
    const [row = {}] = await store.query(`select to_jsonb(t) as row from ${target} t where t.${key} = $1 limit 1`, [
      otherId,
    ])
    const theirs = (row as { row: Record<string, unknown> }).row
    const changes = Object.fromEntries(columns.slice(1).map((column, i) => [column, theirs[keys[i + 1] ?? '']]))
    const invalid = { ...freshId(table), ...(columns.length === 1 && { store_id: newId<StoreId>() }), ...changes }
    // Keeps the unique indexes from rejecting the copy first.
    const unique = {
      ...(name === 'checkouts' && { reference: null }),
      ...(name === 'gift_cards' && { code_hash: `\\x${'07'.repeat(32)}`, unit: 9 }),
      ...(name === 'gift_card_entries' && { entry_no: 9 }),
      ...(['api_tokens', 'baskets', 'checkout_buyers', 'store_invitations'].includes(name) && {
        token_hash: `\\x${'07'.repeat(32)}`,
      }),
      ...(name === 'store_invitations' && { email: 'eve@vale.example' }),
      ...(constraint === 'baskets_store_id_checkout_id_fkey' && { checkout_intent: `\\x${'07'.repeat(32)}` }),
      ...(name === 'player_codes' && { game_user_id: 'another', code_hash: `\\x${'07'.repeat(32)}` }),
      ...(name === 'store_members' && { account_id: member }),
      ...(name === 'store_hosts' && { host: 'another' }),
      ...(name === 'product_pictures' && { position: 1 }),
      ...(name === 'server_keys' && { key_hash: `\\x${'07'.repeat(32)}` }),
      ...(['products', 'categories'].includes(name) && { slug: 'another' }),
      ...(constraint === 'checkout_lines_variant' && { variant_name: '30 days' }),
      ...(name === 'payments' && { page_ref: null, payment_ref: null }),
      ...(name === 'subscriptions' && { subscription_ref: null }),
      ...(constraint === 'subscription_invoices_store_id_subscription_id_fkey' && { checkout_id: null }),
      ...(constraint === 'subscription_invoices_store_id_checkout_id_fkey' && { period_no: 1 }),
      ...(constraint === 'creator_entries_store_id_code_id_fkey' && {
        kind: 'payout',
        checkout_id: null,
        line_no: null,
        amount_minor: -1,
      }),
      ...(name === 'discount_codes' && { code_key: 'another' }),
      ...(name === 'upgrade_credits' && { released_at: NOW, ...(columns.includes('of_line_no') && { line_no: 1 }) }),
      ...(constraint === 'products_tier_group' && { tier_rank: 1 }),
      // Both stores are live, so a mode of their own is not a reference to the other store.
      ...(constraint === 'provider_connections_mode_of_store' && { mode: 'test', provider: 'paypal' }),
    }
    // A store has one storefront, so it cannot be copied.
    const write =
      name === 'storefronts' && columns.length > 1
        ? store.query(`update storefronts set ${columns[1]} = $2 where store_id = $1`, [
            storeId,
            changes[columns[1] ?? ''],
          ])
        : copyRow(table, { ...invalid, ...unique })
    await expect(write, constraint).rejects.toMatchObject({ code: '23503', constraint })
  }
})
