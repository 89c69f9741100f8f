import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../e2e/kit/random.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import type { Db } from '../../server/src/db/database.ts'
import { retryWhileUnavailable } from '../../server/src/db/retry-while-unavailable.ts'
import { formatId } from '../../server/src/ids.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import type { Book, Kind } from './book.ts'
import { clock } from './clock.ts'
import { withLateCommits } from './late-commits.ts'
import type { Seller } from './platform.ts'

const DATABASE_TIMEOUT_MS = 15_000
const LEAST_HOLD_MS = 200

export type Market = {
  /** Real sales at an even pace, in one store after the other. Ends when the last one is committed. */
  sellFor(seconds: number, kind: Kind): Promise<void>
  /** The same, and beside it others whose COMMIT comes late. */
  sellLate(seconds: number, mostHoldMs: number): Promise<void>
  /** At once. */
  sellSome(count: number, kind: Kind): Promise<void>
}

export function openMarket(
  db: Db,
  { sellers, book, random, perSecond }: { sellers: Seller[]; book: Book; random: Random; perSecond: number },
): Market {
  const order = random.shuffle(sellers)
  let turn = 0
  let players = 0

  function next(): Seller {
    const seller = order[turn++ % order.length]
    if (!seller) throw new Error('there is no store to sell in')
    return seller
  }

  async function sellIn(seller: Seller, kind: Kind, through: Db): Promise<void> {
    const { storeId, productId, waiter } = seller
    const sale = {
      storeId,
      gameUserId: `player-${++players}`,
      items: [{ productId, quantity: 1 }],
      serverId: null,
      reference: null,
    }
    const { deliveryIds } = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, () => sell(through, sale))
    const committedAt = clock()
    for (const id of deliveryIds) book.sold(formatId('cmd', id), { kind, waiter, committedAt })
  }

  /** One of two is overtaken in its own store, the others by those of other stores. */
  async function sellLateIn(seller: Seller, holdMs: number, overtaken: boolean): Promise<void> {
    const late = withLateCommits(db, async () => {
      if (overtaken) await sleep(holdMs / 2).then(() => sellIn(seller, 'plain', db))
      await sleep(overtaken ? holdMs / 2 : holdMs)
    })
    await sellIn(seller, 'late', late)
  }

  return {
    async sellFor(seconds, kind) {
      await atPace(perSecond, seconds, kind, () => sellIn(next(), kind, db))
    },
    async sellLate(seconds, mostHoldMs) {
      await Promise.all([
        atPace(perSecond, seconds, 'late commits', () => sellIn(next(), 'plain', db)),
        atPace(perSecond / 5, seconds, undefined, (i) =>
          sellLateIn(next(), random.between(LEAST_HOLD_MS, mostHoldMs), i % 2 === 0),
        ),
      ])
    },
    async sellSome(count, kind) {
      await Promise.all(Array.from({ length: count }, () => sellIn(next(), kind, db)))
    },
  }
}

/** A slow one does not hold up the next: whoever buys does not wait for others. */
async function atPace(
  perSecond: number,
  seconds: number,
  label: string | undefined,
  work: (i: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const count = Math.round(perSecond * seconds)
  const progress = label === undefined ? undefined : startProgress(`sales: ${label}`, count)
  const running: Promise<void>[] = []
  const failures: unknown[] = []
  for (let i = 0; i < count; i++) {
    await sleep(Math.max(0, begun + (i / perSecond) * 1_000 - performance.now()))
    running.push(work(i).catch((error: unknown) => void failures.push(error)))
    progress?.add(1)
  }
  await Promise.all(running)
  progress?.done()
  if (failures.length > 0) throw new Error(`${failures.length} of ${count} sales failed`, { cause: failures[0] })
}
