import { sql } from 'kysely'
import { takeForRefund } from '../checkouts/buy/tiers.ts'
import type { Refunded } from '../checkouts/reverse/refund.ts'
import { voidUnusedCards } from '../checkouts/reverse/void-unused-cards.ts'
import { inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, newId, type RefundId, type StoreId } from '../ids.ts'
import { executeRefund } from './execute-refund.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'

type RequestedRefund = { refundId: RefundId; lineNos: number[]; amountMinor: number }

export type RefundedPayment = Refunded & RequestedRefund

type RefundKey = { storeId: StoreId; checkoutId: CheckoutId }
type RequestInput = RefundKey & {
  /** All lines if left out. */
  lineNos?: number[]
}
type RefundInput = RequestInput & {
  /** Runs in the transaction that stores the request, before that. */
  alongside?: (tx: Tx) => Promise<void>
}

/**
 * Refunds all lines or some lines. The goods are revoked after the provider has accepted the refund. The request is stored
 * first and its id is sent to the provider, so a crash neither refunds twice nor loses the refund.
 */
export async function refundPayment(context: PaymentContext, input: RefundInput): Promise<RefundedPayment> {
  const { db } = context
  const { storeId } = input
  await requireRefundable(context, input)
  const requested = await inStore(db, storeId, async (tx) => {
    await input.alongside?.(tx)
    return requestRefund(tx, input)
  })
  const refunded = await executeRefund(context, { storeId, refundId: requested.refundId })
  return { ...requested, ...refunded, lineNos: requested.lineNos }
}

/** Checked before a request is stored. Otherwise it would be executed later, whenever the provider is connected again. */
export async function requireRefundable(
  { db, connections }: PaymentContext,
  { storeId, checkoutId }: RefundKey,
): Promise<void> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<{ provider: ProviderName }>`
      select provider from payments where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx),
  )
  if (!rows[0]) throw new AppError('not_found', 'There is no such payment')
  await connections.require(storeId, rows[0].provider)
}

/** Stores a refund, which `executeRefund` sends to the provider. If the process dies before that, a worker does it. */
export async function requestRefund(tx: Tx, { storeId, checkoutId, lineNos }: RequestInput): Promise<RequestedRefund> {
  const { rows } = await sql<{ state: string; payment_ref: string | null }>`
    select c.state, p.payment_ref from checkouts c join payments p on p.store_id = c.store_id and p.checkout_id = c.id
    where c.store_id = ${storeId} and c.id = ${checkoutId}
    for no key update of c, p`.execute(tx)
  const [payment] = rows
  if (!payment) throw new AppError('not_found', 'There is no such payment')
  if (payment.state !== 'paid' || payment.payment_ref === null) {
    throw new AppError('not_refundable', `This checkout is ${payment.state}. Only a paid checkout can be refunded.`)
  }
  const { rows: lines } = await sql<{ line_no: number; minor: number; is_requested: boolean }>`
    select l.line_no, paid_minor(l) as minor, l.refunded_at is not null or exists (
        select from payment_refunds r where r.store_id = l.store_id and r.checkout_id = l.checkout_id
          and r.state <> 'failed' and l.line_no = any(r.line_nos)) as is_requested
    from checkout_lines l where l.store_id = ${storeId} and l.checkout_id = ${checkoutId} order by l.line_no`.execute(
    tx,
  )
  for (const lineNo of lineNos ?? []) {
    if (!lines.some((line) => line.line_no === lineNo)) {
      throw new AppError('not_found', `This checkout has no line ${lineNo}. Its lines are 1 to ${lines.length}.`)
    }
  }
  const due = lines.filter((line) => !line.is_requested && (lineNos === undefined || lineNos.includes(line.line_no)))
  if (due.length === 0) {
    throw new AppError('not_refundable', 'These lines are already refunded, or their refund is in progress')
  }
  await takeForRefund(tx, { storeId, checkoutId, lineNos: due.map((line) => line.line_no) })
  await voidUnusedCards(tx, { storeId, checkoutId, lineNos: due.map((line) => line.line_no) })
  const refundId = newId<RefundId>()
  const amountMinor = due.reduce((sum, line) => sum + line.minor, 0)
  const dueNos = due.map((line) => line.line_no)
  await sql`
    insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
    values (${storeId}, ${refundId}, ${checkoutId}, ${dueNos}, ${amountMinor}, 'requested', now())`.execute(tx)
  return { refundId, lineNos: dueNos, amountMinor }
}
