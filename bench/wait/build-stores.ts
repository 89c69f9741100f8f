import type { ProductId, StoreId } from '../../server/src/ids.ts'
import { buildHistory } from '../database/build-history.ts'
import { withClient } from '../database/with-client.ts'

/** A store that has a product. `waiter` is the number of its only server. */
export type SellingStore = { waiter: number; storeId: StoreId; productId: ProductId }

const MAX_SELLING_STORES = 2_000

/** One store for each waiter, with a server and a key. Some of the stores, evenly distributed, have a product. */
export async function buildStores(url: string, waiters: number): Promise<SellingStore[]> {
  const history = { stores: waiters, busyStores: 1, pending: 0, finished: 0, months: 1 }
  await buildHistory(url, history, 'building the database')
  return withClient(url, async (client) => {
    const { rows } = await client.query<SellingStore>(
      `with made as (
         select n, bench.store(n) as store_id, bench.id($1, 'prd', n) as id
         from (select 1 + i * $2::bigint / $3::bigint as n from generate_series(0, $3::bigint - 1) i) spread
       ), inserted as (
         insert into products (store_id, id, name, price_minor, approve_commands, refund_commands, expire_commands,
           duration_seconds, rebuy, delivers_to)
         select store_id, id, 'VIP Gold', 990, array['addvip {userId} gold'], array['removevip {userId} gold'],
           array['removevip {userId} gold'], 30 * 86400, 'extend', 'default'
         from made
       )
       select n::integer as waiter, store_id as "storeId", id as "productId" from made`,
      [Date.now(), waiters, Math.min(waiters, MAX_SELLING_STORES)],
    )
    await client.query('vacuum (analyze) products')
    return rows
  })
}
