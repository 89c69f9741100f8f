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
  type DiscountCodeId,
  type EntitlementId,
  type EventId,
  formatId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../../ids.ts'
import { type CheckoutLine, type CheckoutState, type FrozenFields, LINE_COLUMNS, totalOf } from '../checkout.ts'

/** A purchase of a thousand units can have more. A search of deliveries finds the rest. */
const MAX_DELIVERIES = 1_000
const MAX_EVENTS_READ = 2_000
const MAX_CLOCK_DRIFT_MS = 5_000

export type CheckoutDetails = {
  id: CheckoutId
  state: CheckoutState
  gameUserId: string
  reference: string | null
  /** The coupon or creator's code that it was opened with. */
  code: { id: DiscountCodeId; code: string; creator: string | null } | null
  currency: string
  totalMinor: number
  createdAt: Date
  paidAt: Date | null
  refundedAt: Date | null
  disputedAt: Date | null
  /** The platform that it was imported from. It is not a sale of this store. */
  importedFrom: string | null
  lines: (CheckoutLine & { refunded_at: Date | null })[]
  /** Newest first, with their failed attempts. */
  deliveries: (DeliveryRow & { history: Attempt[] })[]
  entitlements: GrantedEntitlement[]
  /** Oldest first. Events are deleted after some weeks. */
  events: CheckoutEvent[]
}

type CheckoutEvent = { id: EventId; type: string; createdAt: Date }

type GrantedEntitlement = {
  id: EntitlementId
  lineNo: number
  productId: ProductId
  rebuy: Rebuy
  serverIds: GameServerId[]
  /** Null means for ever. */
  until: Date | null
  endedAt: Date | null
  endedBy: 'refund' | 'expiry' | null
  /** When the grant of this line was revoked. */
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
      'code_id',
      'code',
      sql<string | null>`(
        select d.name from discount_codes d
        where d.store_id = checkouts.store_id and d.id = checkouts.code_id and d.kind = 'creator')`.as('creator'),
      'currency',
      'created_at',
      'paid_at',
      'refunded_at',
      'disputed_at',
      'imported_from',
    ])
    .where('store_id', '=', storeId)
    .where('id', '=', checkoutId)
    .executeTakeFirst()
  if (!checkout) throw new AppError('not_found', 'No such checkout in this store')
  const lines = await readLines(tx, key)
  return {
    id: checkout.id,
    state: checkout.state,
    gameUserId: checkout.game_user_id,
    reference: checkout.reference,
    code:
      checkout.code_id === null ? null : { id: checkout.code_id, code: checkout.code ?? '', creator: checkout.creator },
    currency: checkout.currency,
    totalMinor: totalOf(lines),
    createdAt: checkout.created_at,
    paidAt: checkout.paid_at,
    refundedAt: checkout.refunded_at,
    disputedAt: checkout.disputed_at,
    importedFrom: checkout.imported_from,
    lines,
    deliveries: await readDeliveries(tx, key),
    entitlements: await readEntitlements(tx, key),
    events: await readEvents(tx, key, [
      checkout.created_at,
      checkout.paid_at,
      checkout.refunded_at,
      checkout.disputed_at,
      ...lines.map((line) => line.refunded_at),
    ]),
  }
}

async function readLines(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<CheckoutDetails['lines']> {
  const lines = await tx
    .selectFrom('checkout_lines')
    .select([...LINE_COLUMNS, 'refunded_at'])
    .where('store_id', '=', storeId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('line_no')
    .execute()
  return lines.map((line) => ({ ...line, fields: line.fields as FrozenFields | null }))
}

async function readDeliveries(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<CheckoutDetails['deliveries']> {
  const { deliveries } = await readDeliveryPage(tx, { storeId, checkoutIds: [checkoutId], limit: MAX_DELIVERIES })
  const { rows } = await sql<Attempt & { delivery_id: DeliveryId }>`
    select delivery_id, attempt, outcome, commands_run, reason, output, reported_at from delivery_attempts
    where store_id = ${storeId} and delivery_id = any(${deliveries.map(({ id }) => id)}::uuid[])
    order by delivery_id, attempt`.execute(tx)
  return deliveries.map((delivery) => ({
    ...delivery,
    history: rows.flatMap(({ delivery_id: deliveryId, ...attempt }) => (deliveryId === delivery.id ? attempt : [])),
  }))
}

async function readEntitlements(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<GrantedEntitlement[]> {
  const { rows } = await sql<GrantedEntitlement>`
    select e.id, g.line_no as "lineNo", e.product_id as "productId", e.rebuy, g.server_ids as "serverIds",
      nullif(e.until, 'infinity') as until, e.ended_at as "endedAt", e.ended_by as "endedBy", g.revoked_at as "revokedAt"
    from grants g join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = ${checkoutId} order by g.line_no`.execute(tx)
  return rows
}

/**
 * Searches the events around the times of the checkout, because an event is recorded in the transaction that caused it.
 * Events at other times, such as the end of a dispute, are not included.
 */
async function readEvents(
  tx: Tx,
  { storeId, checkoutId }: CheckoutKey,
  moments: (Date | null)[],
): Promise<CheckoutEvent[]> {
  const events = new Map<EventId, CheckoutEvent>()
  for (const time of new Set(moments.flatMap((moment) => moment?.getTime() ?? []))) {
    const { rows } = await sql<CheckoutEvent>`
      select id, type, created_at as "createdAt" from (
        select id, type, created_at, body from events
        where store_id = ${storeId} and id >= first_id_at(${new Date(time - MAX_CLOCK_DRIFT_MS)}::timestamptz)
          and id < first_id_at(${new Date(time + MAX_CLOCK_DRIFT_MS)}::timestamptz)
        order by id limit ${MAX_EVENTS_READ}) near
      where position(${`"checkoutId":"${formatId('chk', checkoutId)}"`} in body) > 0`.execute(tx)
    for (const event of rows) events.set(event.id, event)
  }
  return [...events.values()].sort((x, y) => (x.id < y.id ? -1 : 1))
}
