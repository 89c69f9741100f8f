import { sql } from 'kysely'
import pg from 'pg'
import type { Db, ReaderDb } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { type Candidate, expireCandidates, LANES } from './expire-candidates.ts'
import { type Ending, expireEntitlements } from './expire-entitlements.ts'

/** More than this is due after an outage only. */
const FEW = 500
/** What is held in memory at once; the larger, the more of a store ends together. */
const SLICE = 5_000
/** Elements: so many are queued within a few dozen milliseconds, and that long a buyer who extends one of these waits. */
const BATCH = 150
const DATABASE_TIMEOUT_MS = 60_000
const AT_ONCE = 4

type Failure = Ending & { error: unknown }

type Sweep = { app: Db; signal: AbortSignal | undefined; failures: Failure[] }

type Options = {
  /** Stops between two transactions; what is left stays due. */
  signal?: AbortSignal
  /** Told once, when everything else is done, that some could not be ended. */
  onFailed?: (error: Error) => void
}

/**
 * Ends everything whose time is over, in all stores. Any number of schedulers may run at once: what one of them has
 * locked the others skip. After an outage they take the stores lane by lane, each in an order of its own, and read a
 * lane only when they come to it, so that they share the work and seldom meet.
 */
export async function expireDue(
  app: Db,
  reader: ReaderDb,
  { signal, onFailed = raise }: Options = {},
): Promise<number> {
  const sweep: Sweep = { app, signal, failures: [] }
  const due = await expireCandidates(reader, { limit: FEW })
  let total = 0
  if (due.length < FEW) total = await expireAll(sweep, due)
  else for (const lane of shuffledLanes()) total += await expireLane(sweep, reader, lane)

  const [first] = sweep.failures
  if (first) onFailed(failure(first, sweep.failures.length))
  return total
}

/** Slice after slice to the end, never back: what cannot be ended must not stand in the way of what is behind it. */
async function expireLane(sweep: Sweep, reader: ReaderDb, lane: number): Promise<number> {
  let total = 0
  let after: Candidate | undefined
  while (sweep.signal?.aborted !== true) {
    const due = await expireCandidates(reader, { limit: SLICE, lane, ...(after && { after }) })
    total += await expireAll(sweep, due)
    if (due.length < SLICE) break
    after = due.at(-1)
  }
  return total
}

async function expireAll(sweep: Sweep, due: Candidate[]): Promise<number> {
  let expired = 0
  let away: unknown
  const queue = batchesOf(due).values()
  const worker = async () => {
    for (const batch of queue) {
      if (away !== undefined || sweep.signal?.aborted === true) return
      try {
        const count = await expireBatch(sweep, batch)
        expired += count
      } catch (error) {
        away = error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (away !== undefined) throw away
  return expired
}

/** What a store has stays together, and so do many stores that have little. */
function batchesOf(due: Candidate[]): Ending[][] {
  const batches: Ending[][] = []
  let room = 0
  for (const { storeId, id, weight } of [...Map.groupBy(due, (row) => row.storeId).values()].flat()) {
    if (weight > room || batches.length === 0) {
      batches.push([])
      room = BATCH
    }
    batches.at(-1)?.push({ storeId, id })
    room -= weight
  }
  return batches
}

/** One that cannot be ended takes its whole batch with it, so then they go one by one, and with more patience. */
async function expireBatch(sweep: Sweep, batch: Ending[]): Promise<number> {
  try {
    return await expireEntitlements(sweep.app, batch)
  } catch (error) {
    if (isAway(error)) throw error
  }
  let total = 0
  for (const ending of batch) {
    try {
      total += await expirePatiently(sweep.app, ending)
    } catch (error) {
      if (isAway(error)) throw error
      sweep.failures.push({ ...ending, error })
    }
  }
  return total
}

/** A thousand units on fifty servers are one entitlement all the same, and take their time. */
async function expirePatiently(app: Db, ending: Ending): Promise<number> {
  return app.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${DATABASE_TIMEOUT_MS}::text, true)`.execute(tx)
    return expireEntitlements(tx, [ending])
  })
}

/** To have waited too long, for a lock (55P03) or an answer (57014), says something of these and nothing of the rest. */
function isAway(error: unknown): boolean {
  const waited = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')
  return isDatabaseUnavailable(error) && !waited
}

function failure({ id, error }: Failure, count: number): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const what = count === 1 ? 'entitlement' : 'entitlements'
  return new Error(`${count} due ${what} could not be ended, among them ${id}: ${reason}`, { cause: error })
}

function shuffledLanes(): number[] {
  const keyed = Array.from({ length: LANES }, (_, lane) => ({ lane, key: Math.random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ lane }) => lane)
}

function raise(error: Error): void {
  throw error
}
