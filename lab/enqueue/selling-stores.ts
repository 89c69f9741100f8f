import type pg from 'pg'
import { connectSandbox } from '../../e2e/kit/sandbox.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'
import { type CheckoutId, formatId, parseId, type StoreId } from '../../server/src/ids.ts'

/** `id` is the id in the database, and `storeId` the public one. The sandbox signs with the secret. */
type SellingStore = { id: StoreId; storeId: string; secret: string }
export type OpenCheckout = { store: SellingStore; checkoutId: string }

/** Test stores, each with a server, a product and the sandbox provider. */
export async function createStores(product: { url: string; databaseUrl: string }, count: number) {
  const owner = await createOwner(product)
  const stores: SellingStore[] = []
  for (let i = 0; i < count; i++) {
    const store = await createTestStore(owner, { currency: 'EUR', mode: 'test' })
    const { storeId } = store
    const commands = { refund: ['removevip {userId} gold'], expire: ['removevip {userId} gold'] }
    await store.addProduct({ priceMinor: 990, commands, durationSeconds: 30 * 86_400 })
    const id = parseId<StoreId>('sto', storeId)
    if (!id) throw new Error(`${storeId} is not the id of a store`)
    stores.push({ id, storeId, secret: await connectSandbox(owner, storeId) })
  }
  return stores
}

/** Inserts open checkouts with their payments. The stores take turns. */
export async function openCheckouts(
  client: pg.Client,
  stores: SellingStore[],
  { from, count }: { from: number; count: number },
): Promise<OpenCheckout[]> {
  await client.query(
    `create temporary table made as
     select n, new_id() as id, ($1::uuid[])[n % ${stores.length} + 1] as store_id from generate_series(${from}, ${from + count - 1}) n`,
    [stores.map(({ id }) => id)],
  )
  await client.query(`
    insert into checkouts (store_id, id, game_user_id, currency, state)
    select store_id, id, 'player ' || n, 'EUR', 'open' from made;
    insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands,
      refund_commands, expire_commands, duration_seconds, rebuy, server_ids)
    select made.store_id, made.id, 1, p.id, p.name, p.price_minor, 1, p.approve_commands, p.refund_commands, p.expire_commands,
      p.duration_seconds, p.rebuy, array[s.default_server_id]
    from made join products p on p.store_id = made.store_id join stores s on s.id = made.store_id;
    insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, expires_at, reconcile_at)
    select store_id, id, 'sandbox', 990, id::text, now() + interval '1 hour', now() + interval '1 hour' from made`)
  await client.query('vacuum (analyze) checkouts, checkout_lines, payments')
  const { rows } = await client.query<{ n: number; id: CheckoutId }>('select n, id from made order by n')
  return rows.map(({ n, id }) => ({
    store: stores[n % stores.length] as SellingStore,
    checkoutId: formatId('chk', id),
  }))
}
