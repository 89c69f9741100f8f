import { type RawBuilder, sql } from 'kysely'
import type { PlayerKey } from './show-player.ts'

/** The checkouts of a player with lines, payments, refunds and callbacks. Ids and times have the format of the API. */
export function exportedCheckouts({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    select type_id('chk', c.id) as id, c.reference, c.code, c.state, c.currency, c.tax_country as "taxCountry", c.imported_from as "importedFrom", wire_time(c.created_at) as "createdAt",
      wire_time(c.paid_at) as "paidAt", wire_time(c.refunded_at) as "refundedAt", wire_time(c.disputed_at) as "disputedAt",
      ${listOf(BUYERS)} as buyers, ${listOf(LINES)} as lines, ${listOf(PAYMENTS)} as payments, ${listOf(REFUNDS)} as refunds,
      coalesce(k.callbacks, '[]') as callbacks, ${listOf(PARKED)} as parked, ${listOf(SANDBOX)} as "testPayments",
      ${listOf(BOUGHT_CARDS)} as "boughtGiftCards", ${listOf(CARD_ENTRIES)} as "paidWithGiftCard"
    from checkouts c left join (
      -- For all checkouts at once: no index has the callbacks of a checkout, so this reads those of the store.
      select b.checkout_id, json_agg(json_build_object('provider', b.provider, 'eventId', b.event_id, 'kind', b.kind,
        'receivedAt', wire_time(b.received_at)) order by b.received_at) as callbacks
      from payment_callbacks b
      where b.store_id = ${storeId} and b.checkout_id in (
        select o.id from checkouts o where o.store_id = ${storeId} and o.game_user_id = ${gameUserId})
      group by b.checkout_id) k on k.checkout_id = c.id
    where c.store_id = ${storeId} and c.game_user_id = ${gameUserId} order by c.id`
}

/** What the player gave to other players, without the names of those. */
export function exportedGifts({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    select type_id('chk', c.id) as "checkoutId", c.state, c.currency, wire_time(c.created_at) as "createdAt",
      ${listOf(BUYERS)} as buyers, ${listOf(LINES)} as lines
    from checkouts c join checkout_buyers b on b.store_id = c.store_id and b.checkout_id = c.id
    where c.store_id = ${storeId} and b.bought_by = ${gameUserId} order by c.id`
}

/** With every period that was paid or could not be charged. */
export function exportedSubscriptions({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    select type_id('sub', s.id) as id, type_id('chk', s.checkout_id) as "checkoutId", s.state, s.provider,
      s.subscription_ref as "subscriptionRef", s.amount_minor as "amountMinor", s.currency, s.billing_period as "billingPeriod",
      s.grace_seconds / 86400 as "graceDays", wire_time(s.anchor) as "startedAt", wire_time(s.paid_until) as "paidUntil",
      wire_time(s.cancelled_at) as "cancelledAt", s.cancelled_by as "cancelledBy", wire_time(s.created_at) as "createdAt", (
        select coalesce(json_agg(json_build_object('periodNo', i.period_no, 'checkoutId', type_id('chk', i.checkout_id),
          'failed', i.failed) order by i.period_no), '[]')
        from subscription_invoices i where i.store_id = s.store_id and i.subscription_id = s.id) as periods
    from subscriptions s join checkouts c on c.store_id = s.store_id and c.id = s.checkout_id
    where s.store_id = ${storeId} and c.game_user_id = ${gameUserId} order by s.id`
}

export function exportedBaskets({ storeId, gameUserId }: PlayerKey): RawBuilder<Record<string, unknown>> {
  return sql`
    select b.identity, b.proof, b.player_label as label, b.recipient, b.email, b.code, wire_time(b.expires_at) as "expiresAt", (
        select coalesce(json_agg(json_build_object('productId', type_id('prd', l.product_id), 'quantity', l.quantity, 'fields', l.fields)), '[]')
        from basket_lines l where l.store_id = b.store_id and l.basket_id = b.id) as lines
    from baskets b where b.store_id = ${storeId} and b.game_user_id = ${gameUserId} order by b.id`
}

const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`

const BUYERS = sql`
  select email, locale, bought_by as "boughtBy", wire_time(consented_at) as "consentedAt", consent_version as "consentVersion"
  from checkout_buyers where store_id = c.store_id and checkout_id = c.id`

const LINES = sql`
  select line_no as "lineNo", type_id('prd', product_id) as "productId", name, type_id('var', variant_id) as "variantId",
    variant_name as "variantName", billing_period as "billingPeriod", type_id('chk', renewal_of) as "renewalOf", coalesce(fields->'values', '[]') as fields, price_minor as "priceMinor", quantity, upgrade_credit_minor as "upgradeCreditMinor", sale_minor as "saleMinor",
    code_minor as "codeMinor", gift_card_minor as "giftCardMinor", paid_minor(checkout_lines) as "paidMinor", tax_minor as "taxMinor",
    duration_seconds as "durationSeconds", type_id('srv', buyer_server_id) as "serverId",
    wire_time(refunded_at) as "refundedAt", wire_time(withdrawn_at) as "withdrawnAt"
  from checkout_lines where store_id = c.store_id and checkout_id = c.id order by line_no`

const PAYMENTS = sql`
  select provider, amount_minor as "amountMinor", page_ref as "pageRef", page_url as "pageUrl", return_url as "returnUrl", payment_ref as "paymentRef",
    refunded_minor as "refundedMinor", dispute, wire_time(created_at) as "createdAt", wire_time(expires_at) as "expiresAt"
  from payments where store_id = c.store_id and checkout_id = c.id`

const REFUNDS = sql`
  select type_id('rfd', id) as id, line_nos as "lineNos", amount_minor as "amountMinor", state, error,
    wire_time(requested_at) as "requestedAt", wire_time(finished_at) as "finishedAt"
  from payment_refunds where store_id = c.store_id and checkout_id = c.id order by payment_refunds.id`

const PARKED = sql`
  select type_id('prk', id) as id, provider, reason, subject, facts, wire_time(parked_at) as "parkedAt",
    wire_time(resolved_at) as "resolvedAt", resolution_note as "resolutionNote"
  from parked_payments where store_id = c.store_id and checkout_id = c.id order by parked_payments.id`

/** Without their balance: whoever has the code may have spent it. */
const BOUGHT_CARDS = sql`
  select type_id('gfc', id) as id, line_no as "lineNo", hint, currency, value_minor as "valueMinor", note, wire_time(created_at) as "createdAt"
  from gift_cards where store_id = c.store_id and checkout_id = c.id order by gift_cards.id`

const CARD_ENTRIES = sql`
  select type_id('gfc', card_id) as id, kind, amount_minor as "amountMinor", line_no as "lineNo", note, wire_time(created_at) as "createdAt"
  from gift_card_entries where store_id = c.store_id and checkout_id = c.id order by card_id, entry_no`

const SANDBOX = sql`
  select paid, wire_time(refund_at) as "refundAt", wire_time(dispute_at) as "disputeAt", refunds,
    wire_time(created_at) as "createdAt"
  from sandbox_payments where store_id = c.store_id and checkout_id = c.id`
