import { query } from '../../kit/query.ts'
import type { CallbackSetup } from './callback-setup.ts'

/**
 * Compares the database with the genuine callbacks that were accepted, by the ids of their checkouts. `extra` is the
 * number of effects without a genuine callback.
 */
export async function findEffects(
  { databaseUrl }: CallbackSetup,
  accepted: string[],
): Promise<{ extra: number; faults: string[] }> {
  const [counts] = await query<Record<string, number>>(
    databaseUrl,
    `select
      (select count(*)::int from checkouts where state <> 'open') as changed,
      (select count(*)::int from checkouts where state <> 'open' and not (state = 'paid' and id = any($1::uuid[]))) as unexpected,
      (select count(*)::int from payments
        where payment_ref is not null or refunded_minor > 0 or dispute <> 'none' or closed) as known,
      (select count(*)::int from payment_callbacks) as callbacks,
      (select count(*)::int from parked_payments) as parked,
      (select count(*)::int from pending_deliveries) + (select count(*)::int from delivery_ledger) as deliveries`,
    [accepted],
  )
  if (!counts) throw new Error('The database returned no counts')
  const { parked = 0, unexpected = 0, ...others } = counts
  const faults = Object.entries(others)
    .filter(([, count]) => count !== accepted.length)
    .map(([name, count]) => `the database has ${count} ${name} after ${accepted.length} genuine callbacks`)
  if (parked > 0) faults.push(`the database has ${parked} parked payments`)
  if (unexpected > 0) faults.push(`${unexpected} checkouts changed without a genuine callback`)
  const excess = Object.values(others).map((count) => count - accepted.length)
  return { extra: Math.max(parked, unexpected, 0, ...excess), faults }
}
