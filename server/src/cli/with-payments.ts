import type { Database } from '../db/database.ts'
import type { Payments } from '../payments/open-payments.ts'
import { withDatabase } from './with-database.ts'

/** Opens the database and the payment providers for one command. They are large, so only commands that need them load them. */
export async function withPayments<T>(work: (payments: Payments, database: Database) => Promise<T>): Promise<T> {
  return withDatabase(async (database, config) => {
    const { openPayments } = await import('../payments/open-payments.ts')
    return work(openPayments(database.app, config), database)
  })
}
