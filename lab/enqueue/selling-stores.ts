import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'
import { type CheckoutId, parseId, type StoreId } from '../../server/src/ids.ts'

/** `id` is the id in the database, and `storeId` the public one. The sandbox provider signs with the secret. */
export type SellingStore = { id: StoreId; storeId: string; secret: string }

/** Twelve digits, so that the id of a checkout is a prefix and its number. */
export const FIRST_NUMBER = 100_000_000_000
export const CHECKOUT_PREFIX = '01930000-0000-7000-8000-'

export function checkoutId(n: number): CheckoutId {
  return `${CHECKOUT_PREFIX}${FIRST_NUMBER + n}` as CheckoutId
}

/** Test stores, each with a server, a product and the sandbox provider. */
export async function createStores(product: { url: string; databaseUrl: string }, count: number) {
  const owner = await createOwner(product)
  const stores: SellingStore[] = []
  for (let i = 0; i < count; i++) {
    const { storeId, addProduct } = await createTestStore(owner, { currency: 'EUR', mode: 'test' })
    const commands = { refund: ['removevip {userId} gold'], expire: ['removevip {userId} gold'] }
    await addProduct({ priceMinor: 990, commands, durationSeconds: 30 * 86_400 })
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    await owner.manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })
    const id = parseId<StoreId>('sto', storeId)
    if (!id) throw new Error(`${storeId} is not the id of a store`)
    stores.push({ id, storeId, secret })
  }
  return stores
}

/** Inserts open checkouts. Checkout `n` belongs to the store with the index `n % stores.length`. */
export async function openCheckouts(
  client: pg.Client,
  stores: SellingStore[],
  { from, count }: { from: number; count: number },
): Promise<void> {
  const ids = stores.map(({ id }) => id)
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
