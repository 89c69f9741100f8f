import { sql } from 'kysely'
import pg from 'pg'
import type { Db, ReaderDb } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { type DueEntitlement, findDueEntitlements, PARTITIONS } from './find-due-entitlements.ts'
import { type EntitlementKey, expireEntitlements } from './expire-entitlements.ts'

/** More entitlements than this are due only after an outage. */
const MAX_UNPARTITIONED = 500
const PAGE_SIZE = 5_000
/** In deliveries. A batch takes a few dozen milliseconds; a buyer who extends one of its entitlements waits that long. */
const BATCH_SIZE = 150
const STATEMENT_TIMEOUT_MS = 60_000
const CONCURRENCY = 4

type Failure = EntitlementKey & { error: unknown }

type Run = { app: Db; signal: AbortSignal | undefined; failures: Failure[] }

type Options = {
  /** Stops between two transactions. */
  signal?: AbortSignal
  /** Called once at the end if some entitlements could not be expired. */
  onFailed?: (error: Error) => void
}

/**
 * Expires all due entitlements of all stores. Any number of processes may run this at the same time, because each skips
 * entitlements that another has locked. After an outage each process goes through partitions of the stores in random
 * order and reads a partition only when it gets there, so that the processes share the work.
 */
export async function expireDue(
  app: Db,
  reader: ReaderDb,
  { signal, onFailed = raise }: Options = {},
): Promise<number> {
  const run: Run = { app, signal, failures: [] }
  const due = await findDueEntitlements(reader, { limit: MAX_UNPARTITIONED })
  let total = 0
  if (due.length < MAX_UNPARTITIONED) total = await expireAll(run, due)
  else for (const partition of shuffledPartitions()) total += await expirePartition(run, reader, partition)

  const [first] = run.failures
  if (first) onFailed(toError(first, run.failures.length))
  return total
}

/** Reads each page once, so that entitlements that fail cannot block those after them. */
async function expirePartition(run: Run, reader: ReaderDb, partition: number): Promise<number> {
  let total = 0
  let after: DueEntitlement | undefined
  while (run.signal?.aborted !== true) {
    const due = await findDueEntitlements(reader, { limit: PAGE_SIZE, partition, ...(after && { after }) })
    total += await expireAll(run, due)
    if (due.length < PAGE_SIZE) break
    after = due.at(-1)
  }
  return total
}

async function expireAll(run: Run, due: DueEntitlement[]): Promise<number> {
  let expired = 0
  let outage: unknown
  const queue = toBatches(due).values()
  const worker = async () => {
    for (const batch of queue) {
      if (outage !== undefined || run.signal?.aborted === true) return
      try {
        const count = await expireBatch(run, batch)
        expired += count
      } catch (error) {
        outage = error
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  if (outage !== undefined) throw outage
  return expired
}

/** Entitlements of one store are next to each other, because each store in a batch costs several statements. */
function toBatches(due: DueEntitlement[]): EntitlementKey[][] {
  const batches: EntitlementKey[][] = []
  let room = 0
  for (const { storeId, id, weight } of [...Map.groupBy(due, (row) => row.storeId).values()].flat()) {
    if (weight > room || batches.length === 0) {
      batches.push([])
      room = BATCH_SIZE
    }
    batches.at(-1)?.push({ storeId, id })
    room -= weight
  }
  return batches
}

/** One entitlement that fails makes its whole batch fail. Then each is expired separately. */
async function expireBatch(run: Run, batch: EntitlementKey[]): Promise<number> {
  try {
    return await expireEntitlements(run.app, batch)
  } catch (error) {
    if (isOutage(error)) throw error
  }
  let total = 0
  for (const key of batch) {
    try {
      total += await expireOne(run.app, key)
    } catch (error) {
      if (isOutage(error)) throw error
      run.failures.push({ ...key, error })
    }
  }
  return total
}

/** With a longer timeout, because one entitlement can have a thousand units on fifty servers. */
async function expireOne(app: Db, key: EntitlementKey): Promise<number> {
  return app.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT_MS}::text, true)`.execute(tx)
    return expireEntitlements(tx, [key])
  })
}

/** A timeout of a lock (55P03) or of a statement (57014) concerns this batch only. */
function isOutage(error: unknown): boolean {
  const timedOut = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')
  return isDatabaseUnavailable(error) && !timedOut
}

function toError({ id, error }: Failure, count: number): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`failed to expire ${count} due entitlement(s), for example ${id}: ${reason}`, { cause: error })
}

function shuffledPartitions(): number[] {
  const keyed = Array.from({ length: PARTITIONS }, (_, partition) => ({ partition, key: Math.random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ partition }) => partition)
}

function raise(error: Error): void {
  throw error
}
