import type { Edit } from '../kit/mutants/mutant.ts'

/** Inserts deliveries in a second transaction, after the one that sells, refunds or receives a callback. */
export const ENQUEUE_LATER: Edit[] = [
  {
    file: 'server/src/delivery/queue/enqueue-deliveries.ts',
    in: 'enqueueDeliveries',
    at: 'await tx.insertInto(',
    replace: `
  const afterCommit: Map<unknown, ((later: Tx) => Promise<unknown>)[]> = ((globalThis as any).afterCommit ??= new Map())
  const insert = (later: Tx) => later.insertInto('pending_deliveries').values(rows).execute()
  afterCommit.set(tx, [...(afterCommit.get(tx) ?? []), insert])`,
  },
  {
    file: 'server/src/db/database.ts',
    in: 'inStore',
    at: 'return retryDeadlocks(',
    replace: `
  let transaction: Tx | undefined
  const result = await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      transaction = tx
      await moveToStore(tx, storeId)
      return work(tx)
    }),
  )
  const afterCommit = (globalThis as any).afterCommit?.get(transaction) ?? []
  for (const insert of afterCommit) await inStore(db, storeId, insert)
  return result`,
  },
]

export const COMMIT_WITHOUT_DISK: Edit[] = [
  {
    file: 'server/src/db/database.ts',
    in: 'openDatabase',
    find: 'synchronous_commit=on',
    by: 'synchronous_commit=off',
  },
]
