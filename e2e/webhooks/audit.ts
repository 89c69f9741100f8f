import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../kit/progress.ts'
import type { Database } from '../../server/src/db/database.ts'
import type { Receivers } from './receivers.ts'
import { eventsOf, type Shop, waitingAt } from './shops.ts'

export type Audit = { events: number; missing: number; doubled: number; faults: string[] }

type Parts = {
  database: Database
  shops: Shop[]
  receivers: Receivers
  /** By store, what the database had confirmed while it was killed. */
  confirmed: Set<string>[]
  hanging: number
  patienceMs: number
}

/**
 * Waits for the rest to arrive, and then compares by id: what stores recorded, what their endpoints received, and
 * what still waits for the one that hangs.
 */
export async function audit({ database, shops, receivers, confirmed, hanging, patienceMs }: Parts): Promise<Audit> {
  const recorded: Set<string>[] = []
  for (const shop of shops) recorded.push(new Set(await eventsOf(database, shop)))
  const events = recorded.reduce((sum, ids) => sum + ids.size, 0)
  const missingAt = (i: number) => [...(recorded[i] ?? [])].filter((id) => !receivers.arrivals[i]?.has(id))
  const missingNow = () => shops.flatMap((_, i) => (i === hanging ? [] : missingAt(i).map((id) => `${id} at ${i}`)))

  let deadline = Date.now() + patienceMs
  const progress = startProgress('the rest arrives', missingNow().length)
  let missing = missingNow()
  while (missing.length > 0 && Date.now() < deadline) {
    await sleep(200)
    const left = missingNow()
    // As long as something arrives, the machine is slow and nothing is lost.
    if (left.length < missing.length) deadline = Date.now() + patienceMs
    progress.add(missing.length - left.length)
    missing = left
  }
  progress.done()

  const waiting = new Set(await waitingAt(database, shops[hanging] as Shop))
  const lost = shops.flatMap((_, i) => [...(confirmed[i] ?? [])].filter((id) => !recorded[i]?.has(id)))
  const unheardOf = shops.flatMap((_, i) =>
    [...(receivers.arrivals[i]?.keys() ?? [])].filter((id) => !recorded[i]?.has(id)),
  )
  const forgotten = missingAt(hanging).filter((id) => !waiting.has(id))
  const doubled = receivers.arrivals
    .flatMap((each) => [...each.values()])
    .reduce((sum, { times }) => sum + times - 1, 0)
  return {
    events,
    missing: missing.length + forgotten.length,
    doubled,
    faults: [
      ...missing.map((id) => `never arrived: ${id}`),
      ...forgotten.map((id) => `neither arrived nor waits at the endpoint that hangs: ${id}`),
      ...lost.map((id) => `was confirmed and is not there: ${id}`),
      ...unheardOf.map((id) => `arrived and was never recorded: ${id}`),
      ...receivers.wrong,
    ],
  }
}
