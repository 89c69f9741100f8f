import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type IdRange, inRange, keysetPage, MAX_SCANNED } from '../../db/keyset-page.ts'
import {
  type CheckoutId,
  type DeliveryId,
  formatId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../../ids.ts'
import type { DeliveryState, DeliveryType } from '../delivery.ts'
import { noDeliveryBefore } from './no-delivery-before.ts'
import { type DeliveryRow, QUEUE_STATE, readDeliveries } from './read-deliveries.ts'

export type DeliveryFilter = IdRange<DeliveryId> & {
  storeId: StoreId
  state?: DeliveryState | undefined
  type?: DeliveryType | undefined
  serverId?: GameServerId | undefined
  checkoutId?: CheckoutId | undefined
  gameUserId?: string | undefined
  productId?: ProductId | undefined
}

export type DeliveryPage = { deliveries: DeliveryRow[]; next: DeliveryId | null }

/** The content of deliveries can be large, so a page ends after this many bytes. It holds at least one delivery. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

/**
 * The deliveries of a store, from queue and ledger, newest first. With `checkoutIds`, only the deliveries of those
 * checkouts are scanned. A page may be short or empty and still have a next one: see `keysetPage`.
 */
export async function readDeliveryPage(
  tx: Tx,
  { limit, checkoutIds, ...filter }: DeliveryFilter & { limit: number; checkoutIds?: CheckoutId[] | undefined },
): Promise<DeliveryPage> {
  const { storeId } = filter
  const source = checkoutIds ? scanCheckouts(filter, checkoutIds) : scanStore(filter)
  const { ids, next } = await keysetPage<DeliveryId>(tx, { source, keep: matchDelivery(filter), limit })
  const fitting = await selectFitting(tx, { storeId, ids })
  const deliveries = await readDeliveries(tx, { storeId, ids: fitting })
  return { deliveries, next: fitting.length < ids.length ? (fitting.at(-1) ?? next) : next }
}

function scanCheckouts(filter: DeliveryFilter, checkoutIds: CheckoutId[]): RawBuilder<unknown> {
  const wanted = sql`
    store_id = ${filter.storeId} and checkout_id = any(${checkoutIds}::uuid[]) and ${inRange(sql`id`, filter)}`
  const bought = sql`id >= first_id_at(${noDeliveryBefore(checkoutIds)}::timestamptz)`
  return sql`
    select id from (
      select id from pending_deliveries where ${wanted} union all select id from delivery_ledger where ${wanted} and ${bought}) found
    order by id desc`
}

/** The newest of the queue and of the ledger, each along the shortest index that fits. */
function scanStore(filter: DeliveryFilter): RawBuilder<unknown> {
  const { storeId, state, type } = filter
  const inStore = sql`store_id = ${storeId} and ${inRange(sql`id`, filter)}`
  const end = sql`order by id desc limit ${sql.lit(MAX_SCANNED)}`
  const held = state === 'held' ? sql`and hold_reason is not null` : sql``
  const rare =
    state === 'cancelled'
      ? sql`and state = 'cancelled'`
      : type && type !== 'APPROVE'
        ? sql`and delivery_type = ${type} and delivery_type <> 'APPROVE'`
        : sql``
  const isFinished = state === 'processed' || state === 'cancelled'
  const parts = [
    ...(isFinished ? [] : [sql`(select id from pending_deliveries where ${inStore} ${held} ${end})`]),
    ...(isFinished || !state ? [sql`(select id from delivery_ledger where ${inStore} ${rare} ${end})`] : []),
  ]
  return sql`select id from (${sql.join(parts, sql` union all `)}) both_tables order by id desc`
}

/** Checks one scanned delivery against the whole filter. */
function matchDelivery(filter: DeliveryFilter): RawBuilder<unknown> | undefined {
  const { storeId, state, type, serverId, checkoutId, gameUserId, productId } = filter
  const conditions = [
    ...(type ? [sql`delivery_type = ${type}`] : []),
    ...(serverId ? [sql`server_id = ${serverId}`] : []),
    ...(checkoutId ? [sql`checkout_id = ${checkoutId}`] : []),
    ...(gameUserId !== undefined ? [sql`game_user_id = ${gameUserId}`] : []),
    // Quotes inside of a name are escaped, so nothing else in the serialized products contains this text.
    ...(productId ? [sql`position(${`"id":"${formatId('prd', productId)}"`} in products) > 0`] : []),
  ]
  if (conditions.length === 0 && !state) return undefined
  const wanted = sql.join([sql`store_id = ${storeId} and id = scanned.id`, ...conditions], sql` and `)
  const [queued, finished] = state ? [sql`and ${QUEUE_STATE} = ${state}`, sql`and state = ${state}`] : [sql``, sql``]
  return sql`
    select from (select from pending_deliveries where ${wanted} ${queued}
      union all select from delivery_ledger where ${wanted} ${finished}) found`
}

async function selectFitting(tx: Tx, { storeId, ids }: { storeId: StoreId; ids: DeliveryId[] }): Promise<DeliveryId[]> {
  if (ids.length < 2) return ids
  const { rows } = await sql<{ fit: number }>`
    select count(*) filter (where place = 1 or upto <= ${MAX_PAGE_BYTES})::integer as fit from (
      select wanted.place, sum(found.bytes) over (order by wanted.place) as upto
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) cross join lateral (
        select octet_length(products) as bytes from pending_deliveries where store_id = ${storeId} and id = wanted.id
        union all
        select octet_length(products) + coalesce(octet_length(receipt), 0) from delivery_ledger where store_id = ${storeId} and id = wanted.id
        offset 0) found) counted`.execute(tx)
  return ids.slice(0, Math.max(rows[0]?.fit ?? 1, 1))
}
