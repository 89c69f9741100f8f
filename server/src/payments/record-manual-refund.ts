import { sql } from 'kysely'
import { takeForRefund } from '../checkouts/buy/tiers.ts'
import { refund, type Refunded } from '../checkouts/reverse/refund.ts'
import { voidUnusedCards } from '../checkouts/reverse/void-unused-cards.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'

type ManualRefund = { storeId: StoreId; checkoutId: CheckoutId; lineNos?: number[] }

/** Revokes the goods of a checkout whose money was returned outside Quartermaster. The provider refunds nothing. */
export async function recordManualRefund(tx: Tx, input: ManualRefund): Promise<Refunded> {
  await cancelRequestedRefunds(tx, input)
  await takeForRefund(tx, input)
  await voidUnusedCards(tx, input)
  return refund(tx, input)
}

/** Cancels requests that wait for an unavailable provider, so that the money is not returned a second time later. */
async function cancelRequestedRefunds(tx: Tx, { storeId, checkoutId, lineNos }: ManualRefund): Promise<void> {
  await sql`select from checkouts where store_id = ${storeId} and id = ${checkoutId} for no key update`.execute(tx)
  const lines = sql`${lineNos ?? null}::smallint[]`
  const requested = sql`store_id = ${storeId} and checkout_id = ${checkoutId} and state = 'requested'`
  await sql`
    update payment_refunds
    set state = 'failed', error = 'The money was returned by hand', finished_at = now(), retry_at = null
    where ${requested} and retry_at <= now() and (${lines} is null or line_nos <@ ${lines})`.execute(tx)
  const { rows } = await sql<{ lines: number[]; due: boolean }>`
    select line_nos as lines, retry_at <= now() as due from payment_refunds
    where ${requested} and (${lines} is null or line_nos && ${lines}) limit 1`.execute(tx)
  const [remaining] = rows
  if (!remaining) return
  throw new AppError(
    'not_refundable',
    remaining.due
      ? `A refund of the lines ${remaining.lines.join(', ')} was requested together. Name all of them.`
      : 'The provider is processing a refund of these lines. Try again in a minute.',
  )
}
