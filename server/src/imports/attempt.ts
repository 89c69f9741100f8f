import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** Does the work, or returns the reason why it was refused. A refused item does not stop the others of its batch. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint import_item`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint import_item`.execute(tx)
    return result
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint import_item`.execute(tx)
    await sql`release savepoint import_item`.execute(tx)
    return error
  }
}
