import { createTestStore, type Owner, type TestStore } from '../../kit/test-store.ts'
import { VERBS } from '../check-counts.ts'
import type { GameServer } from '../run-games.ts'

export type Product = {
  name: string
  productId: string
  /** Null: for ever. */
  seconds: number | null
  rebuy: 'extend' | 'independent'
  /** Where it is delivered. Undefined if the buyer chooses the server. */
  servers: GameServer[] | undefined
}

export type DeliveryStore = TestStore & { products: Product[] }

/** Two stores with all kinds of products: both rebuy rules, timed and for ever, one server and many. */
export async function createDeliveryStores(owner: Owner): Promise<DeliveryStore[]> {
  return [await createDeliveryStore(owner, 3), await createDeliveryStore(owner, 2)]
}

async function createDeliveryStore(owner: Owner, size: number): Promise<DeliveryStore> {
  const store = await createTestStore(owner, { servers: size, currency: 'EUR' })
  const { servers } = store

  async function addProduct(name: string, plan: Omit<Product, 'name' | 'productId'>): Promise<Product> {
    // A product without servers is delivered to the default server, which is the first one.
    const named = plan.servers !== undefined && plan.servers.length > 1 ? plan.servers : []
    const productId = await store.addProduct({
      name,
      priceMinor: 500,
      commands: {
        approve: [`${VERBS.APPROVE} {userId} ${name}`],
        refund: [`${VERBS.REFUND} {userId} ${name}`],
        expire: plan.seconds === null ? [] : [`${VERBS.EXPIRE} {userId} ${name}`],
      },
      durationSeconds: plan.seconds,
      rebuy: plan.rebuy,
      serverIds: named.map(({ id }) => id),
      buyerChoosesServer: plan.servers === undefined,
    })
    return { ...plan, name, productId }
  }

  const first = servers.slice(0, 1)
  const two = servers.slice(0, 2)
  return {
    ...store,
    products: [
      await addProduct('rank', { seconds: null, rebuy: 'independent', servers: first }),
      await addProduct('kit', { seconds: null, rebuy: 'independent', servers: two }),
      await addProduct('boost', { seconds: 1, rebuy: 'independent', servers }),
      await addProduct('trial', { seconds: 2, rebuy: 'independent', servers: first }),
      await addProduct('vip', { seconds: 2, rebuy: 'extend', servers: two }),
      await addProduct('pass', { seconds: null, rebuy: 'extend', servers }),
      await addProduct('pet', { seconds: 1, rebuy: 'extend', servers: undefined }),
    ],
  }
}
