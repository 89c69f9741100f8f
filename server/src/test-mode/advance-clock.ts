import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { advanceEntitlements } from '../entitlements/advance-entitlements.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { advancePromotions } from '../promotions/advance-promotions.ts'
import { advancePayments } from '../payments/advance-payments.ts'
import { playSandboxOfStore } from '../payments/sandbox/sandbox-subscriptions.ts'
import { advanceSubscriptions } from '../subscriptions/advance-subscriptions.ts'

const MAX_SECONDS = 3_660 * 86_400

/**
 * Moves the clock of a test store ahead. The clock of the database stays the only one: all due times of the store are
 * moved into the past instead.
 */
export async function advanceClock(
  db: Db | Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<{ now: Date }> {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw new AppError('invalid_request', 'The clock can move ahead by one second to ten years')
  }
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql<{ mode: string; now: Date }>`
      update stores set clock_ahead_seconds = clock_ahead_seconds + case mode when 'test' then ${seconds}::bigint else 0 end
      where id = ${storeId}
      returning mode, now() + make_interval(secs => clock_ahead_seconds) as now`.execute(tx)
    const [store] = rows
    if (!store) throw new AppError('not_found', 'No such store')
    if (store.mode !== 'test')
      throw new AppError(
        'test_store_only',
        'Only the clock of a test store can be moved. A live store follows real time.',
      )
    await advanceEntitlements(tx, { storeId, seconds })
    await advancePayments(tx, { storeId, seconds })
    await advancePromotions(tx, { storeId, seconds })
    await advanceSubscriptions(tx, { storeId, seconds })
    await playSandboxOfStore(tx, storeId)
    return { now: store.now }
  })
}
