import { readEmailAddress } from '../../../accounts/email-address.ts'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Payments } from '../../../payments/create-payments.ts'
import { requireReturnUrl } from '../../../payments/return-url.ts'
import { readBasket } from '../../../storefront/baskets/read-basket.ts'
import { requireMayStart } from '../../../storefront/limits/require-may-start.ts'
import { findOpenedOrder, type NewOrder, type OpenedOrder, openOrder } from '../../../storefront/orders/open-order.ts'
import type { Visit } from '../visit.ts'
import type { Locale } from '../../../locales.ts'
import type { Shop } from '../../../storefront/shop/shop.ts'
import { contentHash } from '../../../themes/assets.ts'

/** Of the sentences about immediate delivery and renewals, in all languages. Change it with a sentence. */
const CONSENT_VERSION = '2026-11'

type Start = Omit<NewOrder, 'storeId' | 'locale' | 'consentVersion' | 'renewalConsentVersion'> & {
  visit: Visit
  /** Who gets the items. */
  player: string
  /** The solved challenge, if there was one. */
  altcha: string | undefined
  /** Whether the buyer agrees to the delivery right after payment. */
  consent: boolean
  /** Whether the buyer agrees to the renewals of a subscription. */
  renewalConsent: boolean
}

type OrderFault = 'store_closed' | 'consent_missing'

/** Why nothing can be bought. The form shows all reasons, and the API refuses with the first. */
export function findOrderFaults({ shop }: Visit, { consent }: { consent: boolean }): OrderFault[] {
  const faults: OrderFault[] = shop.store.isClosed ? ['store_closed'] : []
  return consent ? faults : [...faults, 'consent_missing']
}

function refuse(fault: OrderFault): AppError {
  if (fault === 'store_closed') return new AppError('conflict', 'The store is closed. Try again when it is open.')
  const message = 'The buyer has to agree to the delivery right after payment.'
  return new AppError('invalid_request', message, { field: 'body/consent' })
}

/** A store with its own wording of a sentence has the hash of its wording in the version. */
function consentVersionOf({ store }: Shop, locale: string, { isRenewed = false } = {}): string {
  const own = store.textOverrides[locale as Locale] ?? {}
  const sentences = ['checkout.consent', ...(isRenewed ? ['checkout.renewal_consent'] : [])]
  const texts = sentences.flatMap((key) => own[key] ?? [])
  const version = isRenewed ? `${CONSENT_VERSION} renewal` : CONSENT_VERSION
  return texts.length === 0 ? version : `${version} own ${contentHash(texts.join('\n'))}`
}

/**
 * Opens the checkout of a visitor who has agreed to it, unless there were too many. A checkout that the same submission has opened before
 * is found even then, because its answer may have been lost.
 */
export async function startOrder(
  payments: Payments,
  { visit, address, player, altcha, consent, renewalConsent, ...order }: Start,
): Promise<OpenedOrder> {
  const { storeId, shop, locale } = visit
  const [fault] = findOrderFaults(visit, { consent })
  if (fault) throw refuse(fault)
  const start = {
    ...order,
    // Buyers send any text, and only these have a tax rate.
    country: shop.store.taxCountries.find((code) => code === order.country) ?? null,
    storeId,
    address,
    locale,
    consentVersion: consentVersionOf(shop, locale),
    renewalConsentVersion: renewalConsent ? consentVersionOf(shop, locale, { isRenewed: true }) : null,
  }
  try {
    await requireMayStart(payments, { storeId, address, player, email: order.email, altcha })
  } catch (refusal) {
    const opened = await findOpenedOrder(payments, start)
    if (opened) return opened
    throw refusal
  }
  return openOrder(payments, start)
}

/** Null if the buyer wants no receipt. */
export function readBuyerEmail(text: string): string | null {
  return text === '' ? null : readEmailAddress(text)
}

type ApiStart = Omit<Start, 'player' | 'email' | 'returnUrl'> & {
  /** Empty if the buyer wants no receipt. */
  email: string
  /** The page of another website that the buyer comes back to. */
  returnTo: string | undefined
}

/** Opens the checkout of a buyer who uses the storefront API. */
export async function startApiOrder(payments: Payments, { returnTo, ...start }: ApiStart): Promise<OpenedOrder> {
  const { visit, basketToken } = start
  const { storeId } = visit
  const returnUrl = returnUrlOf(visit, returnTo)
  const email = readBuyerEmail(start.email)
  const basket = await inStore(payments.db, storeId, (tx) => readBasket(tx, { storeId, token: basketToken }))
  const player = basket.recipient ?? basket.gameUserId
  if (player === null) throw new AppError('conflict', 'Name the player of this basket first.')
  return startOrder(payments, { ...start, email, player, returnUrl })
}

/** The provider sends the buyer to the store, which sends them on. So the receipt always links to the store. */
function returnUrlOf({ origin, shop }: Visit, returnTo: string | undefined): string {
  const page = `${origin}/checkout/return`
  if (returnTo === undefined) return page
  requireReturnUrl(returnTo)
  if (isAllowedReturn(shop.store.returnOrigins, returnTo)) return `${page}?to=${encodeURIComponent(returnTo)}`
  throw new AppError(
    'invalid_request',
    `The store does not send buyers to ${new URL(returnTo).origin}. Add it to the return origins of the storefront.`,
    { field: 'body/returnUrl' },
  )
}

export function isAllowedReturn(origins: readonly string[], url: string): boolean {
  return origins.includes(URL.parse(url)?.origin ?? '')
}
