import { sql } from 'kysely'
import { type CheckoutDetails, showCheckout } from '../../checkouts/read/show-checkout.ts'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, RefundId, StoreId, SubscriptionId } from '../../ids.ts'
import { cardsOfCheckout, type CheckoutCards } from '../../promotions/gift-cards/cards-of-checkout.ts'
import { findOrderSubscription } from '../../subscriptions/read-subscriptions.ts'
import type { Dispute, ProviderName } from '../provider.ts'

export type CheckoutWithPayment = CheckoutDetails & {
  /** Null if the checkout was sold without a provider. */
  payment: PaymentDetails | null
  refunds: RefundDetails[]
  cards: CheckoutCards
  /** That it began or renews. */
  subscriptionId: SubscriptionId | null
  /** The first order of the subscription, if this is a renewal. */
  renewalOf: CheckoutId | null
}

type PaymentDetails = {
  provider: ProviderName
  amountMinor: number
  /** The provider's ids of the payment page and of the payment. */
  pageRef: string | null
  paymentRef: string | null
  refundedMinor: number
  dispute: Dispute
  closed: boolean
  createdAt: Date
  expiresAt: Date
}

type RefundDetails = {
  id: RefundId
  lineNos: number[]
  amountMinor: number
  state: 'requested' | 'done' | 'failed'
  error: string | null
  requestedAt: Date
  finishedAt: Date | null
}

type CheckoutKey = { storeId: StoreId; checkoutId: CheckoutId }

export async function showCheckoutWithPayment(tx: Tx, key: CheckoutKey): Promise<CheckoutWithPayment> {
  const checkout = await showCheckout(tx, key)
  const isSubscription = checkout.lines.some((line) => line.billing_period !== null)
  const subscription = isSubscription ? await findOrderSubscription(tx, key) : undefined
  return {
    ...checkout,
    subscriptionId: subscription?.id ?? null,
    renewalOf: checkout.lines[0]?.renewal_of ?? null,
    payment: await readPayment(tx, key),
    refunds: await readRefunds(tx, key),
    cards: await cardsOfCheckout(tx, key),
  }
}

/** Leaves out the page's address, because anyone who has it can pay and can see the buyer's details. */
async function readPayment(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<PaymentDetails | null> {
  const { rows } = await sql<PaymentDetails>`
    select provider, amount_minor as "amountMinor", page_ref as "pageRef", payment_ref as "paymentRef",
      refunded_minor as "refundedMinor", dispute, closed, created_at as "createdAt", expires_at as "expiresAt"
    from payments where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  return rows[0] ?? null
}

async function readRefunds(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<RefundDetails[]> {
  const { rows } = await sql<RefundDetails>`
    select id, line_nos as "lineNos", amount_minor as "amountMinor", state, error, requested_at as "requestedAt",
      finished_at as "finishedAt"
    from payment_refunds where store_id = ${storeId} and checkout_id = ${checkoutId} order by id`.execute(tx)
  return rows
}
