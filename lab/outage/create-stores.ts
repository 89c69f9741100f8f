import type { Manage } from '@quartermaster/sdk'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createTestStore, type Owner, type TestStore } from '../../e2e/kit/test-store.ts'

/** One player plays on all servers of a store, and each purchase is delivered to all of them. */
type SellingStore = TestStore & { sellOne: (reference: string) => Promise<Manage.ManualSale> }

const SERVERS_PER_STORE = 5
const CONCURRENCY = 4

export async function createStores(owner: Owner, servers: number): Promise<SellingStore[]> {
  const count = Math.max(Math.floor(servers / SERVERS_PER_STORE), 1)
  const stores: SellingStore[] = []
  const progress = startProgress('stores created', count)
  let next = 0
  async function work(): Promise<void> {
    while (next++ < count) {
      stores.push(await createStore(owner))
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  progress.done()
  return stores
}

async function createStore(owner: Owner): Promise<SellingStore> {
  const store = await createTestStore(owner, { servers: SERVERS_PER_STORE, profile: 'fivem' })
  const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
  return {
    ...store,
    /** The SDK repeats a sale with its idempotency key until it is confirmed. */
    async sellOne(reference) {
      const sale = await store.sell({ gameUserId: '1000', items: [{ productId }], reference })
      const count = sale.deliveryIds.length
      if (count !== SERVERS_PER_STORE) throw new Error(`it has ${count} deliveries, not ${SERVERS_PER_STORE}`)
      return sale
    },
  }
}
