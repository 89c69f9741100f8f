import { readFile } from 'node:fs/promises'
import { query } from '../../e2e/kit/query.ts'
import type { TestStore } from '../../e2e/kit/test-store.ts'

/** Gives a store many finished deliveries: sales to as many players, each delivered to all servers of the store. */
export async function addHistory(
  databaseUrl: string,
  { store, productId, rows }: { store: TestStore; productId: string; rows: number },
): Promise<void> {
  const sale = await store.sell({ gameUserId: '800000', items: [{ productId }], reference: 'history' })
  const [found] = await query<{ store_id: string; checkout_id: string }>(
    databaseUrl,
    "select store_id, id as checkout_id from checkouts where reference = 'history'",
  )
  const players = Math.ceil(rows / sale.deliveryIds.length)
  const copySale = await readFile(new URL('../../e2e/kit/copy-sale.sql', import.meta.url), 'utf8')
  await query(databaseUrl, copySale, [found?.store_id, found?.checkout_id, players])
  const columns =
    'store_id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products, created_at'
  await query(
    databaseUrl,
    `with moved as (delete from pending_deliveries returning ${columns})
     insert into delivery_ledger (${columns}, id, state, dispatched_at) select ${columns}, new_id(), 'processed', now() from moved`,
  )
  // The queue was never that long. What it left behind would slow all polls down.
  await query(databaseUrl, 'vacuum analyze')
}
