import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type DeliveryTimes, deliveryTimes } from './delivery-times.ts'
import { type QueueNow, queueNow } from './queue-now.ts'
import { type BestProduct, type DayOfSales, sales } from './sales.ts'
import type { Period } from './sold-in.ts'

const MOST_DAYS = 366
const DAY_MS = 24 * 3600 * 1000
const UNKNOWN_ZONE = '22023'

export type Statistics = {
  /** Days without a sale are left out. */
  days: DayOfSales[]
  products: BestProduct[]
  /** From paid to delivered, of what was paid in this time. */
  delivery: DeliveryTimes
  now: QueueNow
}

/** What a store sold in some days, how fast it arrived, and what does not arrive right now. Days begin at midnight of the zone. */
export async function statistics(
  tx: Tx,
  { storeId, from, to, timeZone = 'UTC' }: Period & { timeZone?: string | undefined },
): Promise<Statistics> {
  if (from >= to) throw new AppError('invalid_request', 'The time must begin before it ends')
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
    throw new AppError('invalid_request', `Ask for at most ${MOST_DAYS} days at a time`)
  }
  await requireTimeZone(tx, timeZone)
  // Compiling the statements would take longer than running them; a month of a large store is sorted in memory, and a
  // year of it takes some seconds.
  await sql`
    select set_config('jit', 'off', true), set_config('work_mem', '64MB', true),
      set_config('statement_timeout', '20000', true)`.execute(tx)
  return {
    ...(await sales(tx, { storeId, from, to, timeZone })),
    delivery: await deliveryTimes(tx, { storeId, from, to }),
    now: await queueNow(tx, storeId),
  }
}

/** Here and in the database there are old names that the other does not know. */
async function requireTimeZone(tx: Tx, timeZone: string): Promise<void> {
  const refusal = new AppError('invalid_request', `"${timeZone}" is not a time zone; write it like America/Sao_Paulo`)
  if (!isTimeZone(timeZone)) throw refusal
  await sql`select now() at time zone ${timeZone}`.execute(tx).catch((error: unknown) => {
    throw error instanceof pg.DatabaseError && error.code === UNKNOWN_ZONE ? refusal : error
  })
}

/** Names of places only: the database reads the sign of an offset the other way round, and some letters otherwise. */
function isTimeZone(name: string): boolean {
  if (!/^(UTC|GMT|[A-Za-z]+([_-][A-Za-z]+)*(\/[A-Za-z0-9]+([_+-][A-Za-z0-9]+)*)+)$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
