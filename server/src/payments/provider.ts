import type { BillingPeriod } from '../catalog/billing-period.ts'
import type { CheckoutId, RefundId, StoreId } from '../ids.ts'
import type { StoreMode } from '../stores/store.ts'

export const PROVIDERS = ['sandbox', 'stripe', 'mercadopago', 'paypal'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** The values that an owner enters to connect a provider, by field name. They are stored sealed and never logged. */
export type Credentials = Record<string, string>

/** `isOptional`: without it, `createWebhook` creates the webhook and fills in the field. */
export type CredentialField = { name: string; hint: string; isOptional?: true }

/** The adapter of one payment company. Everything specific to the company stays behind this type. */
export type Provider = {
  name: ProviderName
  fields: readonly CredentialField[]
  /** The mode that the credentials show by themselves. Null if only the provider knows it. */
  modeOf: (credentials: Credentials) => StoreMode | null
  /**
   * Asks the provider whether it accepts the credentials, and for the mode of the account. Throws provider_refused, with
   * a message for the owner. Optional fields may be missing.
   */
  checkAccount: (credentials: Credentials, options: { callbackUrl: string }) => Promise<StoreMode>
  /** Absent if the provider has no API for webhooks. Call it only after `checkAccount`. */
  createWebhook?: (credentials: Credentials, options: { callbackUrl: string }) => Promise<CreatedWebhook>
  /** Throws invalid_request, with a message for the owner, if a credential is malformed. Makes no request. */
  connect: (credentials: Credentials) => ProviderConnection
}

/** `removeOld` deletes earlier webhooks of this address. Call it after the credentials were stored. */
export type CreatedWebhook = { credentials: Credentials; removeOld: () => Promise<void> }

/** A store's access to a provider. Calls can take seconds and can fail, so never make them inside a transaction. */
export type ProviderConnection = {
  /** Repeating it for the same checkout gives the same page, or a page that cannot be paid a second time. */
  openPaymentPage: (request: PaymentPageRequest) => Promise<PaymentPage>
  /** Verifies the signature before it parses anything. Throws signature_invalid. */
  readCallback: (callback: Callback) => Promise<CallbackEvent>
  /**
   * Closes a page that another one replaces. True: nobody can pay it any more. False: it is paid, or the company cannot close it.
   * Repeating it changes nothing.
   */
  closePage: (page: ClosablePage) => Promise<boolean>
  /** Captures an approved payment if needed. Undefined if the buyer has not tried to pay. */
  queryPayment: (refs: PaymentRefs) => Promise<Facts | undefined>
  /** Returns money to the buyer. Repeating it with the same id refunds once. */
  refund: (refund: RefundRequest) => Promise<RefundState>
  /** Absent if the provider cannot sell subscriptions. */
  subscriptions?: ProviderSubscriptions
}

export type ProviderSubscriptions = {
  /** Undefined if the buyer has not subscribed. */
  query: (refs: SubscriptionRefs) => Promise<SubscriptionReport | undefined>
  /** The provider charges no more. Repeating it changes nothing. */
  stop: (subscriptionRef: string) => Promise<void>
  /** What later periods cost. Absent if the page has told the company both amounts. Repeating it changes nothing. */
  setAmount?: (subscriptionRef: string, amount: { amountMinor: number; currency: string }) => Promise<void>
}

/** `paymentRef` is the payment of one of its invoices. */
export type SubscriptionRefs = PaymentRefs & { subscriptionRef?: string }

/** What the provider knows about a subscription. Like facts about a payment, it only adds up. */
export type SubscriptionReport = {
  storeId: string | null
  /** The first order. */
  checkoutId: string | null
  mode: StoreMode | null
  subscriptionRef: string
  /** When the first period starts. Null if nothing was paid. */
  startedAt: Date | null
  /** The provider charges no more. */
  stopped: boolean
  /** The newest ones; a year of them is enough. */
  invoices: { chargedAt: Date; failed: boolean; facts: Facts }[]
}

export type PaymentPageRequest = {
  storeId: StoreId
  checkoutId: CheckoutId
  storeName: string
  currency: string
  totalMinor: number
  lines: { name: string; quantity: number; priceMinor: number }[]
  /** The page cannot be paid after this time, as far as the provider supports it. */
  expiresAt: Date
  /** Where the buyer is sent after paying. */
  returnUrl: string
  /** Where the buyer is sent after cancelling. */
  cancelUrl: string
  /** Where our own pages for buyers are. */
  pagesUrl: string
  callbackUrl: string
  /** If it is the first order of a subscription: it is paid again after each period. */
  billingPeriod: BillingPeriod | null
  /** What each later period costs, if a code has reduced the first one only. */
  renewalMinor: number | null
  /** Null if the buyer gave none. */
  buyerEmail: string | null
}

/** `pageRef` is the provider's id of the page: a session, a preference or an order. */
export type PaymentPage = { pageRef: string; pageUrl: string; mode: StoreMode | null }

export type ClosablePage = { checkoutId: CheckoutId; pageRef: string; isSubscription: boolean }

export type Callback = {
  /** The raw bytes, because signatures cover bytes. */
  body: Buffer
  /** Every value of every header. Names are in lower case. */
  headers: Partial<Record<string, string[]>>
  query: URLSearchParams
  receivedAt: Date
}

export type CallbackEvent = {
  /** The provider's id of the event. Each id is applied once. */
  eventId: string
  /** The provider's name for what happened, stored for people. */
  kind: string
  /** Either facts, or the payment to query for facts; the same for a subscription. */
  content:
    | { facts: Facts }
    | { refs: PaymentRefs }
    | { subscription: SubscriptionReport }
    | { subscriptionRefs: SubscriptionRefs }
    | 'ignored'
}

export type PaymentRefs = {
  checkoutId?: CheckoutId
  pageRef?: string
  paymentRef?: string
  /** The page was closed, so a payment that the buyer has approved is not captured. */
  isClosed?: boolean
}

/**
 * The content of a callback or of the answer to a query. Facts only add up: paid stays paid, and the refunded amount only grows.
 * Therefore order, repetitions and gaps do not matter.
 */
export type Facts = {
  /** The ids that we attached to the payment. Null if the provider did not repeat them. */
  storeId: string | null
  checkoutId: string | null
  /** Whether real money moved. Null if the provider does not say. */
  mode: StoreMode | null
  /** The provider's id of the payment, which refunds and disputes refer to. */
  paymentRef: string | null
  /** Null if these facts do not say that it was paid. */
  paid: { amountMinor: number; currency: string } | null
  /** The sum of all refunds so far. */
  refundedMinor: number
  dispute: Dispute
  /** The payment can no longer be made: the page expired, or the payment was declined for good. */
  closed: boolean
}

export const NO_FACTS: Facts = {
  storeId: null,
  checkoutId: null,
  mode: null,
  paymentRef: null,
  paid: null,
  refundedMinor: 0,
  dispute: 'none',
  closed: false,
}

/** In the order in which a dispute goes through them. */
export const DISPUTES = ['none', 'open', 'won', 'lost'] as const
export type Dispute = (typeof DISPUTES)[number]

export function laterDispute(a: Dispute, b: Dispute): Dispute {
  return DISPUTES.indexOf(b) > DISPUTES.indexOf(a) ? b : a
}

export type RefundRequest = {
  refundId: RefundId
  paymentRef: string
  amountMinor: number
  currency: string
  /** The amount is all that was paid. */
  isFull: boolean
}

/** `pending` means that the provider accepted the refund and the money has not arrived yet. */
export type RefundState = 'succeeded' | 'pending' | 'failed'
