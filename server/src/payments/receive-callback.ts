import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, parseId, type StoreId } from '../ids.ts'
import { findSubscription } from '../subscriptions/find-subscription.ts'
import { requireText } from '../text.ts'
import type { ProviderConnections } from './connections/provider-connections.ts'
import { applyFacts } from './apply-facts.ts'
import { receiveReport } from './subscriptions/receive-report.ts'
import type { Callback, CallbackEvent, Facts, PaymentRefs, ProviderConnection, ProviderName } from './provider.ts'

/** Called when a callback was processed, for tracing. */
export type OnReceived = (received: {
  storeId: StoreId
  provider: ProviderName
  eventId: string
  receivedAt: Date
  result: CallbackResult
}) => void

export type PaymentContext = { db: Db; connections: ProviderConnections; onReceived?: OnReceived | undefined }

/** `repeated`: the event was applied before. `ignored`: the event is genuine but does not concern this store. */
export type CallbackResult = 'applied' | 'parked' | 'repeated' | 'ignored'

/** Verifies the signature over the raw bytes first. The event is then applied once, with its effects in one transaction. */
export async function receiveCallback(
  { db, connections, onReceived }: PaymentContext,
  { storeId, provider, callback }: { storeId: StoreId; provider: ProviderName; callback: Callback },
): Promise<CallbackResult> {
  const connection = await connections.find(storeId, provider)
  if (!connection) throw new AppError('not_found', 'There is nothing at this address')
  const event = await connection.readCallback(callback)
  const result = await receiveCallbackEvent({ db, connection }, { storeId, provider, event })
  onReceived?.({ storeId, provider, eventId: event.eventId, receivedAt: callback.receivedAt, result })
  return result
}

/** Applies an event whose signature was verified. */
export async function receiveCallbackEvent(
  { db, connection }: { db: Db; connection: ProviderConnection },
  { storeId, provider, event }: { storeId: StoreId; provider: ProviderName; event: CallbackEvent },
): Promise<CallbackResult> {
  requireText('The id of the event', event.eventId, { max: 255 })
  requireText('The kind of the event', event.kind, { max: 255 })
  if (event.content === 'ignored') return 'ignored'
  if ('subscription' in event.content || 'subscriptionRefs' in event.content) {
    const { content } = event
    const report =
      'subscription' in content ? content.subscription : await connection.subscriptions?.query(content.subscriptionRefs)
    return report ? receiveReport(db, { storeId, provider, event, report }) : 'ignored'
  }
  const first =
    'facts' in event.content
      ? event.content.facts
      : await connection.queryPayment(await withClosed(db, { storeId, provider, refs: event.content.refs }))
  if (!first) return 'ignored'
  const result = await inStore(db, storeId, (tx) => applyOnce(tx, { storeId, provider, event, facts: first }))
  if (result !== 'unmatched') return result

  // The payment is still unknown, because this callback arrived before the callback that reports the payment.
  const facts = await queryUnmatched(connection, first)
  const again = facts && (await inStore(db, storeId, (tx) => applyOnce(tx, { storeId, provider, event, facts })))
  if (again !== undefined && again !== 'unmatched') return again

  // It may be the payment of an invoice whose own callback has not arrived.
  const { paymentRef } = first
  const report = paymentRef === null ? undefined : await connection.subscriptions?.query({ paymentRef })
  if (!report) return 'ignored'
  await receiveReport(db, { storeId, provider, event: null, report })
  const last = await inStore(db, storeId, (tx) => applyOnce(tx, { storeId, provider, event, facts: first }))
  return last === 'unmatched' ? 'ignored' : last
}

/** The payment of a checkout that was replaced must not be captured. */
async function withClosed(
  db: Db,
  { storeId, provider, refs }: { storeId: StoreId; provider: ProviderName; refs: PaymentRefs },
): Promise<PaymentRefs> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<{ isClosed: boolean }>`
      select c.replaced_at is not null as "isClosed" from payments p
      join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
      where p.store_id = ${storeId} and p.provider = ${provider}
        and (p.page_ref = ${refs.pageRef ?? null} or p.checkout_id = ${refs.checkoutId ?? null})`.execute(tx),
  )
  return rows.some(({ isClosed }) => isClosed) ? { ...refs, isClosed: true } : refs
}

/** Combines the callback with the answer of the provider, because the answer may leave out a dispute. */
async function queryUnmatched(connection: ProviderConnection, received: Facts): Promise<Facts | undefined> {
  if (received.paymentRef === null) return undefined
  const answer = await connection.queryPayment({ paymentRef: received.paymentRef })
  if (!answer) return undefined
  return {
    ...answer,
    refundedMinor: Math.max(answer.refundedMinor, received.refundedMinor),
    dispute: received.dispute === 'none' ? answer.dispute : received.dispute,
  }
}

async function applyOnce(
  tx: Tx,
  { storeId, provider, event, facts }: { storeId: StoreId; provider: ProviderName; event: CallbackEvent; facts: Facts },
): Promise<CallbackResult | 'unmatched'> {
  const checkoutId = await findCheckout(tx, { storeId, provider, facts })
  if (checkoutId === undefined) return 'ignored'
  if (checkoutId === 'unmatched') return 'unmatched'
  const { rows } = await sql`
    insert into payment_callbacks (store_id, provider, event_id, kind, checkout_id)
    values (${storeId}, ${provider}, ${event.eventId}, ${event.kind}, ${checkoutId})
    on conflict (store_id, provider, event_id) do nothing
    returning event_id`.execute(tx)
  if (rows.length === 0) return 'repeated'
  return applyFacts(tx, { storeId, provider, checkoutId, facts })
}

/**
 * All payments of a subscription name its first order. So they are found by their own id, and are unmatched until the report about
 * the subscription has placed them in a period. Undefined if the facts name no checkout of ours.
 */
async function findCheckout(
  tx: Tx,
  { storeId, provider, facts }: { storeId: StoreId; provider: ProviderName; facts: Facts },
): Promise<CheckoutId | 'unmatched' | undefined> {
  const { checkoutId, paymentRef } = facts
  if (paymentRef !== null) {
    const { rows } = await sql<{ checkout_id: CheckoutId }>`
      select checkout_id from payments
      where store_id = ${storeId} and provider = ${provider} and payment_ref = ${paymentRef}`.execute(tx)
    if (rows[0]) return rows[0].checkout_id
  }
  if (checkoutId === null) return 'unmatched'
  const claimed = parseId<CheckoutId>('chk', checkoutId)
  if (claimed === undefined || paymentRef === null) return claimed
  return (await findSubscription(tx, { storeId, checkoutId: claimed })) ? 'unmatched' : claimed
}
