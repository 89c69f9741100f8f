import { sql } from 'kysely'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import type { Payments } from '../../payments/create-payments.ts'
import { openPaymentPage } from '../../payments/open-payment-page.ts'
import type { ProviderName } from '../../payments/provider.ts'
import { reconcileNow } from '../../payments/reconcile-due-payments.ts'
import { type Basket, findBasket } from '../baskets/basket.ts'
import { viewBasket } from '../baskets/read-basket.ts'
import { requireMayStart } from '../limits/require-may-start.ts'
import { type OpenedOrder, openOrder } from './open-order.ts'
import { isUnchanged } from './order-intent.ts'
import type { Order } from './read-order.ts'

type Visitor = { storeId: StoreId; basketToken: string | undefined }
type Payment = Visitor & {
  order: Order
  orderToken: string
  provider: ProviderName
  /** Of the network that the buyer comes from. */
  address: string
  returnUrl: string
}

/**
 * The basket of an order that is not paid. Only the browser that has the basket can pay: whoever else has the link to the order sees
 * it, and nothing else. Undefined if the order is paid, or if a later one took its place.
 */
export async function findUnpaidBasket(
  tx: Tx,
  { storeId, basketToken, order }: Visitor & { order: Pick<Order, 'checkoutId' | 'state'> },
): Promise<Basket | undefined> {
  if (order.state !== 'open' && order.state !== 'abandoned') return undefined
  const basket = await findBasket(tx, { storeId, token: basketToken })
  return basket?.checkoutId === order.checkoutId ? basket : undefined
}

/**
 * Opens the payment page of an order that is not paid: the same page, or that of a new order with the same content, which takes its
 * place. A basket that has changed since is paid from the checkout, where the buyer sees what it costs now.
 */
export async function payOrder(context: Payments, payment: Payment): Promise<OpenedOrder> {
  const { storeId, order, orderToken, provider, basketToken, address, returnUrl } = payment
  const { checkoutId } = order
  const isOther = order.provider !== provider
  if (order.state === 'open' && isOther) await askWhetherPaid(context, { storeId, checkoutId })
  const { state, basket, isSame, ...buyer } = await inStore(context.db, storeId, (tx) => readUnpaid(tx, payment))
  if (state !== 'open' && state !== 'abandoned') return { checkoutId, orderToken, pageUrl: null }
  if (!basket) throw new AppError('conflict', 'Another order took the place of this one. Pay from your basket.')
  if (state === 'open' && !isOther)
    return { checkoutId, orderToken, pageUrl: await openPaymentPage(context, { storeId, checkoutId }) }
  if (!isSame) throw new AppError('conflict', 'Your basket has changed. Check it, and pay from there.')
  const { email, serverId } = basket
  await requireMayStart(context, { storeId, address, player: order.gameUserId, email, altcha: undefined })
  return openOrder(context, {
    storeId,
    basketToken,
    provider,
    email,
    serverId,
    country: order.taxCountry,
    seenTotalMinor: order.lines.reduce((sum, line) => sum + line.paidMinor, 0),
    address,
    returnUrl,
    ...buyer,
    renewalConsentVersion: order.subscription ? buyer.consentVersion : null,
  })
}

/** Somebody who has paid a moment ago must not pay again. A provider that does not answer is a reason to choose another. */
async function askWhetherPaid(context: Payments, key: { storeId: StoreId; checkoutId: CheckoutId }): Promise<void> {
  try {
    await reconcileNow(context, key)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

type Unpaid = {
  state: CheckoutState
  basket: Basket | undefined
  isSame: boolean
  locale: string
  consentVersion: string
  hideName: boolean
}

/** What the buyer agreed to holds for the same content. */
async function readUnpaid(tx: Tx, { storeId, basketToken, order }: Payment): Promise<Unpaid> {
  const { rows } = await sql<Pick<Unpaid, 'state' | 'locale' | 'hideName'> & { consentVersion: string | null }>`
    select c.state, b.locale, b.consent_version as "consentVersion", b.hides_name as "hideName" from checkouts c
    join checkout_buyers b on b.store_id = c.store_id and b.checkout_id = c.id
    where c.store_id = ${storeId} and c.id = ${order.checkoutId}`.execute(tx)
  const [now] = rows
  if (!now) throw new AppError('not_found', 'There is no such order. Check that the link is complete.')
  const basket = await findUnpaidBasket(tx, { storeId, basketToken, order: { ...order, state: now.state } })
  const isSame = basket !== undefined && isUnchanged(basket, await viewBasket(tx, { storeId, basket }))
  return { ...now, consentVersion: now.consentVersion ?? '', basket, isSame: isSame && now.consentVersion !== null }
}
