import { type RawBuilder, sql } from 'kysely'
import type { Rebuy } from '../../catalog/product.ts'
import type { Tx } from '../../db/database.ts'
import { countSources, inRange, keysetPage, MAX_SCANNED } from '../../db/keyset-page.ts'
import type { EntitlementId, GameServerId, ProductId, StoreId } from '../../ids.ts'
import { requireText } from '../../text.ts'

export type EntitlementFilter = {
  storeId: StoreId
  gameUserId?: string | undefined
  productId?: ProductId | undefined
  state?: 'active' | 'ended' | undefined
  /** Only active entitlements that end before this time. */
  endingBefore?: Date | undefined
  after?: EntitlementId | undefined
}

export type ListedEntitlement = {
  id: EntitlementId
  productId: ProductId
  productName: string
  gameUserId: string
  rebuy: Rebuy
  /** The server that the buyer chose, if the entitlement is for this server only. */
  serverId: GameServerId | null
  /** Null means for ever. */
  until: Date | null
  endedAt: Date | null
  endedBy: 'refund' | 'expiry' | null
  createdAt: Date
}

/** The entitlements of a store, newest first. A page can be short and still have a next one: see `keysetPage`. */
export async function listEntitlements(
  tx: Tx,
  { limit, ...filter }: EntitlementFilter & { limit: number },
): Promise<{ entitlements: ListedEntitlement[]; next: EntitlementId | null }> {
  if (filter.gameUserId !== undefined) requireText('The player', filter.gameUserId, { max: 255 })
  const source = await chooseSource(tx, filter)
  const { ids, next } = await keysetPage<EntitlementId>(tx, { source, keep: matchEntitlement(filter), limit })
  return { entitlements: ids.length === 0 ? [] : await readEntitlements(tx, { storeId: filter.storeId, ids }), next }
}

/**
 * Entitlements have no index on players and products, because every sale would have to maintain it. If few checkouts
 * match, the entitlements are found through them. If many match, a scan of the newest entitlements soon fills a page.
 */
async function chooseSource(tx: Tx, filter: EntitlementFilter): Promise<RawBuilder<unknown>> {
  const { storeId, gameUserId, productId } = filter
  const purchases = [
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
  const counts = purchases.length > 0 ? await countSources(tx, purchases) : []
  const shortest = purchases[counts.indexOf(Math.min(...counts))]
  if (!shortest || Math.min(...counts) > MAX_SCANNED) {
    return sql`select id from entitlements where store_id = ${storeId} and ${inRange(sql`id`, filter)} order by id desc`
  }
  return sql`
    select distinct granted.id from (${shortest}) purchase cross join lateral (
      select g.entitlement_id as id from grants g where g.store_id = ${storeId} and g.checkout_id = purchase.id offset 0) granted
    where ${inRange(sql`granted.id`, filter)} order by granted.id desc`
}

function matchEntitlement({ storeId, gameUserId, productId, state, endingBefore }: EntitlementFilter) {
  const conditions = [
    ...(gameUserId !== undefined ? [sql`e.game_user_id = ${gameUserId}`] : []),
    ...(productId ? [sql`e.product_id = ${productId}`] : []),
    ...(state === 'ended' ? [sql`e.ended_at is not null`] : []),
    ...(state === 'active' || endingBefore ? [sql`e.ended_at is null`] : []),
    ...(endingBefore ? [sql`e.until < ${endingBefore}::timestamptz`] : []),
  ]
  if (conditions.length === 0) return undefined
  return sql`
    select from entitlements e
    where e.store_id = ${storeId} and e.id = scanned.id and ${sql.join(conditions, sql` and `)}`
}

async function readEntitlements(
  tx: Tx,
  { storeId, ids }: { storeId: StoreId; ids: EntitlementId[] },
): Promise<ListedEntitlement[]> {
  const { rows } = await sql<ListedEntitlement>`
    select e.*, p.name as "productName" from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select id, product_id as "productId", game_user_id as "gameUserId", rebuy,
        nullif(scope, '00000000-0000-0000-0000-000000000000') as "serverId", nullif(until, 'infinity') as until,
        ended_at as "endedAt", ended_by as "endedBy", created_at as "createdAt"
      from entitlements where store_id = ${storeId} and id = wanted.id offset 0) e
    join products p on p.store_id = ${storeId} and p.id = e."productId"
    order by e.id desc`.execute(tx)
  return rows
}
