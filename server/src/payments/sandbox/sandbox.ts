import { sql } from 'kysely'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, formatId, parseId, type StoreId, type SubscriptionId } from '../../ids.ts'
import { findSubscription } from '../../subscriptions/find-subscription.ts'
import type { ProviderConnection, Credentials, Facts, RefundRequest, Provider } from '../provider.ts'
import { readSandboxCallback, requireSandboxSecret } from './sandbox-callback.ts'
import { sandboxFacts } from './sandbox-facts.ts'
import { refundInvoice } from './refund-invoice.ts'
import { sandboxReport } from './sandbox-subscriptions.ts'

/** The provider of test stores. Its payment page can simulate everything that happens to a payment. */
export function createSandbox(db: Db): Provider {
  return {
    name: 'sandbox',
    fields: [
      { name: 'store', hint: 'the id of the test store, like sto_…' },
      { name: 'secret', hint: 'the secret that signs callbacks, like whsec_…' },
    ],
    modeOf: () => 'test',
    checkAccount: async () => 'test',
    connect: (credentials) => connect(db, credentials),
  }
}

function connect(db: Db, { store = '', secret = '' }: Credentials): ProviderConnection {
  const storeId = parseId<StoreId>('sto', store)
  if (!storeId) throw new AppError('invalid_request', `"${store}" is not the id of a store. Store ids begin with sto_.`)
  requireSandboxSecret(secret)
  return {
    openPaymentPage: async ({ checkoutId, pagesUrl }) => {
      const pageRef = formatId('chk', checkoutId)
      return { pageRef, pageUrl: `${pagesUrl}/pay/sandbox/${store}/${pageRef}`, mode: 'test' }
    },
    readCallback: async (callback) => readSandboxCallback(secret, callback),
    async queryPayment({ checkoutId, pageRef, paymentRef }): Promise<Facts | undefined> {
      const id = checkoutId ?? parseId<CheckoutId>('chk', pageRef ?? paymentRef ?? '')
      return id && inStore(db, storeId, (tx) => sandboxFacts(tx, { storeId, checkoutId: id }))
    },
    // The page takes nothing for a checkout that is not open any more.
    closePage: async ({ checkoutId }) =>
      inStore(db, storeId, async (tx) => {
        const subscriptionId = await findSubscription(tx, { storeId, checkoutId })
        if (subscriptionId) return (await sandboxReport(tx, { storeId, subscriptionId })) === undefined
        return !(await sandboxFacts(tx, { storeId, checkoutId }))?.paid
      }),
    refund: (request) => refund(db, storeId, request),
    subscriptions: {
      query: async ({ checkoutId, pageRef, subscriptionRef }) =>
        inStore(db, storeId, async (tx) => {
          const first = checkoutId ?? parseId<CheckoutId>('chk', pageRef ?? '')
          const subscriptionId =
            parseId<SubscriptionId>('sub', subscriptionRef ?? '') ??
            (first && (await findSubscription(tx, { storeId, checkoutId: first })))
          return subscriptionId && sandboxReport(tx, { storeId, subscriptionId })
        }),
      stop: async (ref) =>
        inStore(db, storeId, async (tx) => {
          await sql`
            update sandbox_subscriptions set stopped = true, next_charge_at = null
            where store_id = ${storeId} and subscription_id = ${parseId('sub', ref) ?? null}`.execute(tx)
        }),
    },
  }
}

/** In the sandbox, the id of the checkout is also the id of the page and of the payment. */
async function refund(
  db: Db,
  storeId: StoreId,
  { refundId, paymentRef, amountMinor }: RefundRequest,
): Promise<'succeeded'> {
  const [, ref = '', periodNo = ''] = /^(sub_.+)\.(\d+)$/.exec(paymentRef) ?? []
  const subscriptionId = parseId<SubscriptionId>('sub', ref)
  if (subscriptionId)
    return refundInvoice(db, { storeId, subscriptionId, periodNo: Number(periodNo), refundId, amountMinor })
  const checkoutId = parseId<CheckoutId>('chk', paymentRef)
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql`
      update sandbox_payments s set refunds = refunds || jsonb_build_object(${refundId}::text, ${amountMinor}::bigint)
      from payments p
      where s.store_id = ${storeId} and s.checkout_id = ${checkoutId ?? null} and s.paid
        and p.store_id = s.store_id and p.checkout_id = s.checkout_id
        and (s.refunds ? ${refundId}::text or p.amount_minor >= ${amountMinor} +
          (select coalesce(sum(value::bigint), 0) from jsonb_each_text(s.refunds)))
      returning s.checkout_id`.execute(tx)
    if (rows.length === 0)
      throw new AppError('provider_refused', 'The sandbox has no paid payment with this amount left to refund')
    return 'succeeded' as const
  })
}
