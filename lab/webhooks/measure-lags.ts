import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { percentile } from '../../e2e/kit/percentile.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { recordEvents, type Sender } from './record-events.ts'

/** From the confirmed transaction to the first arrival, in ms. */
export type Lags = { events: number; medianMs: number; p99Ms: number; maxMs: number }

const EVENTS_PER_SECOND = 50
const TIMEOUT_MS = 60_000

/** Records single events for these senders, in turn and at an even rate, and measures how long each takes to arrive. */
export async function measureLags(pool: pg.Pool, senders: Sender[], seconds: number): Promise<Lags> {
  const recorded: { sender: Sender; id: string; at: number }[] = []
  const end = Date.now() + seconds * 1_000
  const pending: Promise<void>[] = []
  async function recordOne(sender: Sender): Promise<void> {
    const [id = ''] = await recordEvents(pool, sender, 1)
    recorded.push({ sender, id, at: Date.now() })
  }
  while (Date.now() < end) {
    const sender = senders[pending.length % senders.length]
    if (sender) pending.push(recordOne(sender))
    await sleep(1_000 / EVENTS_PER_SECOND)
  }
  await Promise.all(pending)
  const firstAt = ({ sender, id }: (typeof recorded)[number]) => sender.arrivals.get(id)?.firstAt
  const allArrived = () => recorded.every((event) => firstAt(event) !== undefined)
  if (!(await waitUntil(allArrived, { timeoutMs: TIMEOUT_MS, intervalMs: 20 }))) {
    throw new Error(`Events did not arrive within ${TIMEOUT_MS / 1_000} s`)
  }
  // An event can arrive before we see the confirmation of its transaction.
  const lags = recorded.map((event) => Math.max((firstAt(event) ?? Infinity) - event.at, 0))
  const at = (share: number) => percentile(lags, share)
  return { events: lags.length, medianMs: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}
