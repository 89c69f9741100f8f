import { withClient } from '../../e2e/kit/query.ts'
import type { ProductId, StoreId } from '../../server/src/ids.ts'
import { buildHistory } from '../database/build-history.ts'

/** `waiter` is the number of its only server. */
export type SellingStore = { waiter: number; storeId: StoreId; productId: ProductId }

/** One store for each waiter, with a server, a key and a product. */
export async function buildStores(url: string, waiters: number): Promise<SellingStore[]> {
  const history = { stores: waiters, busyStores: 1, pending: 0, finished: 0, months: 1 }
  await buildHistory(url, history, 'building the database')
  return withClient(url, async (client) => {
    const { rows } = await client.query<SellingStore>(
      `with made as (
         select n, bench.store(n) as store_id, bench.id('prd', n) as id from generate_series(1, $1::bigint) n
       ), inserted as (
         insert into products (store_id, id, slug, name, price_minor, approve_commands, refund_commands, expire_commands,
           duration_seconds, rebuy, delivers_to)
         select store_id, id, 'vip-' || right(id::text, 12), 'VIP Gold', 990, array['addvip {userId} gold'], array['removevip {userId} gold'],
           array['removevip {userId} gold'], 30 * 86400, 'extend', 'default'
         from made
       )
       select n::integer as waiter, store_id as "storeId", id as "productId" from made`,
      [waiters],
    )
    await client.query('vacuum (analyze) products')
    return rows
  })
}
