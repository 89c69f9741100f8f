import { sql } from 'kysely'
import { inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, formatId, type StoreId } from '../../ids.ts'
import type { CallbackEvent, Facts } from '../provider.ts'
import { type PaymentContext, receiveCallbackEvent } from '../receive-callback.ts'
import { findSubscription } from '../../subscriptions/find-subscription.ts'
import { sandboxFacts } from './sandbox-facts.ts'
import { sendSubscriptionCallback, startSandboxSubscription } from './sandbox-subscriptions.ts'

/** The buttons on the payment page of a test store. */
export const SANDBOX_ACTIONS = [
  'pay',
  'decline',
  'pay-and-refund-later',
  'pay-and-dispute-later',
  'pay-and-recover-renewals',
  'pay-and-fail-renewals',
] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

/** Counted by the clock of the store, which its owner can move ahead. */
const LATER_SECONDS = 60

type PaymentKey = { storeId: StoreId; checkoutId: CheckoutId }

/** Stores the action before its callback is sent, so that a worker sends the callback if this process dies. */
export async function runSandboxAction(
  context: PaymentContext,
  { storeId, checkoutId, action }: PaymentKey & { action: SandboxAction },
): Promise<void> {
  const delayOf = (delayed: SandboxAction) => (action === delayed ? LATER_SECONDS : null)
  const subscriptionId = await inStore(context.db, storeId, async (tx) => {
    await requirePayable(tx, { storeId, checkoutId })
    const found = await findSubscription(tx, { storeId, checkoutId })
    if (found && action !== 'decline') {
      await startSandboxSubscription(tx, {
        storeId,
        subscriptionId: found,
        failsFrom: action === 'pay-and-recover-renewals' || action === 'pay-and-fail-renewals' ? 1 : null,
        recovers: action === 'pay-and-recover-renewals',
        reversal: { refundAfter: delayOf('pay-and-refund-later'), disputeAfter: delayOf('pay-and-dispute-later') },
      })
      return found
    }
    await sql`
      insert into sandbox_payments (store_id, checkout_id, paid, refund_at, dispute_at, next_callback_at)
      values (${storeId}, ${checkoutId}, ${action !== 'decline'},
        now() + make_interval(secs => ${delayOf('pay-and-refund-later')}),
        now() + make_interval(secs => ${delayOf('pay-and-dispute-later')}), now())
      on conflict (store_id, checkout_id) do update set paid = excluded.paid, refund_at = excluded.refund_at,
        dispute_at = excluded.dispute_at, next_callback_at = excluded.next_callback_at
        where not sandbox_payments.paid`.execute(tx)
    return undefined
  })
  if (subscriptionId) await sendSubscriptionCallback(context.db, { storeId, subscriptionId })
  else await sendCallback(context, { storeId, checkoutId })
}

/** Sends the callbacks that are due: delayed refunds and disputes, and callbacks that a crash has interrupted. */
export async function sendSandboxCallbacks(context: PaymentContext, reader: ReaderDb): Promise<number> {
  const { rows } = await sql<PaymentKey>`
    select store_id as "storeId", checkout_id as "checkoutId" from sandbox_payments
    where next_callback_at <= now() order by next_callback_at limit 500`.execute(reader)
  for (const due of rows) await sendCallback(context, due)
  return rows.length
}

async function sendCallback({ db, connections }: PaymentContext, { storeId, checkoutId }: PaymentKey): Promise<void> {
  const connection = await connections.find(storeId, 'sandbox')
  const facts = await inStore(db, storeId, (tx) => sandboxFacts(tx, { storeId, checkoutId }))
  if (connection && facts) {
    const event = eventOf(checkoutId, facts)
    await receiveCallbackEvent({ db, connection }, { storeId, provider: 'sandbox', event })
  }
  await inStore(db, storeId, (tx) =>
    sql`
      update sandbox_payments set next_callback_at = (
        select min(moment) from unnest(array[refund_at, dispute_at]) as moment where moment > next_callback_at)
      where store_id = ${storeId} and checkout_id = ${checkoutId} and next_callback_at <= now()`.execute(tx),
  )
}

/** The same facts give the same event id, so repeating the event changes nothing. */
function eventOf(checkoutId: CheckoutId, facts: Facts): CallbackEvent {
  const kind = kindOf(facts)
  return { eventId: `${formatId('chk', checkoutId)} ${kind} ${facts.refundedMinor}`, kind, content: { facts } }
}

function kindOf({ dispute, refundedMinor, paid }: Facts): string {
  if (dispute !== 'none') return 'payment.disputed'
  if (refundedMinor > 0) return 'payment.refunded'
  return paid ? 'payment.paid' : 'payment.declined'
}

async function requirePayable(tx: Tx, { storeId, checkoutId }: PaymentKey): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select c.state from checkouts c
    join payments p on p.store_id = c.store_id and p.checkout_id = c.id and p.provider = 'sandbox'
    where c.store_id = ${storeId} and c.id = ${checkoutId}`.execute(tx)
  const state = rows[0]?.state
  if (state === undefined) throw new AppError('not_found', 'There is no such order')
  if (state !== 'open') throw new AppError('not_payable', `This checkout is ${state} and cannot be paid`)
}
