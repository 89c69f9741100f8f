import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../kit/progress.ts'
import type { Random } from '../kit/random.ts'
import { createTestStore, type Owner, type TestStore } from '../kit/test-store.ts'

/** One player plays on all servers of a store, and each purchase is delivered to all of them. */
export type SellingStore = TestStore & { productId: string; player: string }

const SERVERS_PER_STORE = 5
const CONCURRENCY = 4
/** One delivery for each server of a store, so this makes 50 deliveries per second. */
const SALE_INTERVAL_MS = 100

export async function createStores(owner: Owner, servers: number): Promise<SellingStore[]> {
  const count = Math.max(Math.floor(servers / SERVERS_PER_STORE), 1)
  const stores: SellingStore[] = []
  const progress = startProgress('stores created', count)
  let next = 0
  async function work(): Promise<void> {
    while (next < count) {
      const player = String(1_000 + next++)
      const store = await createTestStore(owner, { servers: SERVERS_PER_STORE, profile: 'fivem' })
      const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
      stores.push({ ...store, productId, player })
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  progress.done()
  return stores
}

export type Sales = {
  /** Ids of all deliveries. Complete when `stop` has resolved. */
  readonly deliveryIds: ReadonlySet<string>
  /** Starts no more sales, and resolves when all of them are confirmed. */
  stop(): Promise<void>
  /** Sales that failed. */
  readonly failures: readonly string[]
}

/** Sells at an even rate. The SDK repeats a sale with its idempotency key until it is confirmed. */
export function sellRepeatedly(stores: SellingStore[], random: Random): Sales {
  const deliveryIds = new Set<string>()
  const failures: string[] = []
  const stopping = new AbortController()
  const inProgress: Promise<void>[] = []

  async function sellOnce({ sell, productId, player }: SellingStore, reference: string): Promise<void> {
    try {
      const sale = await sell({ gameUserId: player, items: [{ productId }], reference })
      for (const id of sale.deliveryIds) deliveryIds.add(id)
      if (sale.deliveryIds.length === SERVERS_PER_STORE) return
      failures.push(`${reference} has ${sale.deliveryIds.length} deliveries, not ${SERVERS_PER_STORE}`)
    } catch (error) {
      failures.push(`${reference} failed: ${String(error)}`)
    }
  }
  async function run(): Promise<void> {
    for (let next = Date.now(), no = 1; !stopping.signal.aborted; next += SALE_INTERVAL_MS, no++) {
      inProgress.push(sellOnce(random.pick(stores), `sale ${no}`))
      await sleep(Math.max(next + SALE_INTERVAL_MS - Date.now(), 0), undefined, stopping).catch(() => undefined)
    }
  }

  const running = run()
  return {
    deliveryIds,
    failures,
    async stop() {
      stopping.abort()
      await running
      await Promise.all(inProgress)
    },
  }
}
