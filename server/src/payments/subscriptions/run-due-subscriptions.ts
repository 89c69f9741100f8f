import type { ReaderDb } from '../../db/database.ts'
import { refreshDue } from '../../subscriptions/refresh-due.ts'
import type { PaymentContext } from '../receive-callback.ts'
import { stopDueSubscriptions } from './cancel-subscription.ts'
import { raiseDueAmounts } from './raise-amount.ts'
import { reconcileDueSubscriptions } from './reconcile-due-subscriptions.ts'

/** Asks the providers, computes the states again, and tells the providers what to charge no more. */
export async function runDueSubscriptions(
  context: PaymentContext,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  // Before a subscription ends because it was not paid, its provider is asked.
  await reconcileDueSubscriptions(context, reader, onFailure)
  const refreshed = await refreshDue(context.db, reader, onFailure)
  // And once more when it has ended, before it is stopped.
  if (refreshed > 0) await reconcileDueSubscriptions(context, reader, onFailure)
  await stopDueSubscriptions(context, reader, onFailure)
  await raiseDueAmounts(context, reader, onFailure)
}
