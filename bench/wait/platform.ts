import pg from 'pg'
import type { ProductId, StoreId } from '../../server/src/ids.ts'
import { buildHistory } from '../build-history.ts'

/** A store in which sales can be made. `waiter` is the number of its one server. */
export type Seller = { waiter: number; storeId: StoreId; productId: ProductId }

const MOST_SELLERS = 2_000

/** As many stores as waiters, with a server and a key each; some of them, spread over all, have a product. */
export async function buildPlatform(url: string, waiters: number): Promise<Seller[]> {
  const history = { stores: waiters, busyStores: 1, pending: 0, finished: 0, months: 1 }
  await buildHistory(url, history, 'building the database')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Seller>(
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
      [Date.now(), waiters, Math.min(waiters, MOST_SELLERS)],
    )
    await client.query('vacuum (analyze) products')
    return rows
  } finally {
    await client.end()
  }
}
