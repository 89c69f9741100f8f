import type { Db } from '../../server/src/db/database.ts'

/**
 * A database for use cases whose transactions do all their work and then stay open for a while: what they put into the
 * queue has its place there, and others commit behind it first.
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
