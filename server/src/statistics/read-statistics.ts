import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type DeliveryTimes, readDeliveryTimes } from './read-delivery-times.ts'
import { type QueueStatus, readQueueStatus } from './read-queue-status.ts'
import { type Charted, type Sales, readSales } from './read-sales.ts'

const MAX_DAYS = 366
const MAX_DAYS_BY_HOUR = 31
const DAY_MS = 24 * 3600 * 1000
const UNKNOWN_ZONE = '22023'

/** Days and intervals without a sale are left out. */
export type Statistics = Sales & {
  /** For checkouts that were paid in the period. */
  delivery: DeliveryTimes
  now: QueueStatus
}

type Options = { timeZone?: string | undefined; interval?: Charted['interval'] | undefined }

/** Sales and delivery times of a period, and the current state of the queue. Days begin at midnight in the time zone. */
export async function readStatistics(
  tx: Tx,
  { storeId, from, to, timeZone = 'UTC', interval = 'day' }: Omit<Charted, 'timeZone' | 'interval'> & Options,
): Promise<Statistics> {
  if (from >= to) throw new AppError('invalid_request', 'from must be before to')
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new AppError('invalid_request', `A period can have at most ${MAX_DAYS} days`)
  }
  if (interval === 'hour' && to.getTime() - from.getTime() > MAX_DAYS_BY_HOUR * DAY_MS) {
    throw new AppError('invalid_request', `A period by hour can have at most ${MAX_DAYS_BY_HOUR} days`)
  }
  await requireTimeZone(tx, timeZone)
  // JIT compilation would take longer than the query. The other settings are for the sorts of a large store: a month
  // fits in memory, and a year takes some seconds.
  await sql`
    select set_config('jit', 'off', true), set_config('work_mem', '64MB', true),
      set_config('statement_timeout', '20000', true)`.execute(tx)
  const charted = { storeId, from, to, timeZone, interval }
  return {
    ...(await readSales(tx, charted)),
    delivery: await readDeliveryTimes(tx, charted),
    now: await readQueueStatus(tx, storeId),
  }
}

/** JavaScript and PostgreSQL each know old names that the other does not know, so both must accept the name. */
async function requireTimeZone(tx: Tx, timeZone: string): Promise<void> {
  const refusal = new AppError(
    'invalid_request',
    `"${timeZone}" is not a time zone. Use a name such as America/Sao_Paulo.`,
  )
  if (!isTimeZone(timeZone)) throw refusal
  await sql`select now() at time zone ${timeZone}`.execute(tx).catch((error: unknown) => {
    throw error instanceof pg.DatabaseError && error.code === UNKNOWN_ZONE ? refusal : error
  })
}

/** Offsets and most abbreviations are refused, because PostgreSQL interprets them differently from JavaScript. */
function isTimeZone(name: string): boolean {
  if (!/^(UTC|GMT|[A-Za-z]+([_-][A-Za-z]+)*(\/[A-Za-z0-9]+([_+-][A-Za-z0-9]+)*)+)$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
