import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../kit/progress.ts'
import { readEvents, type Sender, type World } from './record-events.ts'

export type Audit = { events: number; missing: number; doubled: number; failures: string[] }

/** As long as events arrive, the machine is slow and nothing is lost. */
const NO_PROGRESS_MS = 60_000

/**
 * Waits for the remaining events, then compares by id: what the stores recorded, what their endpoints received, and
 * what still waits for the endpoint that hangs. `confirmed` has the ids that were confirmed under kills, by store.
 */
export async function audit(
  { pool, senders, receivers }: World,
  { confirmed, hanging }: { confirmed: Set<string>[]; hanging: number },
): Promise<Audit> {
  const recorded: Set<string>[] = []
  for (const sender of senders) recorded.push(await readEvents(pool, sender))
  const findMissing = (i: number) => [...(recorded[i] ?? [])].filter((id) => !receivers.arrivals[i]?.has(id))
  const findAllMissing = () =>
    senders.flatMap((_, i) => (i === hanging ? [] : findMissing(i).map((id) => `${id} at ${i}`)))

  let missing = findAllMissing()
  const progress = startProgress('remaining events', missing.length)
  for (let deadline = Date.now() + NO_PROGRESS_MS; missing.length > 0 && Date.now() < deadline;) {
    await sleep(200)
    const left = findAllMissing()
    if (left.length < missing.length) deadline = Date.now() + NO_PROGRESS_MS
    progress.add(missing.length - left.length)
    missing = left
  }
  progress.done()

  const waiting = await readEvents(pool, senders[hanging] as Sender, 'waiting')
  const forgotten = findMissing(hanging).filter((id) => !waiting.has(id))
  const lost = senders.flatMap((_, i) => [...(confirmed[i] ?? [])].filter((id) => !recorded[i]?.has(id)))
  const unknown = receivers.arrivals.flatMap((byId, i) => [...byId.keys()].filter((id) => !recorded[i]?.has(id)))
  const arrivals = receivers.arrivals.flatMap((byId) => [...byId.values()])
  return {
    events: recorded.reduce((sum, ids) => sum + ids.size, 0),
    missing: missing.length + forgotten.length,
    doubled: arrivals.reduce((sum, { count }) => sum + count - 1, 0),
    failures: [
      ...missing.map((id) => `never arrived: ${id}`),
      ...forgotten.map((id) => `neither arrived nor waits at the endpoint that hangs: ${id}`),
      ...lost.map((id) => `was confirmed and is not in the database: ${id}`),
      ...unknown.map((id) => `arrived and was never recorded: ${id}`),
      ...receivers.problems,
    ],
  }
}
