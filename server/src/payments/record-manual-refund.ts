import { sql } from 'kysely'
import { refund, type Refunded } from '../checkouts/reverse/refund.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'

type Wanted = { storeId: StoreId; checkoutId: CheckoutId; lineNos?: number[] }

/** Takes the goods of a purchase back whose money went back elsewhere: the provider is not asked for it any more. */
export async function recordManualRefund(tx: Tx, wanted: Wanted): Promise<Refunded> {
  await giveUpWishes(tx, wanted)
  return refund(tx, wanted)
}

/** What waits for a provider that was away must not be paid a second time some day. */
async function giveUpWishes(tx: Tx, { storeId, checkoutId, lineNos }: Wanted): Promise<void> {
  await sql`select from checkouts where store_id = ${storeId} and id = ${checkoutId} for no key update`.execute(tx)
  const lines = sql`${lineNos ?? null}::smallint[]`
  const open = sql`store_id = ${storeId} and checkout_id = ${checkoutId} and state = 'requested'`
  await sql`
    update payment_refunds
    set state = 'failed', error = 'The money was returned by hand', finished_at = now(), retry_at = null
    where ${open} and retry_at <= now() and (${lines} is null or line_nos <@ ${lines})`.execute(tx)
  const { rows } = await sql<{ lines: number[]; due: boolean }>`
    select line_nos as lines, retry_at <= now() as due from payment_refunds where ${open} and (${lines} is null or line_nos && ${lines}) limit 1`.execute(
    tx,
  )
  const [wish] = rows
  if (!wish) return
  throw new AppError(
    'not_refundable',
    wish.due
      ? `The lines ${wish.lines.join(', ')} are to be refunded together; name all of them`
      : 'The provider is being asked to give this money back; look again in a minute',
  )
}
