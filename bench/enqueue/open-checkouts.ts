import type pg from 'pg'
import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import type { CheckoutId, StoreId } from '../../server/src/ids.ts'
import { connectPaymentProvider } from '../../server/src/payments/connections/connect-payment-provider.ts'
import { createPayments } from '../../server/src/payments/create-payments.ts'
import { sandboxCredentials } from '../../server/src/payments/sandbox/sandbox-credentials.ts'
import { createStore } from '../../server/src/stores/create-store.ts'

export type SellingStore = { storeId: StoreId; secret: string }

/** Twelve digits, so that the id of a checkout is a prefix and its number. */
export const FIRST_NUMBER = 100_000_000_000
export const CHECKOUT_PREFIX = '01930000-0000-7000-8000-'

export function checkoutId(n: number): CheckoutId {
  return `${CHECKOUT_PREFIX}${FIRST_NUMBER + n}` as CheckoutId
}

/** Test stores, each with a server, a product and the sandbox provider. */
export async function createStores(databaseUrl: string, count: number): Promise<SellingStore[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 })
  const payments = createPayments(database.app, readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS }))
  const stores: SellingStore[] = []
  for (let i = 0; i < count; i++) {
    const { id: storeId } = await createStore(database.app, {
      name: `Store ${i}`,
      url: 'bench.example',
      plan: 'BASIC',
      currency: 'EUR',
      expiresAt: null,
      mode: 'test',
    })
    await addGameServer(database.app, { storeId, name: 'lobby', game: null, profile: 'standard', cell: 'b1' })
    await saveProduct(database.app, {
      storeId,
      name: 'VIP Gold',
      price: '9.90',
      commands: {
        approve: ['addvip {userId} gold'],
        refund: ['removevip {userId} gold'],
        expire: ['removevip {userId} gold'],
      },
      durationSeconds: 30 * 86_400,
      serverIds: [],
      buyerChoosesServer: false,
    })
    const credentials = sandboxCredentials(storeId)
    await connectPaymentProvider(database.app, {
      sealer: payments.sealer,
      storeId,
      provider: await payments.connections.provider('sandbox'),
      credentials,
    })
    stores.push({ storeId, secret: credentials.secret })
  }
  await database.close()
  return stores
}

/** Inserts open checkouts. Checkout `n` belongs to the store with the index `n % stores.length`. */
export async function openCheckouts(
  client: pg.Client,
  stores: SellingStore[],
  { from, count }: { from: number; count: number },
): Promise<void> {
  const ids = stores.map(({ storeId }) => storeId)
  const numbered = `select n, ('${CHECKOUT_PREFIX}' || (${FIRST_NUMBER} + n))::uuid as id, ($1::uuid[])[n % ${ids.length} + 1] as store_id
    from generate_series(${from}::bigint, ${from + count - 1}) n`
  await client.query(
    `insert into checkouts (store_id, id, game_user_id, currency, state)
     select store_id, id, 'player ' || n, 'EUR', 'open' from (${numbered}) made`,
    [ids],
  )
  await client.query(
    `insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands,
       refund_commands, expire_commands, duration_seconds, rebuy, server_ids)
     select made.store_id, made.id, 1, p.id, p.name, p.price_minor, 1, p.approve_commands, p.refund_commands, p.expire_commands,
       p.duration_seconds, p.rebuy, array[s.default_server_id]
     from (${numbered}) made join products p on p.store_id = made.store_id join stores s on s.id = made.store_id`,
    [ids],
  )
  await client.query(
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, expires_at, reconcile_at)
     select store_id, id, 'sandbox', 990, id::text, now() + interval '1 hour', now() + interval '1 hour' from (${numbered}) made`,
    [ids],
  )
  await client.query('vacuum (analyze) checkouts, checkout_lines, payments')
}
