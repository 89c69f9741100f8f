import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { countSources, inRange, type IdRange, MAX_SCANNED } from '../../db/keyset-page.ts'
import {
  type CheckoutId,
  type DeliveryId,
  formatId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../../ids.ts'
import type { DeliveryState, DeliveryType } from '../delivery.ts'
import { QUEUE_STATE } from './read-deliveries.ts'

export type DeliveryFilter = IdRange<DeliveryId> & {
  storeId: StoreId
  state?: DeliveryState | undefined
  type?: DeliveryType | undefined
  serverId?: GameServerId | undefined
  checkoutId?: CheckoutId | undefined
  gameUserId?: string | undefined
  productId?: ProductId | undefined
}

/** Their commands may lie in any later month, and each is looked for in all of them. */
const FEW_CHECKOUTS = 200

/**
 * Along which index a search goes, newest first. The ledger has none for players and products, which every report
 * would pay for: where few purchases match, their commands are found through them; where many do, the newest
 * commands soon hold a page of them.
 */
export async function chooseDeliveries(tx: Tx, filter: DeliveryFilter): Promise<RawBuilder<unknown>> {
  const purchases = purchasesOf(filter)
  const counts = purchases.length > 0 ? await countSources(tx, purchases) : []
  const fewest = Math.min(...counts)
  const shortest = purchases[counts.indexOf(fewest)]
  return shortest && fewest <= FEW_CHECKOUTS ? ofCheckouts(filter, shortest) : ofStore(filter)
}

/** Asks of one command what the whole filter asks. */
export function matchDelivery(filter: DeliveryFilter): RawBuilder<unknown> | undefined {
  const { storeId, state, type, serverId, checkoutId, gameUserId, productId } = filter
  const conditions = [
    ...(type ? [sql`delivery_type = ${type}`] : []),
    ...(serverId ? [sql`server_id = ${serverId}`] : []),
    ...(checkoutId ? [sql`checkout_id = ${checkoutId}`] : []),
    ...(gameUserId !== undefined ? [sql`game_user_id = ${gameUserId}`] : []),
    // Written once, by us: a quote inside a name is escaped, so nothing else looks like this.
    ...(productId ? [sql`position(${`"id":"${formatId('prd', productId)}"`} in products) > 0`] : []),
  ]
  if (conditions.length === 0 && !state) return undefined
  const wanted = sql.join([sql`store_id = ${storeId} and id = scanned.id`, ...conditions], sql` and `)
  const [waiting, finished] = state ? [sql`and ${QUEUE_STATE} = ${state}`, sql`and state = ${state}`] : [sql``, sql``]
  return sql`
    select from (select from pending_deliveries where ${wanted} ${waiting}
      union all select from delivery_ledger where ${wanted} ${finished}) found`
}

/** The purchases of a checkout, a player, a product: whose commands can match at all. */
function purchasesOf({ storeId, checkoutId, gameUserId, productId }: DeliveryFilter): RawBuilder<unknown>[] {
  return [
    ...(checkoutId ? [sql`select id from checkouts where store_id = ${storeId} and id = ${checkoutId}`] : []),
    ...(gameUserId !== undefined
      ? [sql`select id from checkouts where store_id = ${storeId} and game_user_id = ${gameUserId} order by id`]
      : []),
    ...(productId
      ? [
          sql`select distinct checkout_id as id from checkout_lines where store_id = ${storeId} and product_id = ${productId}
            order by checkout_id`,
        ]
      : []),
  ]
}

function ofCheckouts(filter: DeliveryFilter, purchases: RawBuilder<unknown>): RawBuilder<unknown> {
  const few = sql`array(select id from (${purchases}) purchase limit ${sql.lit(FEW_CHECKOUTS)})`
  const wanted = sql`store_id = ${filter.storeId} and checkout_id = any(${few}) and ${inRange(sql`id`, filter)}`
  return sql`
    select id from (select id from pending_deliveries where ${wanted} union all select id from delivery_ledger where ${wanted}) found
    order by id desc`
}

/** The newest of the queue and of the ledger, each along the shortest index that fits. */
function ofStore(filter: DeliveryFilter): RawBuilder<unknown> {
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
