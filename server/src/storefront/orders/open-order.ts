import { sql } from 'kysely'
import { requireNotBanned } from '../../bans/require-not-banned.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, GameServerId, StoreId } from '../../ids.ts'
import type { Payments } from '../../payments/create-payments.ts'
import { openPaymentPage } from '../../payments/open-payment-page.ts'
import type { ProviderName } from '../../payments/provider.ts'
import { openPayment } from '../../payments/start-payment.ts'
import { requireSealingKey, type Sealer } from '../../seal.ts'
import { type Basket, isBought, lockBasket } from '../baskets/basket.ts'
import type { BasketCode } from '../baskets/price-with-code.ts'
import { type BasketView, viewBasket } from '../baskets/read-basket.ts'
import { requireAcceptedIdentity } from '../identity/require-accepted-identity.ts'
import { setPlayerNaming } from '../identity/unnamed-players.ts'
import { holdStock } from '../limits/hold-stock.ts'
import { hideBuyer, insertBuyer, readOrderToken } from './buyer.ts'
import { intentOf } from './order-intent.ts'
import { abandonEarlier, closeOrLeave, leftOpen } from './replace-order.ts'

export type NewOrder = {
  storeId: StoreId
  basketToken: string | undefined
  /** Null: a gift card pays everything. */
  provider: ProviderName | null
  email: string | null
  /** The buyer does not want to be named for this order, and if they have proved who they are, for none. */
  hideName: boolean
  locale: string
  /** The version of the text about immediate delivery that the buyer agreed to. */
  consentVersion: string
  /** The same with the text about the renewals of a subscription. Null: the buyer did not agree to it. */
  renewalConsentVersion: string | null
  /** The game server that the buyer chose, if the basket lets them choose. */
  serverId: GameServerId | null
  /** That the buyer named, for the tax on the receipt. */
  country: string | null
  /** The total that the buyer saw. */
  seenTotalMinor: number
  /** Of the network that the buyer comes from. */
  address: string
  /** Where the buyer is sent after paying. It does not contain the token of the order. */
  returnUrl: string
}

export type OpenedOrder = {
  checkoutId: CheckoutId
  orderToken: string
  /** Null if it costs nothing. */
  pageUrl: string | null
}

/**
 * Opens a checkout from a basket. Submitting the same basket again returns the same checkout. A different one replaces the
 * checkout that was opened before, whose payment page is closed first. If its provider cannot close it, the earlier checkout keeps what
 * it holds until it cannot be paid any more, and the new one is opened without that. A replaced checkout is never paid.
 */
export async function openOrder(context: Payments, order: NewOrder): Promise<OpenedOrder> {
  const { storeId, provider } = order
  requireSealingKey(context.sealer)
  // Checked first, so that no stock is reserved for a payment that cannot be made.
  const connection = provider === null ? undefined : await context.connections.require(storeId, provider)
  const canRenew = connection?.subscriptions !== undefined
  const earlier = await closeEarlier(context, order)
  const opening = { ...order, canRenew, closedId: earlier.closedId }
  try {
    return await withPage(
      context,
      order,
      await inStore(context.db, storeId, (tx) => openOnce(tx, context.sealer, opening)),
    )
  } catch (error) {
    throw earlier.isLeftOpen && error instanceof AppError && error.status === 409 ? leftOpen(error) : error
  }
}

/** The checkout that the same submission has opened before, for a buyer who did not get the answer. */
export async function findOpenedOrder(context: Payments, order: NewOrder): Promise<OpenedOrder | undefined> {
  const { storeId } = order
  const opened = await inStore(context.db, storeId, async (tx) =>
    findOpened(tx, context.sealer, { storeId, ...(await readSubmission(tx, order)) }),
  )
  return opened && withPage(context, order, opened)
}

type Opening = { checkoutId: CheckoutId; orderToken: string; isPaid: boolean }
type Submission = { basket: Basket; view: BasketView; intent: Buffer }

async function withPage(context: Payments, order: NewOrder, { isPaid, ...opened }: Opening): Promise<OpenedOrder> {
  const cancelUrl = new URL(order.returnUrl)
  cancelUrl.searchParams.set('cancelled', 'yes')
  const { storeId, email: buyerEmail } = order
  const page = { storeId, checkoutId: opened.checkoutId, buyerEmail, cancelUrl: cancelUrl.href }
  return { ...opened, pageUrl: isPaid ? null : await openPaymentPage(context, page) }
}

async function readSubmission(tx: Tx, order: NewOrder): Promise<Submission> {
  const { storeId, basketToken } = order
  const basket = await lockBasket(tx, { storeId, token: basketToken })
  if (!basket) throw new AppError('conflict', 'Your basket is empty. Add something first.')
  const view = await viewBasket(tx, { storeId, basket: { ...basket, checkoutState: null } })
  return { basket, view, intent: intentOf(view, order) }
}

async function findOpened(
  tx: Tx,
  sealer: Sealer,
  { storeId, basket, intent }: Submission & { storeId: StoreId },
): Promise<Opening | undefined> {
  const { checkoutId, checkoutIntent, checkoutState } = basket
  if (checkoutId === null || checkoutState === 'abandoned' || checkoutIntent?.equals(intent) !== true) return undefined
  const isPaid = checkoutState !== 'open'
  return { checkoutId, orderToken: await readOrderToken(tx, sealer, { storeId, checkoutId }), isPaid }
}

type Earlier = { closedId: CheckoutId | null; isLeftOpen: boolean }

/** Closes the payment page of the checkout that this submission replaces, or separates the basket from it. */
async function closeEarlier(context: Payments, order: NewOrder): Promise<Earlier> {
  const { storeId } = order
  const { basket, opened } = await inStore(context.db, storeId, async (tx) => {
    const submission = await readSubmission(tx, order)
    return { ...submission, opened: await findOpened(tx, context.sealer, { storeId, ...submission }) }
  })
  const { checkoutId, checkoutState } = basket
  if (opened || checkoutId === null || checkoutState !== 'open') return { closedId: checkoutId, isLeftOpen: false }
  return { closedId: checkoutId, isLeftOpen: !(await closeOrLeave(context, { storeId, checkoutId })) }
}

type Openable = NewOrder & { canRenew: boolean; closedId: CheckoutId | null }

async function openOnce(tx: Tx, sealer: Sealer, order: Openable): Promise<Opening> {
  const { storeId } = order
  const submission = await readSubmission(tx, order)
  const { basket, view } = submission
  if (order.hideName && view.proof === 'proven' && view.gameUserId !== null)
    await setPlayerNaming(tx, { storeId, gameUserId: view.gameUserId, isNamed: false })
  const opened = await findOpened(tx, sealer, { storeId, ...submission })
  if (opened && order.hideName) await hideBuyer(tx, { storeId, checkoutId: opened.checkoutId })
  if (opened) return opened
  if (isBought(basket)) throw new AppError('conflict', 'Your basket is empty. Add something first.')
  requireReady(view, order)
  requireRenewable(view, order)
  if (basket.checkoutId !== null && basket.checkoutId !== order.closedId)
    throw new AppError('conflict', 'This basket is being paid in another window. Try again.')
  const heldSince = await abandonEarlier(tx, { storeId, basket, code: usedCode(view) })
  return openNew(tx, sealer, { ...order, ...submission, heldSince })
}

type Ready = NewOrder & Submission & { heldSince: Date | null }

async function openNew(tx: Tx, sealer: Sealer, order: Ready): Promise<Opening> {
  const { storeId, provider, returnUrl, view, basket, email, intent, address } = order
  const buyer = view.gameUserId
  if (buyer === null) throw new AppError('invalid_request', 'Enter the name of the player first.')
  // The owner may have changed it since the player was named.
  const player = { provider: view.identity, proof: view.proof }
  await requireAcceptedIdentity(tx, { storeId, player, isGift: view.recipient !== null })
  await requireNotBanned(tx, { storeId, gameUserId: buyer, isProven: view.proof === 'proven' })
  if (view.recipient !== null) await requireNotBanned(tx, { storeId, gameUserId: view.recipient, isProven: false })
  const items = view.lines.map(({ productId, variantId, quantity, fields }) => ({
    productId,
    variantId,
    quantity,
    fields,
  }))
  const opened = await openPayment(tx, {
    sale: {
      storeId,
      gameUserId: view.recipient ?? buyer,
      items,
      serverId: view.servers === null ? null : order.serverId,
      reference: null,
      code: usedCode(view),
      country: order.country,
      giftCardId: view.giftCard && view.giftCard.paysMinor > 0 ? view.giftCard.id : null,
      holdsPlayer: view.proof === 'proven' && view.recipient === null,
    },
    provider,
    returnUrl,
  })
  const { checkoutId, totalMinor, state } = opened
  // An edit of a product since the basket was read.
  if (totalMinor !== view.totalMinor) throw priceChanged()
  if (state === 'open') await holdStock(tx, sealer, { storeId, checkoutId, address, since: order.heldSince })
  const boughtBy = view.recipient === null ? null : buyer
  const consentVersion = (isSubscription(view.lines) && order.renewalConsentVersion) || order.consentVersion
  const orderToken = await insertBuyer(tx, sealer, { ...order, consentVersion, checkoutId, boughtBy })
  await sql`
    update baskets set checkout_id = ${checkoutId}, checkout_intent = ${intent}, email = ${email},
      server_id = ${view.servers === null ? null : order.serverId}
    where store_id = ${storeId} and id = ${basket.id}`.execute(tx)
  return { checkoutId, orderToken, isPaid: state === 'paid' }
}

function requireReady({ lines, isReady, totalMinor, servers, code }: BasketView, order: NewOrder): void {
  if (lines.length === 0) throw new AppError('conflict', 'Your basket is empty. Add something first.')
  const blocked = lines.find((line) => line.problem !== null || line.subscriptionProblem !== null)
  if (!isReady)
    throw new AppError(
      'sold_out',
      `"${blocked?.name}" cannot be bought as it is in your basket. Change it to continue.`,
    )
  if (totalMinor !== order.seenTotalMinor) throw code?.problem ? codeError(code) : priceChanged()
  if (servers !== null && !servers.some(({ id }) => id === order.serverId))
    throw new AppError('invalid_request', 'Choose the game server that gets your items.', { field: 'body/server' })
}

function isSubscription(lines: BasketView['lines']): boolean {
  return lines.some(({ billingPeriod }) => billingPeriod !== null)
}

/** A subscription is sold only to a buyer who agrees to the renewals, by a provider that charges them. */
function requireRenewable({ lines }: BasketView, order: NewOrder & { canRenew: boolean }): void {
  const { provider, renewalConsentVersion, canRenew } = order
  if (!isSubscription(lines)) return
  if (renewalConsentVersion === null)
    throw new AppError('invalid_request', 'The buyer has to agree to pay again in each period until they cancel.', {
      field: 'body/renewalConsent',
    })
  if (!canRenew)
    throw new AppError('not_payable', `${provider} does not sell subscriptions. Choose another way to pay.`)
}

/** A code that cannot be used is not part of the price that the buyer has seen. */
function usedCode({ code }: BasketView): string | null {
  return code?.problem === null ? code.code : null
}

function codeError({ code, problem }: BasketCode): AppError {
  return new AppError(problem ?? 'conflict', `The code ${code} cannot be used any more. Check the new total.`)
}

function priceChanged(): AppError {
  return new AppError('conflict', 'A price has changed. Check the new total, and continue if you agree.')
}
