import { type Db, inStore, type ReaderDb } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { waitedForLock } from '../db/retry-while-locked.ts'
import type { RedeliveryId, StoreId } from '../ids.ts'
import { type Progress, sendBatch } from './send-batch.ts'

/** How many are looked at in one round; those of other stores come next. */
const MOST = 100

type Running = { storeId: StoreId; redeliveryId: RedeliveryId }

/**
 * Goes on with all redeliveries that run, a batch of each in turn, until none is left or all that are left are in other
 * hands. Any number of processes may do so at once. One that fails does not stop the others; its fault is told at the end.
 */
export async function runRedeliveries(
  app: Db,
  reader: ReaderDb,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const faults: unknown[] = []
  const left = new Map((await findRunning(reader)).map((running) => [running.redeliveryId, running]))
  const blocked = new Set<RedeliveryId>()
  while (left.size > 0) {
    for (const running of left.values()) {
      if (signal?.aborted === true) return
      const { redeliveryId } = running
      const progress = await step(app, { ...running, alone: blocked.delete(redeliveryId) }, faults)
      if (progress === 'blocked') blocked.add(redeliveryId)
      else if (progress !== 'more') left.delete(redeliveryId)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function findRunning(reader: ReaderDb): Promise<Running[]> {
  return reader
    .selectFrom('redeliveries')
    .select(['store_id as storeId', 'id as redeliveryId'])
    .where('state', '=', 'running')
    .orderBy('store_id')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

async function step(app: Db, asked: Running & { alone: boolean }, faults: unknown[]): Promise<Progress | 'failed'> {
  try {
    return await inStore(app, asked.storeId, (tx) => sendBatch(tx, asked))
  } catch (error) {
    // Somebody has had it in hand for long: that is its own trouble, not the database's.
    if (isDatabaseUnavailable(error) && !waitedForLock(error)) throw error
    faults.push(error)
    return 'failed'
  }
}
