import { sql } from 'kysely'
import { abandonCheckout } from '../checkouts/buy/abandon-checkout.ts'
import { inStore, type ReaderDb, type Tx } from '../db/database.ts'
import { type CheckoutId, formatId, type StoreId, type SubscriptionId } from '../ids.ts'
import { applyFacts } from './apply-facts.ts'
import { ABANDON_AFTER_SECONDS, FIRST_RECONCILE_SECONDS, MAX_RECONCILE_INTERVAL_SECONDS } from './reconcile-schedule.ts'
import type { PaymentRefs, ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'
import { querySubscription } from './subscriptions/reconcile-due-subscriptions.ts'

const BATCH_SIZE = 200
const CONCURRENCY = 8

type PaymentKey = { storeId: StoreId; checkoutId: CheckoutId }
type ClaimedPayment = PaymentRefs & {
  provider: ProviderName
  isExpired: boolean
  isPastLastQuery: boolean
  subscriptionId: SubscriptionId | null
}

/**
 * Queries the providers about checkouts that stay open, because their callbacks can be late or lost. Several processes can
 * run it at the same time; each payment is claimed by one of them.
 */
export async function reconcileDuePayments(
  context: PaymentContext,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (;;) {
    let failed = 0
    const { rows: due } = await sql<PaymentKey>`
      select store_id as "storeId", checkout_id as "checkoutId" from payments
      where reconcile_at <= now()
      order by reconcile_at
      limit ${BATCH_SIZE}`.execute(reader)
    const queue = due.values()
    const worker = async () => {
      for (const key of queue) {
        await reconcilePayment(context, key).catch((error: unknown) => {
          failed++
          onFailure(error)
        })
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    if (due.length < BATCH_SIZE || failed === due.length) return
  }
}

/** Queries the provider about one payment now, for a buyer who would otherwise pay a second time. */
export async function reconcileNow(context: PaymentContext, { storeId, checkoutId }: PaymentKey): Promise<void> {
  await inStore(context.db, storeId, (tx) =>
    sql`
      update payments set reconcile_at = now()
      where store_id = ${storeId} and checkout_id = ${checkoutId} and reconcile_at > now()`.execute(tx),
  )
  await reconcilePayment(context, { storeId, checkoutId })
}

async function reconcilePayment(
  { db, connections }: PaymentContext,
  { storeId, checkoutId }: PaymentKey,
): Promise<void> {
  const claimed = await inStore(db, storeId, (tx) => claim(tx, { storeId, checkoutId }))
  if (!claimed) return
  const { provider, isExpired, isPastLastQuery, subscriptionId, ...refs } = claimed
  const connection = await connections.find(storeId, provider)
  // The answer about a subscription is applied there; what is paid is not open any more.
  const isSubscribing =
    subscriptionId !== null &&
    (await querySubscription({ db, connections }, { storeId, subscriptionId, provider, refs })) === 'running'
  const facts = subscriptionId === null ? await connection?.queryPayment(refs) : undefined
  if (facts && facts.checkoutId !== null && facts.checkoutId !== formatId('chk', checkoutId)) {
    throw new Error(`${provider} answered for a different checkout`)
  }
  await inStore(db, storeId, async (tx) => {
    if (facts) await applyFacts(tx, { storeId, provider, checkoutId, facts })
    // An expired page that a connected provider does not report as payable can be abandoned. Without a connection there is
    // no answer, so the payment is abandoned only after the last query.
    const isUnpayable = isExpired && connection && !isSubscribing && (!facts || facts.closed)
    if (isPastLastQuery || isUnpayable) await abandonPayment(tx, { storeId, checkoutId })
  })
}

/** Sets the next time before the provider is queried, so another process continues if this one dies. */
async function claim(tx: Tx, { storeId, checkoutId }: PaymentKey): Promise<ClaimedPayment | undefined> {
  const { rows } = await sql<{
    provider: ProviderName
    page_ref: string | null
    payment_ref: string | null
    is_expired: boolean
    is_past_last_query: boolean
    subscription_id: SubscriptionId | null
    is_replaced: boolean
  }>`
    update payments set reconcile_attempts = reconcile_attempts + 1,
      reconcile_at = now() + make_interval(secs => least(${MAX_RECONCILE_INTERVAL_SECONDS}, ${FIRST_RECONCILE_SECONDS} * 2 ^ least(reconcile_attempts, 10)))
    where store_id = ${storeId} and checkout_id = ${checkoutId} and reconcile_at <= now()
    returning provider, page_ref, payment_ref, expires_at <= now() as is_expired,
      expires_at + make_interval(secs => ${ABANDON_AFTER_SECONDS}) <= now() as is_past_last_query,
      (select s.id from subscriptions s where s.store_id = payments.store_id and s.checkout_id = payments.checkout_id) as subscription_id,
      (select c.replaced_at is not null from checkouts c where c.store_id = payments.store_id and c.id = payments.checkout_id) as is_replaced`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  return {
    checkoutId,
    ...(row.page_ref !== null && { pageRef: row.page_ref }),
    ...(row.payment_ref !== null && { paymentRef: row.payment_ref }),
    isClosed: row.is_replaced,
    provider: row.provider,
    isExpired: row.is_expired,
    isPastLastQuery: row.is_past_last_query,
    subscriptionId: row.subscription_id,
  }
}

async function abandonPayment(tx: Tx, { storeId, checkoutId }: PaymentKey): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select state from checkouts where store_id = ${storeId} and id = ${checkoutId} for no key update`.execute(tx)
  if (rows[0]?.state === 'open') await abandonCheckout(tx, { storeId, checkoutId })
  await sql`
    update payments set reconcile_at = null, page_url = null where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(
    tx,
  )
}
