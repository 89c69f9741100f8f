import type pg from 'pg'
import { waitWhileChanging } from '../../e2e/kit/wait-until.ts'
import { readEvents, type Sender } from './record-events.ts'

export type Audit = { events: number; missing: number; doubled: number; failures: string[] }

/** As long as events arrive, the machine is slow and nothing is lost. */
const NO_PROGRESS_MS = 60_000

/**
 * Waits for the remaining events, then compares by id: what the stores recorded, what their endpoints received, and
 * what still waits for the endpoint that hangs.
 */
export async function audit(pool: pg.Pool, senders: Sender[]): Promise<Audit> {
  const stores: { sender: Sender; recorded: Set<string> }[] = []
  for (const sender of senders) stores.push({ sender, recorded: await readEvents(pool, sender) })
  const findMissing = () =>
    stores.flatMap(({ sender, recorded }) => (sender.hangs ? [] : without(recorded, sender.arrivals)))
  const isDone = (left: number) => left === 0
  await waitWhileChanging(() => findMissing().length, { isDone, timeoutMs: NO_PROGRESS_MS, intervalMs: 200 })

  const missing = findMissing().map((id) => `never arrived: ${id}`)
  const other: string[] = []
  for (const { sender, recorded } of stores) {
    if (sender.hangs) {
      const forgotten = without(without(recorded, sender.arrivals), await readEvents(pool, sender, 'waiting'))
      missing.push(...forgotten.map((id) => `neither arrived nor waits at the endpoint that hangs: ${id}`))
    }
    const lost = without(sender.confirmed, recorded)
    const unknown = without(sender.arrivals.keys(), recorded)
    other.push(...lost.map((id) => `was confirmed and is not in the database: ${id}`))
    other.push(...unknown.map((id) => `arrived and was never recorded: ${id}`))
  }
  const arrivals = senders.flatMap((sender) => [...sender.arrivals.values()])
  return {
    events: stores.reduce((sum, { recorded }) => sum + recorded.size, 0),
    missing: missing.length,
    doubled: arrivals.reduce((sum, { count }) => sum + count - 1, 0),
    failures: [...missing, ...other],
  }
}

function without(ids: Iterable<string>, known: { has: (id: string) => boolean }): string[] {
  return [...ids].filter((id) => !known.has(id))
}
