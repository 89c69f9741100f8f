import { sql } from 'kysely'
import { lineTitle, paidOf } from '../../checkouts/checkout.ts'
import type { Tx } from '../../db/database.ts'
import type { DeliveryRow } from '../../delivery/read/read-deliveries.ts'
import type { Attempt } from '../../delivery/read/show-delivery.ts'
import { type CheckoutId, formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { toDecimal } from '../../money.ts'
import { type CheckoutWithPayment, showCheckoutWithPayment } from './show-checkout-with-payment.ts'

const MAX_EARLIER = 1_000
const MAX_DATES = 20

/** The evidence that an owner can send to the bank in a dispute. Addresses of buyers are not in it, because they are not stored. */
export type Evidence = {
  createdAt: Date
  store: { id: string; name: string; url: string }
  purchase: {
    id: string
    reference: string | null
    player: string
    state: CheckoutWithPayment['state']
    currency: string
    total: number
    openedAt: Date
    paidAt: Date | null
    disputedAt: Date | null
    refundedAt: Date | null
    lines: {
      name: string
      quantity: number
      price: number
      /** For all units. */
      paid: number
      /** Null means for ever. */
      durationSeconds: number | null
      requiresOnline: boolean
      refundedAt: Date | null
    }[]
  }
  payment: { provider: string; reference: string | null; amount: number; refunded: number; dispute: string } | null
  /** Oldest first. */
  deliveries: DeliveryEvidence[]
  refunds: { amount: number; state: string; requestedAt: Date; finishedAt: Date | null }[]
  /** Earlier purchases of the same player that were paid and neither refunded nor disputed. */
  earlierPurchases: { count: number; hasMore: boolean; firstPaidAt: Date | null; lastPaidAt: Date[] }
}

type DeliveryEvidence = {
  id: string
  kind: 'purchase' | 'refund' | 'expiry'
  state: DeliveryRow['state']
  server: string | null
  products: string[]
  queuedAt: Date
  /** The first dispatch. */
  dispatchedAt: Date | null
  finishedAt: Date | null
  receipt: string | null
  failedAttempts: { at: Date; outcome: string; reason: string }[]
}

const KIND = { APPROVE: 'purchase', REFUND: 'refund', EXPIRE: 'expiry' } as const

export async function collectDisputeEvidence(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<Evidence> {
  const checkout = await showCheckoutWithPayment(tx, { storeId, checkoutId })
  const { rows } = await sql<{ name: string; url: string; now: Date; servers: [GameServerId, string][] }>`
    select name, url, now() as now,
      array(select json_build_array(g.id, g.name) from game_servers g where g.store_id = s.id) as servers
    from stores s where s.id = ${storeId}`.execute(tx)
  const [store] = rows
  if (!store) throw new Error('the checkout has no store')
  const { currency, payment } = checkout
  const amount = (minor: number) => toDecimal(minor, currency)
  const servers = new Map(store.servers)
  return {
    createdAt: store.now,
    store: { id: formatId('sto', storeId), name: store.name, url: store.url },
    purchase: toPurchase(checkout),
    payment: payment && {
      provider: payment.provider,
      reference: payment.paymentRef,
      amount: amount(payment.amountMinor),
      refunded: amount(payment.refundedMinor),
      dispute: payment.dispute,
    },
    deliveries: checkout.deliveries.toReversed().map((delivery) => toDelivery(delivery, servers)),
    refunds: checkout.refunds.map(({ amountMinor, state, requestedAt, finishedAt }) => ({
      amount: amount(amountMinor),
      state,
      requestedAt,
      finishedAt,
    })),
    earlierPurchases: await readEarlierPurchases(tx, { storeId, checkout }),
  }
}

function toPurchase(checkout: CheckoutWithPayment): Evidence['purchase'] {
  const { currency } = checkout
  return {
    id: formatId('chk', checkout.id),
    reference: checkout.reference,
    player: checkout.gameUserId,
    state: checkout.state,
    currency,
    total: toDecimal(checkout.totalMinor, currency),
    openedAt: checkout.createdAt,
    paidAt: checkout.paidAt,
    disputedAt: checkout.disputedAt,
    refundedAt: checkout.refundedAt,
    lines: checkout.lines.map((line) => ({
      name: lineTitle(line),
      quantity: line.quantity,
      price: toDecimal(line.price_minor, currency),
      paid: toDecimal(paidOf(line), currency),
      durationSeconds: line.duration_seconds,
      requiresOnline: line.requires_online,
      refundedAt: line.refunded_at,
    })),
  }
}

function toDelivery(
  delivery: DeliveryRow & { history: Attempt[] },
  servers: Map<GameServerId, string>,
): DeliveryEvidence {
  const products = JSON.parse(delivery.products) as { name: string }[]
  return {
    id: formatId('cmd', delivery.id),
    kind: KIND[delivery.delivery_type],
    state: delivery.state,
    server: delivery.server_id === null ? null : (servers.get(delivery.server_id) ?? null),
    products: products.map(({ name }) => name),
    queuedAt: delivery.created_at,
    dispatchedAt: delivery.dispatched_at,
    finishedAt: delivery.finished_at,
    receipt: delivery.receipt,
    failedAttempts: delivery.history.map(({ reported_at: at, outcome, reason }) => ({ at, outcome, reason })),
  }
}

async function readEarlierPurchases(
  tx: Tx,
  { storeId, checkout }: { storeId: StoreId; checkout: CheckoutWithPayment },
): Promise<Evidence['earlierPurchases']> {
  const { rows } = await sql<{ paid_at: Date | null; undisputed: boolean }>`
    select paid_at, state = 'paid' and disputed_at is null as undisputed from checkouts
    where store_id = ${storeId} and game_user_id = ${checkout.gameUserId} and id < ${checkout.id}
    order by id desc limit ${MAX_EARLIER + 1}`.execute(tx)
  const dates = rows
    .slice(0, MAX_EARLIER)
    .flatMap(({ paid_at: paidAt, undisputed }) => (undisputed && paidAt ? paidAt : []))
  return {
    count: dates.length,
    hasMore: rows.length > MAX_EARLIER,
    firstPaidAt: dates.at(-1) ?? null,
    lastPaidAt: dates.slice(0, MAX_DATES),
  }
}
