import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../server/src/db/database.ts'
import type { Receivers } from './receivers.ts'
import { recordSome, type Shop } from './shops.ts'

/** From the confirmed transaction to the first arrival, in milliseconds, of the healthy endpoints. */
export type Lags = { middle: number; most99: number; worst: number; events: number }

const DATABASE_TIMEOUT_MS = 60_000

/** Records single events at healthy endpoints, in turn and at an even pace, and measures how long each takes to arrive. */
export async function measureLags(
  { database, shops, receivers }: { database: Database; shops: Shop[]; receivers: Receivers },
  { healthy, seconds, perSecond }: { healthy: number[]; seconds: number; perSecond: number },
): Promise<Lags> {
  const recorded: { endpoint: number; id: string; at: number }[] = []
  const until = Date.now() + seconds * 1_000
  const pending: Promise<void>[] = []
  for (let i = 0; Date.now() < until; i++) {
    const endpoint = healthy[i % healthy.length] ?? 0
    const shop = shops[endpoint]
    if (!shop) throw new Error(`There is no shop ${endpoint}`)
    pending.push(
      recordSome(database, shop, 1).then(([id = '']) => void recorded.push({ endpoint, id, at: Date.now() })),
    )
    await sleep(1_000 / perSecond)
  }
  await Promise.all(pending)
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  const arrived = ({ endpoint, id }: { endpoint: number; id: string }) => receivers.arrivals[endpoint]?.get(id)?.first
  while (recorded.some((event) => arrived(event) === undefined)) {
    if (Date.now() > deadline) throw new Error(`Events did not arrive within ${DATABASE_TIMEOUT_MS / 1_000} s`)
    await sleep(20)
  }
  // An arrival may be seen before the confirmation of its transaction is.
  const lags = recorded.map((event) => Math.max((arrived(event) ?? Infinity) - event.at, 0)).sort((a, b) => a - b)
  const at = (share: number) => lags[Math.min(Math.floor(lags.length * share), lags.length - 1)] ?? 0
  return { middle: at(0.5), most99: at(0.99), worst: at(1), events: lags.length }
}
