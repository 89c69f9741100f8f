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
  /** Only what is active and ends before then. */
  endingBefore?: Date | undefined
  after?: EntitlementId | undefined
}

export type ListedEntitlement = {
  id: EntitlementId
  productId: ProductId
  productName: string
  gameUserId: string
  rebuy: Rebuy
  /** The one server it counts on, where the buyer picked one. */
  serverId: GameServerId | null
  /** Null: for ever. */
  until: Date | null
  endedAt: Date | null
  endedBy: 'refund' | 'expiry' | null
  createdAt: Date
}

/** What players hold or held, newest first. A page may be short and still have a next one: see `keysetPage`. */
export async function listEntitlements(
  tx: Tx,
  { most, ...filter }: EntitlementFilter & { most: number },
): Promise<{ entitlements: ListedEntitlement[]; next: EntitlementId | null }> {
  if (filter.gameUserId !== undefined) requireText('The player', filter.gameUserId, { max: 255 })
  const source = await chooseSource(tx, filter)
  const { ids, next } = await keysetPage<EntitlementId>(tx, { source, keep: match(filter), most })
  return { entitlements: ids.length === 0 ? [] : await describe(tx, { storeId: filter.storeId, ids }), next }
}

/**
 * An index on players or products would be written twice at every sale, so what few purchases fed is found through them.
 * Where many match, the newest entitlements soon hold a page of them.
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
    select distinct fed.id from (${shortest}) purchase cross join lateral (
      select g.entitlement_id as id from grants g where g.store_id = ${storeId} and g.checkout_id = purchase.id offset 0) fed
    where ${inRange(sql`fed.id`, filter)} order by fed.id desc`
}

function match({ storeId, gameUserId, productId, state, endingBefore }: EntitlementFilter) {
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

async function describe(
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
