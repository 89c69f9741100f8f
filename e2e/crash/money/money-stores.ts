import { randomBytes } from 'node:crypto'
import { createTestStore, type Owner, type TestStore } from '../../kit/test-store.ts'
import { VERBS } from '../check-counts.ts'
import type { GameServer } from '../run-games.ts'

export type Product = {
  name: string
  productId: string
  priceMinor: number
  /** Expires in the end, because the clock of the store is moved far enough. */
  isTimed: boolean
  /** How many units there are at the start. Null: unlimited. */
  stock: number | null
  servers: GameServer[]
}

/** `secret`: the provider of this store signs with it. */
export type MoneyStore = TestStore & { currency: string; secret: string; products: Product[] }

const HALF_AN_HOUR = 1_800
const PLENTY = 1_000_000

/** Three test stores that take play money, with two game servers each. */
export async function createMoneyStores(owner: Owner): Promise<MoneyStore[]> {
  const stores: MoneyStore[] = []
  for (const currency of ['EUR', 'BRL', 'USD']) stores.push(await createMoneyStore(owner, currency))
  return stores
}

async function createMoneyStore(owner: Owner, currency: string): Promise<MoneyStore> {
  const store = await createTestStore(owner, { currency, mode: 'test', servers: 2 })
  const { servers, storeId } = store
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  await owner.manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })

  async function addProduct(name: string, plan: Omit<Product, 'name' | 'productId'>): Promise<Product> {
    const productId = await store.addProduct({
      name,
      priceMinor: plan.priceMinor,
      commands: {
        approve: [`${VERBS.APPROVE} {userId} ${name}`],
        refund: [`${VERBS.REFUND} {userId} ${name}`],
        expire: plan.isTimed ? [`${VERBS.EXPIRE} {userId} ${name}`] : [],
      },
      durationSeconds: plan.isTimed ? HALF_AN_HOUR : null,
      rebuy: 'independent',
      // A product without servers is delivered to the default server, which is the first one.
      serverIds: plan.servers.length > 1 ? plan.servers.map(({ id }) => id) : [],
      stock: plan.stock,
    })
    return { ...plan, name, productId }
  }

  const first = servers.slice(0, 1)
  return {
    ...store,
    currency,
    secret,
    products: [
      await addProduct('rank', { priceMinor: 1_990, isTimed: false, stock: null, servers: first }),
      await addProduct('kit', { priceMinor: 500, isTimed: false, stock: null, servers }),
      await addProduct('crate', { priceMinor: 249, isTimed: false, stock: PLENTY, servers: first }),
      await addProduct('statue', { priceMinor: 7_500, isTimed: false, stock: PLENTY, servers }),
      await addProduct('boost', { priceMinor: 300, isTimed: true, stock: null, servers: first }),
    ],
  }
}
