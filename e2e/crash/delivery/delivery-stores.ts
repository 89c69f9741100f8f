import { createTestStore, type Owner, type TestStore } from '../../kit/test-store.ts'
import { addProducts, type Product } from '../product.ts'

export type DeliveryStore = TestStore & { products: Product[] }

/** Two stores with all kinds of products: both rebuy rules, timed and for ever, one server and many. */
export async function createDeliveryStores(owner: Owner): Promise<DeliveryStore[]> {
  return [await createDeliveryStore(owner, 3), await createDeliveryStore(owner, 2)]
}

async function createDeliveryStore(owner: Owner, size: number): Promise<DeliveryStore> {
  const store = await createTestStore(owner, { servers: size, currency: 'EUR' })
  const { servers } = store
  const first = servers.slice(0, 1)
  const two = servers.slice(0, 2)
  const products = await addProducts(store, [
    { name: 'rank', servers: first },
    { name: 'kit', servers: two },
    { name: 'boost', seconds: 1, servers },
    { name: 'trial', seconds: 2, servers: first },
    { name: 'vip', seconds: 2, rebuy: 'extend', servers: two },
    { name: 'pass', rebuy: 'extend', servers },
    { name: 'pet', seconds: 1, rebuy: 'extend', servers: undefined },
  ])
  return { ...store, products }
}
