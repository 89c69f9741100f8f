import { sql } from 'kysely'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, ProductId, StoreId } from '../../ids.ts'
import type { ProviderName } from '../../payments/provider.ts'
import { readSoldCodes, type SoldCode } from '../../promotions/gift-cards/sold-codes.ts'
import { findOrderSubscription, type ShownSubscription } from '../../subscriptions/read-subscriptions.ts'
import type { Sealer } from '../../seal.ts'
import type { MailRefusal } from './refuse-buyer-mail.ts'

export type Order = {
  checkoutId: CheckoutId
  state: CheckoutState
  gameUserId: string
  currency: string
  createdAt: Date
  paidAt: Date | null
  email: string | null
  isReceiptSent: boolean
  /** Why an e-mail about the order was not sent. */
  mailRefused: MailRefusal | null
  provider: ProviderName | null
  /** When money arrived that is returned, because the order could not be paid any more. */
  returnedAt: Date | null
  code: string | null
  taxCountry: string | null
  /** In basis points. */
  taxRate: number | null
  lines: OrderLine[]
  /** The end of the code of the gift card that paid a part. */
  giftCardHint: string | null
  /** Of the gift cards that were bought, and that the buyer has not seen yet. */
  unseenCards: number
  /** Their codes, if the buyer has asked for them. */
  codes: SoldCode[]
  /** That it began or renews. */
  subscription: ShownSubscription | null
}

export type OrderLine = {
  lineNo: number
  productId: ProductId
  name: string
  variantName: string | null
  isGiftCard: boolean
  /** What the buyer entered. */
  fields: { name: string; label: string; value: string }[]
  quantity: number
  priceMinor: number
  /** For all units, with money. */
  paidMinor: number
  giftCardMinor: number
  upgradeCreditMinor: number
  saleMinor: number
  /** Of the sale that lowered the price. */
  saleName: string | null
  codeMinor: number
  taxMinor: number
  /** Whether the player has to be in the game for this item. Its delivery can need it for another item. */
  requiresOnline: boolean
  freeSlots: number
  refundedAt: Date | null
  withdrawnAt: Date | null
  /** What was paid for it has paid for an upgrade as well. */
  isCredited: boolean
  /** When the player loses it again. */
  until: Date | null
  endedBy: 'refund' | 'expiry' | null
  isSubscription: boolean
  /** One for each game server that it goes to. Empty until it is paid. */
  deliveries: OrderDelivery[]
}

export type OrderDelivery = {
  state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
  holdReason: 'failed' | 'uncertain' | 'withdrawn' | null
  requiresOnline: boolean
  delaySeconds: number
  createdAt: Date
  dispatchedAt: Date | null
  finishedAt: Date | null
  server: string | null
  serverSeenAt: Date | null
}

type Row = Omit<Order, 'checkoutId' | 'lines' | 'codes' | 'subscription'>

/** What the page of an order shows. With `sealer`, also the codes of gift cards. */
export async function readOrder(
  tx: Tx,
  { storeId, checkoutId, sealer }: { storeId: StoreId; checkoutId: CheckoutId; sealer?: Sealer },
): Promise<Order> {
  const { rows } = await sql<Row>`
    select c.state, c.game_user_id as "gameUserId", c.currency, c.created_at as "createdAt", c.paid_at as "paidAt", b.email, coalesce(c.code, (
        select f.code from checkout_lines l join checkouts f on f.store_id = l.store_id and f.id = l.renewal_of
        where l.store_id = c.store_id and l.checkout_id = c.id limit 1)) as code,
      b.token_sealed is null and b.mail_refused is null as "isReceiptSent", b.mail_refused as "mailRefused", c.tax_country as "taxCountry", c.tax_rate as "taxRate",
      (select g.hint from gift_card_entries e join gift_cards g on g.store_id = e.store_id and g.id = e.card_id
        where e.store_id = c.store_id and e.checkout_id = c.id and e.kind = 'spent' limit 1) as "giftCardHint",
      (select count(*)::integer from gift_cards g where g.store_id = c.store_id and g.checkout_id = c.id
        and g.shown_at is null and g.voided_at is null) as "unseenCards",
      p.provider, p.returned_at as "returnedAt"
    from checkouts c join checkout_buyers b on b.store_id = c.store_id and b.checkout_id = c.id
    left join payments p on p.store_id = c.store_id and p.checkout_id = c.id
    where c.store_id = ${storeId} and c.id = ${checkoutId}`.execute(tx)
  const [order] = rows
  if (!order) throw new AppError('not_found', 'There is no such order. Check that the link is complete.')
  const { rows: lines } = await sql<Omit<OrderLine, 'deliveries'>>`
    select l.line_no as "lineNo", l.product_id as "productId", l.name, l.variant_name as "variantName",
      coalesce(l.fields->'values', '[]') as fields, l.quantity, l.is_gift_card as "isGiftCard",
      l.price_minor as "priceMinor", paid_minor(l) as "paidMinor", l.gift_card_minor as "giftCardMinor", l.tax_minor as "taxMinor",
      l.upgrade_credit_minor as "upgradeCreditMinor", l.sale_minor as "saleMinor", l.code_minor as "codeMinor", s.name as "saleName",
      l.requires_online as "requiresOnline", l.free_slots * l.quantity as "freeSlots", l.refunded_at as "refundedAt",
      l.billing_period is not null as "isSubscription",
      exists (select from upgrade_credits u join checkouts c on c.store_id = u.store_id and c.id = u.checkout_id and c.state = 'paid'
        where u.store_id = l.store_id and u.of_checkout_id = l.checkout_id and u.of_line_no = l.line_no and u.released_at is null
          and u.checkout_id <> u.of_checkout_id) as "isCredited",
      l.withdrawn_at as "withdrawnAt", nullif(e.until, 'infinity') as until, e.ended_by as "endedBy"
    from checkout_lines l
    left join sales s on s.store_id = l.store_id and s.id = l.sale_id
    left join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
    left join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where l.store_id = ${storeId} and l.checkout_id = ${checkoutId} order by l.line_no`.execute(tx)
  const isSubscription = lines.some((line) => line.isSubscription)
  const subscription = isSubscription ? await findOrderSubscription(tx, { storeId, checkoutId }) : undefined
  const deliveries = await readOrderDeliveries(tx, { storeId, checkoutId })
  return {
    checkoutId,
    ...order,
    subscription: subscription ?? null,
    codes: sealer ? await readSoldCodes(tx, sealer, { storeId, checkoutId }) : [],
    lines: lines.map((line) => ({
      ...line,
      deliveries: deliveries.flatMap(({ lineNos, ...delivery }) => (lineNos.includes(line.lineNo) ? delivery : [])),
    })),
  }
}

async function readOrderDeliveries(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<(OrderDelivery & { lineNos: number[] })[]> {
  // Copies that staff sent again are left out: the first delivery says when the player got it.
  const { rows } = await sql<OrderDelivery & { lineNos: number[] }>`
    select d."lineNos", d.state, d."holdReason", d."requiresOnline", d."delaySeconds", d."createdAt", d."dispatchedAt",
      d."finishedAt", s.name as server, s.last_seen_at as "serverSeenAt" from (
      select line_nos as "lineNos", server_id, case when hold_reason is not null then 'held' when retry_at is not null then 'retrying'
          else 'pending' end as state,
        hold_reason as "holdReason", requires_online as "requiresOnline", delay_seconds as "delaySeconds", created_at as "createdAt",
        dispatched_at as "dispatchedAt", null::timestamptz as "finishedAt"
      from pending_deliveries
      where store_id = ${storeId} and checkout_id = ${checkoutId} and delivery_type = 'APPROVE' and resend_of is null
      union all
      select line_nos, server_id, state, null, false, 0, created_at, dispatched_at, finished_at from delivery_ledger
      where store_id = ${storeId} and checkout_id = ${checkoutId} and delivery_type = 'APPROVE' and resend_of is null) d
    left join game_servers s on s.store_id = ${storeId} and s.id = d.server_id`.execute(tx)
  return rows
}
