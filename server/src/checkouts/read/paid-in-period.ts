import { type RawBuilder, sql } from 'kysely'
import { idTime } from '../../db/keyset-page.ts'
import type { StoreId } from '../../ids.ts'

export type Period = { storeId: StoreId; from: Date; /** Exclusive. */ to: Date }

const DAY_MS = 24 * 3600 * 1000
/** Payment pages are open for an hour, and the slowest payment methods take some days. */
const MAX_TIME_TO_PAY_MS = 14 * DAY_MS
/** The time in an id comes from the clock of the process that created it. */
const MAX_CLOCK_DRIFT_MS = 3600 * 1000

/**
 * Checkouts that were paid in a period. There is no index on the time of payment, because every sale would have to
 * maintain it. Instead the ids limit the scan to checkouts that were opened in the period or shortly before it.
 * Imported purchases were paid at another platform.
 */
export function checkoutsPaidIn({ storeId, from, to }: Period): RawBuilder<unknown> {
  return sql`
    select id, game_user_id, state, currency, paid_at, disputed_at from checkouts
    where store_id = ${storeId} and imported_from is null and paid_at >= ${idTime(from)}::timestamptz and paid_at < ${idTime(to)}::timestamptz
      and ${idsBetween(sql`id`, { earlierMs: MAX_TIME_TO_PAY_MS, from, to })}`
}

/** A condition for lines `l` of checkouts that can have been paid in a period. */
export function linesPaidIn({ storeId, from, to }: Period): RawBuilder<unknown> {
  return sql`l.store_id = ${storeId} and ${idsBetween(sql`l.checkout_id`, { earlierMs: MAX_TIME_TO_PAY_MS, from, to })}`
}

/** A condition for deliveries `l` of checkouts that were paid in a period. They are enqueued at the time of payment. */
export function deliveriesQueuedIn({ storeId, from, to }: Period): RawBuilder<unknown> {
  return sql`l.store_id = ${storeId} and ${idsBetween(sql`l.id`, { earlierMs: MAX_CLOCK_DRIFT_MS, from, to })}`
}

function idsBetween(id: RawBuilder<unknown>, { earlierMs, from, to }: { earlierMs: number; from: Date; to: Date }) {
  const [low, high] = [new Date(from.getTime() - earlierMs), new Date(to.getTime() + MAX_CLOCK_DRIFT_MS)]
  return sql`${id} >= first_id_at(${idTime(low)}::timestamptz) and ${id} < first_id_at(${idTime(high)}::timestamptz)`
}
