import { sql } from 'kysely'
import type { Rebuy } from '../../catalog/product.ts'
import type { Tx } from '../../db/database.ts'
import type { Attempt } from '../../delivery/read/show-delivery.ts'
import type { DeliveryRow } from '../../delivery/read/read-deliveries.ts'
import { readDeliveryPage } from '../../delivery/read/read-delivery-page.ts'
import { AppError } from '../../errors.ts'
import {
  type CheckoutId,
  type DeliveryId,
  type EntitlementId,
  type EventId,
  formatId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../../ids.ts'
import { type CheckoutLine, type CheckoutState, LINE_COLUMNS, totalOf } from '../checkout.ts'

/** A purchase of a thousand units that expired one by one has more; the rest is found by a search of commands. */
const MAX_DELIVERIES = 1_000
const MOST_EVENTS_READ = 2_000
const CLOCKS_DIFFER_MS = 5_000

export type CheckoutDetails = {
  id: CheckoutId
  state: CheckoutState
  gameUserId: string
  reference: string | null
  currency: string
  totalMinor: number
  createdAt: Date
  paidAt: Date | null
  refundedAt: Date | null
  disputedAt: Date | null
  lines: (CheckoutLine & { refunded_at: Date | null })[]
  /** Newest first, each with the attempts that did not end well. */
  deliveries: (DeliveryRow & { history: Attempt[] })[]
  entitlements: FedEntitlement[]
  /** Oldest first; events are kept for some weeks. */
  events: ToldEvent[]
}

type ToldEvent = { id: EventId; type: string; createdAt: Date }

type FedEntitlement = {
  id: EntitlementId
  lineNo: number
  productId: ProductId
  rebuy: Rebuy
  serverIds: GameServerId[]
  /** Null: for ever. */
  until: Date | null
  endedAt: Date | null
  endedBy: 'refund' | 'expiry' | null
  /** When what this line added was taken back. */
  revokedAt: Date | null
}

type CheckoutKey = { storeId: StoreId; checkoutId: CheckoutId }

/** Everything that is known about a checkout, except its payment. */
export async function showCheckout(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<CheckoutDetails> {
  const key = { storeId, checkoutId }
  const checkout = await tx
    .selectFrom('checkouts')
    .select([
      'id',
      'state',
      'game_user_id',
      'reference',
      'currency',
      'created_at',
      'paid_at',
      'refunded_at',
      'disputed_at',
    ])
    .where('store_id', '=', storeId)
    .where('id', '=', checkoutId)
    .executeTakeFirst()
  if (!checkout) throw new AppError('not_found', 'No such checkout in this store')
  const lines = await linesOf(tx, key)
  return {
    id: checkout.id,
    state: checkout.state,
    gameUserId: checkout.game_user_id,
    reference: checkout.reference,
    currency: checkout.currency,
    totalMinor: totalOf(lines),
    createdAt: checkout.created_at,
    paidAt: checkout.paid_at,
    refundedAt: checkout.refunded_at,
    disputedAt: checkout.disputed_at,
    lines,
    deliveries: await deliveriesOf(tx, key),
    entitlements: await entitlementsOf(tx, key),
    events: await eventsOf(tx, key, [
      checkout.created_at,
      checkout.paid_at,
      checkout.refunded_at,
      checkout.disputed_at,
      ...lines.map((line) => line.refunded_at),
    ]),
  }
}

async function linesOf(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<CheckoutDetails['lines']> {
  return tx
    .selectFrom('checkout_lines')
    .select([...LINE_COLUMNS, 'refunded_at'])
    .where('store_id', '=', storeId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('line_no')
    .execute()
}

async function deliveriesOf(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<CheckoutDetails['deliveries']> {
  const { deliveries } = await readDeliveryPage(tx, { storeId, checkoutIds: [checkoutId], limit: MAX_DELIVERIES })
  const { rows } = await sql<Attempt & { delivery_id: DeliveryId }>`
    select delivery_id, attempt, outcome, commands_run, reason, output, reported_at from delivery_attempts
    where store_id = ${storeId} and delivery_id = any(${deliveries.map(({ id }) => id)}::uuid[])
    order by delivery_id, attempt`.execute(tx)
  return deliveries.map((command) => ({
    ...command,
    history: rows.flatMap(({ delivery_id: deliveryId, ...attempt }) => (deliveryId === command.id ? attempt : [])),
  }))
}

async function entitlementsOf(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<FedEntitlement[]> {
  const { rows } = await sql<FedEntitlement>`
    select e.id, g.line_no as "lineNo", e.product_id as "productId", e.rebuy, g.server_ids as "serverIds",
      nullif(e.until, 'infinity') as until, e.ended_at as "endedAt", e.ended_by as "endedBy", g.revoked_at as "revokedAt"
    from grants g join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = ${checkoutId} order by g.line_no`.execute(tx)
  return rows
}

/**
 * An event is recorded in the transaction that caused it, so those of a checkout lie around the moments it knows. What
 * others were told at another time, that a dispute was closed for example, is found among the events of the store.
 */
async function eventsOf(tx: Tx, { storeId, checkoutId }: CheckoutKey, moments: (Date | null)[]): Promise<ToldEvent[]> {
  const told = new Map<EventId, ToldEvent>()
  for (const time of new Set(moments.flatMap((moment) => moment?.getTime() ?? []))) {
    const { rows } = await sql<ToldEvent>`
      select id, type, created_at as "createdAt" from (
        select id, type, created_at, body from events
        where store_id = ${storeId} and id >= first_id_at(${new Date(time - CLOCKS_DIFFER_MS)}::timestamptz)
          and id < first_id_at(${new Date(time + CLOCKS_DIFFER_MS)}::timestamptz)
        order by id limit ${MOST_EVENTS_READ}) near
      where position(${`"checkoutId":"${formatId('chk', checkoutId)}"`} in body) > 0`.execute(tx)
    for (const event of rows) told.set(event.id, event)
  }
  return [...told.values()].sort((x, y) => (x.id < y.id ? -1 : 1))
}
