import type { Db } from '../../server/src/db/database.ts'

/**
 * A database for use cases whose transactions stay open for a while after their work. Their deliveries already have a
 * position in the queue, and later positions are committed first.
 */
export function withLateCommits(db: Db, hold: () => Promise<void>): Db {
  const late: Pick<Db, 'transaction'> = {
    transaction() {
      const transaction = db.transaction()
      return Object.assign(Object.create(transaction) as typeof transaction, {
        execute: async <T>(work: Parameters<typeof transaction.execute<T>>[0]) =>
          transaction.execute(async (tx) => {
            const result = await work(tx)
            await hold()
            return result
          }),
      })
    },
  }
  return late as Db
}
