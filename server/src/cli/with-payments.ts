import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Payments } from '../payments/open-payments.ts'
import { withDatabase } from './with-database.ts'

/** The payment providers' packages are large, so only commands that need them load them. */
export async function loadPayments({ app }: Database, config: Config): Promise<Payments> {
  const { openPayments } = await import('../payments/open-payments.ts')
  return openPayments(app, config)
}

/** Opens the database and the payment providers for one command. */
export async function withPayments<T>(work: (payments: Payments, database: Database) => Promise<T>): Promise<T> {
  return withDatabase(async (database, config) => work(await loadPayments(database, config), database))
}
