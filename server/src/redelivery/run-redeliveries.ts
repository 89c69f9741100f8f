import { type Db, inStore, type ReaderDb } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { waitedForLock } from '../db/retry-while-locked.ts'
import type { RedeliveryId, StoreId } from '../ids.ts'
import { type Progress, redeliverBatch } from './redeliver-batch.ts'

/** The others run in the next round. */
const MAX_REDELIVERIES = 100

type Running = { storeId: StoreId; redeliveryId: RedeliveryId }

/**
 * Runs all running redeliveries to their end, a batch of each in turn, except those that another process has locked. Any
 * number of processes may do this at the same time. A redelivery that fails does not stop the others; the first error is
 * thrown at the end.
 */
export async function runRedeliveries(
  app: Db,
  reader: ReaderDb,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const errors: unknown[] = []
  const remaining = new Map((await findRunning(reader)).map((running) => [running.redeliveryId, running]))
  const blocked = new Set<RedeliveryId>()
  while (remaining.size > 0) {
    for (const running of remaining.values()) {
      if (signal?.aborted === true) return
      const { redeliveryId } = running
      const progress = await runBatch(app, { ...running, single: blocked.delete(redeliveryId) }, errors)
      if (progress === 'blocked') blocked.add(redeliveryId)
      else if (progress !== 'more') remaining.delete(redeliveryId)
    }
  }
  if (errors.length > 0) throw errors[0]
}

async function findRunning(reader: ReaderDb): Promise<Running[]> {
  return reader
    .selectFrom('redeliveries')
    .select(['store_id as storeId', 'id as redeliveryId'])
    .where('state', '=', 'running')
    .orderBy('store_id')
    .orderBy('id')
    .limit(MAX_REDELIVERIES)
    .execute()
}

async function runBatch(
  app: Db,
  batch: Running & { single: boolean },
  errors: unknown[],
): Promise<Progress | 'failed'> {
  try {
    return await inStore(app, batch.storeId, (tx) => redeliverBatch(tx, batch))
  } catch (error) {
    // A lock timeout concerns this redelivery only.
    if (isDatabaseUnavailable(error) && !waitedForLock(error)) throw error
    errors.push(error)
    return 'failed'
  }
}
