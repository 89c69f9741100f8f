import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../../e2e/kit/progress.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import type { Db } from '../../server/src/db/database.ts'
import { retryWhileUnavailable } from '../../server/src/db/retry-while-unavailable.ts'
import { formatId } from '../../server/src/ids.ts'
import { type Arrivals, now, type SaleKind } from './arrivals.ts'
import type { SellingStore } from './build-stores.ts'
import { withLateCommits } from './late-commits.ts'

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

  async function sellIn({ storeId, productId, waiter }: SellingStore, kind: SaleKind, through = db): Promise<void> {
    const sale = {
      storeId,
      gameUserId: `player-${++players}`,
      items: [{ productId, quantity: 1 }],
      serverId: null,
      reference: null,
    }
    const { deliveryIds } = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, () => sell(through, sale))
    const committedAt = now()
    for (const id of deliveryIds) arrivals.addSale(formatId('cmd', id), { kind, waiter, committedAt })
  }

  /** If `overtaken`, another sale in the same store is committed first. Otherwise only sales of other stores are. */
  async function sellLateIn(store: SellingStore, holdMs: number, overtaken: boolean): Promise<void> {
    const late = withLateCommits(db, async () => {
      await sleep(holdMs / 2)
      if (overtaken) await sellIn(store, 'plain')
      await sleep(holdMs / 2)
    })
    await sellIn(store, 'late', late)
  }

  return {
    /** Sells at a constant rate. Resolves when the last sale is committed. */
    sellFor: (seconds: number, kind: SaleKind) =>
      runSteadily(SALES_PER_SECOND, seconds, `sales: ${kind}`, () => sellIn(nextStore(), kind)),
    /** The same, and in addition sales whose COMMIT comes late. */
    async sellLateFor(seconds: number, maxHoldMs: number): Promise<void> {
      await Promise.all([
        runSteadily(SALES_PER_SECOND, seconds, 'sales', () => sellIn(nextStore(), 'plain')),
        runSteadily(SALES_PER_SECOND / 5, seconds, 'sales with late commits', (i) =>
          sellLateIn(nextStore(), random.between(MIN_HOLD_MS, maxHoldMs), i % 2 === 0),
        ),
      ])
    },
    async sellAtOnce(count: number, kind: SaleKind): Promise<void> {
      await Promise.all(Array.from({ length: count }, () => sellIn(nextStore(), kind)))
    },
  }
}

/** Starts work at a constant rate. Slow work does not delay the work after it. */
async function runSteadily(
  perSecond: number,
  seconds: number,
  label: string,
  work: (i: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const count = Math.round(perSecond * seconds)
  const progress = startProgress(label, count)
  const running: Promise<void>[] = []
  const errors: unknown[] = []
  for (let i = 0; i < count; i++) {
    await sleep(Math.max(0, startedAt + (i / perSecond) * 1_000 - performance.now()))
    running.push(work(i).catch((error: unknown) => void errors.push(error)))
    progress.add(1)
  }
  await Promise.all(running)
  progress.done()
  if (errors.length > 0) throw new Error(`${errors.length} of ${count} sales failed`, { cause: errors[0] })
}
