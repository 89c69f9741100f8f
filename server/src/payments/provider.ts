import type { CheckoutId, RefundId, StoreId } from '../ids.ts'

export const PROVIDERS = ['sandbox', 'stripe', 'mercadopago', 'paypal'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** What an owner enters to connect a provider, by field. Kept sealed, never logged. */
export type Credentials = Record<string, string>

export type CredentialField = { name: string; hint: string }

/** One company that takes money. Everything that is special about it stays behind this. */
export type Provider = {
  name: ProviderName
  fields: readonly CredentialField[]
  /** Throws invalid_request with a sentence for the owner when a credential cannot be right. Asks nobody. */
  connect: (credentials: Credentials) => Account
}

/** A store's account at a provider. Calls may take seconds and may fail: never inside a transaction. */
export type Account = {
  /** The hosted page on which the player pays. Asking again for the same checkout gives the same page, or one that cannot be paid twice. */
  openPaymentPage: (order: PageOrder) => Promise<Page>
  /** Checks the signature before it reads anything. Throws signature_invalid. */
  readCallback: (callback: Callback) => Promise<Notice>
  /** What the provider knows now, and what it takes to complete the payment. Undefined: nobody has tried to pay. */
  ask: (refs: PaymentRefs) => Promise<Facts | undefined>
  /** Money back to the player. Repeating it under the same id refunds once. */
  refund: (refund: ProviderRefund) => Promise<RefundState>
}

export type PageOrder = {
  storeId: StoreId
  checkoutId: CheckoutId
  storeName: string
  currency: string
  totalMinor: number
  lines: { name: string; quantity: number; priceMinor: number }[]
  /** After this nobody can pay any more, as far as the provider lets us say so. */
  expiresAt: Date
  /** Where the player goes after paying, and after turning back. */
  returnUrl: string
  cancelUrl: string
  callbackUrl: string
}

/** `pageRef`: the provider's own name for the page: a session, a preference, an order. */
export type Page = { pageRef: string; pageUrl: string }

export type Callback = {
  /** As it arrived: signatures are over bytes. */
  body: Buffer
  /** Every value of every header, names in lower case. */
  headers: Partial<Record<string, string[]>>
  query: URLSearchParams
  receivedAt: Date
}

export type Notice = {
  /** The provider's own id of the event. The same one never counts twice. */
  eventId: string
  /** The provider's word for what happened, for people who look at it. */
  kind: string
  tells: { facts: Facts } | { ask: PaymentRefs } | 'nothing'
}

export type PaymentRefs = { checkoutId?: CheckoutId; pageRef?: string; paymentRef?: string }

/**
 * What is known about a payment. Facts only ever add up: paid stays paid, refunded grows, a dispute that was opened was
 * opened. So it does not matter in which order they arrive, how often, or which are missing in between.
 */
export type Facts = {
  /** What we wrote on the payment, as it came back. Null: the provider did not repeat it here. */
  storeId: string | null
  checkoutId: string | null
  /** The provider's name for the payment itself, where refunds and disputes point to. */
  paymentRef: string | null
  /** Null: not paid as far as this goes. */
  paid: { amountMinor: number; currency: string } | null
  /** All that was given back so far. */
  refundedMinor: number
  dispute: Dispute
  /** Nobody can pay any more: the page has run out, or the payment was refused for good. */
  closed: boolean
}

export const NO_FACTS: Facts = {
  storeId: null,
  checkoutId: null,
  paymentRef: null,
  paid: null,
  refundedMinor: 0,
  dispute: 'none',
  closed: false,
}

/** In this order: a dispute that was closed was open before. */
export const DISPUTES = ['none', 'open', 'won', 'lost'] as const
export type Dispute = (typeof DISPUTES)[number]

export function laterDispute(a: Dispute, b: Dispute): Dispute {
  return DISPUTES.indexOf(b) > DISPUTES.indexOf(a) ? b : a
}

export type ProviderRefund = {
  refundId: RefundId
  paymentRef: string
  amountMinor: number
  currency: string
  /** Everything that was paid. */
  whole: boolean
}

/** `pending`: accepted, the money is on its way. */
export type RefundState = 'succeeded' | 'pending' | 'failed'
