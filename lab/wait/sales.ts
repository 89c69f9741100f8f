import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../../e2e/kit/progress.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import { type Db, inStore } from '../../server/src/db/database.ts'
import { retryWhileUnavailable } from '../../server/src/db/retry-while-unavailable.ts'
import { formatId } from '../../server/src/ids.ts'
import { type Arrivals, now, type SaleKind } from './arrivals.ts'
import type { SellingStore } from './build-stores.ts'
import { runSteadily } from './run-steadily.ts'

const DATABASE_TIMEOUT_MS = 15_000
const SALES_PER_SECOND = 50
const MIN_HOLD_MS = 200

export type Sales = ReturnType<typeof createSales>

/** Makes real sales on connections of the harness, in one store after the other. */
export function createSales(
  db: Db,
  { stores, arrivals, random }: { stores: SellingStore[]; arrivals: Arrivals; random: Random },
) {
  const order = random.shuffle(stores)
  let turn = 0
  let players = 0

  function nextStore(): SellingStore {
    const store = order[turn++ % order.length]
    if (!store) throw new Error('No store has a product')
    return store
  }

  /** `hold` delays the COMMIT. The delivery already has its position in the queue, and later positions are committed first. */
  async function sellIn(store: SellingStore, kind: SaleKind, hold?: () => Promise<void>): Promise<void> {
    const { storeId, productId, waiter } = store
    const items = [{ productId, quantity: 1 }]
    const sale = { storeId, gameUserId: `player-${++players}`, items, serverId: null, reference: null }
    const { deliveryIds } = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, () =>
      inStore(db, storeId, async (tx) => {
        const sold = await sell(tx, sale)
        await hold?.()
        return sold
      }),
    )
    const committedAt = now()
    for (const id of deliveryIds) arrivals.addSale(formatId('cmd', id), { kind, waiter, committedAt })
  }

  /** Sells at a constant rate. Resolves when the last sale is committed. */
  async function sellFor(seconds: number, kind: SaleKind): Promise<void> {
    const count = Math.round(SALES_PER_SECOND * seconds)
    const progress = startProgress(`sales: ${kind}`, count)
    await runSteadily({ perSecond: SALES_PER_SECOND, count }, async () => {
      progress.add(1)
      await sellIn(nextStore(), kind)
    })
    progress.done()
  }

  return {
    sellFor,
    /** The same, and in addition sales whose COMMIT comes late. */
    async sellLateFor(seconds: number, maxHoldMs: number): Promise<void> {
      const perSecond = SALES_PER_SECOND / 5
      const late = runSteadily({ perSecond, count: Math.round(perSecond * seconds) }, (i) => {
        const store = nextStore()
        const holdMs = random.between(MIN_HOLD_MS, maxHoldMs)
        return sellIn(store, 'late', async () => {
          await sleep(holdMs / 2)
          // Every second one is overtaken by a sale in the same store, the others only by sales of other stores.
          if (i % 2 === 0) await sellIn(store, 'plain')
          await sleep(holdMs / 2)
        })
      })
      await Promise.all([sellFor(seconds, 'plain'), late])
    },
    async sellAtOnce(count: number, kind: SaleKind): Promise<void> {
      await Promise.all(Array.from({ length: count }, () => sellIn(nextStore(), kind)))
    },
  }
}
