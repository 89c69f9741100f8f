import { connectSandbox } from '../../kit/sandbox.ts'
import { createTestStore, type Owner, type TestStore } from '../../kit/test-store.ts'
import { addProducts, type Product } from '../product.ts'

/** `secret`: the provider of this store signs with it. */
export type MoneyStore = TestStore & { currency: string; secret: string; products: Product[] }

/** Expires in the end, because the clock of the store is moved far enough. */
const HALF_AN_HOUR = 1_800
const PLENTY = 1_000_000
/** Of the coupon of each store. */
export const MAX_USES = 4

/** Three test stores that take play money, with two game servers each. The fourth sells a subscription. */
export async function createMoneyStores(owner: Owner): Promise<MoneyStore[]> {
  const stores: MoneyStore[] = []
  for (const currency of ['EUR', 'BRL', 'USD']) stores.push(await createMoneyStore(owner, currency))
  return [...stores, await createClub(owner)]
}

async function createClub(owner: Owner): Promise<MoneyStore> {
  const { store, secret } = await createStoreWithSandbox(owner, { currency: 'EUR', servers: 1 })
  const plan = { name: 'pass', billingPeriod: 'P1W', rebuy: 'extend', servers: store.servers } as const
  return { ...store, currency: 'EUR', secret, products: await addProducts(store, [plan]) }
}

async function createStoreWithSandbox(owner: Owner, options: { currency: string; servers: number }) {
  const store = await createTestStore(owner, { ...options, mode: 'test' })
  return { store, secret: await connectSandbox(owner, store.storeId) }
}

async function createMoneyStore(owner: Owner, currency: string): Promise<MoneyStore> {
  const { store, secret } = await createStoreWithSandbox(owner, { currency, servers: 2 })
  const { servers, storeId } = store
  const first = servers.slice(0, 1)
  const products = await addProducts(store, [
    { name: 'rank', priceMinor: 1_990, servers: first },
    { name: 'kit', priceMinor: 500, servers },
    { name: 'crate', priceMinor: 249, stock: PLENTY, servers: first },
    { name: 'statue', priceMinor: 7_500, stock: PLENTY, servers },
    { name: 'boost', priceMinor: 300, seconds: HALF_AN_HOUR, servers: first },
  ])
  const discount = { basisPoints: 1_000 }
  await owner.manage.createCoupon({ storeId, code: 'COUPON', discount, maxUses: MAX_USES })
  const creator = { name: 'Ana', code: 'CREATOR', discount, shareBasisPoints: 10_000 }
  await owner.manage.createCreator({ storeId, ...creator })
  return { ...store, currency, secret, products }
}
