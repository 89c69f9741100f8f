import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'

const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?(Z?)$/

/**
 * `2026-11-27T00:00:00Z` is a moment. `2026-11-27T00:00` is a time of day in the time zone of the store, and becomes a moment
 * now: a later change of the time zone does not move it.
 */
export async function readMoment(
  tx: Tx,
  { storeId, text, field }: { storeId: StoreId; text: string | null; field: string },
): Promise<Date | null> {
  if (text === null) return null
  const [, day = '', minute = '', second = '', zone = ''] = TIME.exec(text) ?? []
  const asUtc = new Date(`${day}T${minute}${second || ':00'}Z`)
  const exists = !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(day) && day >= '2000'
  if (!exists) {
    throw new AppError(
      'invalid_request',
      `"${text}" is not a time. Use one like 2026-11-27T00:00 in the time zone of the store, or 2026-11-27T00:00:00Z.`,
      { field: `body/${field}` },
    )
  }
  if (zone === 'Z') return asUtc
  // Not in JavaScript, so that times that a change of the clocks skips or repeats are read in one way everywhere.
  const { rows } = await sql<{ at: Date }>`
    select ${text}::timestamp at time zone time_zone as at from storefronts where store_id = ${storeId}`.execute(tx)
  return rows[0]?.at ?? asUtc
}
