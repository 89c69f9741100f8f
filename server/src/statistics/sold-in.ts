import { type RawBuilder, sql } from 'kysely'
import { idTime } from '../db/keyset-page.ts'
import type { StoreId } from '../ids.ts'

export type Period = { storeId: StoreId; from: Date; /** Not itself in it. */ to: Date }

const DAY_MS = 24 * 3600 * 1000
/** Payment pages live for an hour, and the slowest ways to pay take some days. */
const LONGEST_TO_PAY_MS = 14 * DAY_MS
/** Ids carry the clock of the process that made them. */
const CLOCKS_DIFFER_MS = 3600 * 1000

/**
 * What was paid in a time. There is no index by the moment of payment, which every sale would pay for: it lies among what
 * was opened in that time and shortly before it.
 */
export function soldIn({ storeId, from, to }: Period): RawBuilder<unknown> {
  return sql`
    select id, currency, paid_at, disputed_at from checkouts
    where store_id = ${storeId} and paid_at >= ${idTime(from)}::timestamptz and paid_at < ${idTime(to)}::timestamptz
      and ${idsOf(sql`id`, { opens: LONGEST_TO_PAY_MS, from, to })}`
}

/** The lines of what could have been paid in a time. */
export function linesIn({ storeId, from, to }: Period): RawBuilder<unknown> {
  return sql`l.store_id = ${storeId} and ${idsOf(sql`l.checkout_id`, { opens: LONGEST_TO_PAY_MS, from, to })}`
}

/** What was queued for a sale of that time was queued when it was paid. */
export function queuedIn({ storeId, from, to }: Period): RawBuilder<unknown> {
  return sql`l.store_id = ${storeId} and ${idsOf(sql`l.id`, { opens: CLOCKS_DIFFER_MS, from, to })}`
}

function idsOf(id: RawBuilder<unknown>, { opens, from, to }: { opens: number; from: Date; to: Date }) {
  const [low, high] = [new Date(from.getTime() - opens), new Date(to.getTime() + CLOCKS_DIFFER_MS)]
  return sql`${id} >= first_id_at(${idTime(low)}::timestamptz) and ${id} < first_id_at(${idTime(high)}::timestamptz)`
}
