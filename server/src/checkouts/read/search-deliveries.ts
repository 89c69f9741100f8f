import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type DeliveryFilter, type DeliveryPage, readDeliveryPage } from '../../delivery/read/read-delivery-page.ts'
import type { CheckoutId } from '../../ids.ts'
import { requireText } from '../../text.ts'

/** The deliveries of a checkout can be in any later month of the ledger, so each checkout is looked up in all of them. */
const FEW_CHECKOUTS = 200

/**
 * The deliveries of a store that match, newest first. The ledger has no index on players and products, because every
 * report would have to maintain it. If few checkouts match, their deliveries are found through them. If many match, a
 * scan of the newest deliveries soon fills a page.
 */
export async function searchDeliveries(tx: Tx, filter: DeliveryFilter & { limit: number }): Promise<DeliveryPage> {
  if (filter.gameUserId !== undefined) requireText('The player', filter.gameUserId, { max: 255 })
  return readDeliveryPage(tx, { ...filter, checkoutIds: await findFewCheckouts(tx, filter) })
}

/** The checkouts whose deliveries can match. Undefined if there are many, or if the filter does not restrict them. */
async function findFewCheckouts(tx: Tx, filter: DeliveryFilter): Promise<CheckoutId[] | undefined> {
  const { storeId, checkoutId, gameUserId, productId } = filter
  if (checkoutId) return [checkoutId]
  const sources = [
    ...(gameUserId !== undefined
      ? [sql`select id from checkouts where store_id = ${storeId} and game_user_id = ${gameUserId} order by id`]
      : []),
    ...(productId
      ? [
          sql`select distinct checkout_id as id from checkout_lines
            where store_id = ${storeId} and product_id = ${productId} order by checkout_id`,
        ]
      : []),
  ]
  if (sources.length === 0) return undefined
  const upToLimit = (source: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(id), '[]') from (select id from (${source}) source limit ${sql.lit(FEW_CHECKOUTS + 1)}) found)`
  const { rows } = await sql<{ lists: CheckoutId[][] }>`
    select json_build_array(${sql.join(sources.map(upToLimit))}) as lists`.execute(tx)
  const [shortest] = (rows[0]?.lists ?? []).toSorted((a, b) => a.length - b.length)
  return shortest && shortest.length <= FEW_CHECKOUTS ? shortest : undefined
}
