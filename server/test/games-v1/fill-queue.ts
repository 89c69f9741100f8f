import { randomUUID } from 'node:crypto'
import type { TestServer } from '../start-store.ts'
import type { TestStore } from '../store-records.ts'

/** Inserts many pending purchases at once, because selling them one by one would take too long. */
export async function fillQueue(
  store: TestStore,
  { storeId, serverId }: TestServer,
  {
    deliveries,
    players = deliveries,
    commandLength = 20,
  }: { deliveries: number; players?: number; commandLength?: number },
): Promise<void> {
  const checkoutId = randomUUID()
  const product = { id: 'prd_planted', name: 'Planted', price: 1, quantity: 1, commands: ['x'.repeat(commandLength)] }
  await store.query(
    `insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
     values ($1, $2, 'planted', 'BRL', 'paid', now())`,
    [storeId, checkoutId],
  )
  await store.query(
    `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, unit, products)
     select $1, gen_random_uuid(), $2, $3, 'player-' || n % $5, 'APPROVE', '{1}', n, $6
     from generate_series(1, $4::integer) n order by n`,
    [storeId, serverId, checkoutId, deliveries, players, JSON.stringify([product])],
  )
}
