import type { Credentials, Provider } from '../../src/payments/provider.ts'

/** A callback that can be posted. */
export type SignedCallback = { url: string; headers: Record<string, string>; body: string }

export type Behaviour = {
  /** Callbacks are not sent until `sendWithheld` is called. */
  withhold?: boolean
  /** How often each callback is sent. The default is 1. */
  times?: number
  /** Withheld callbacks are sent in another order. */
  shuffle?: boolean
  /** Delays every response of the API. */
  slowMs?: number
  /** The API answers every call with this status. */
  failWith?: number
}

/**
 * A small HTTP server that implements the part of a provider's protocol that the adapter uses, with real signatures. Tests
 * act through it as buyer and as owner. Amounts are in minor units.
 */
export type FakeProvider = {
  subscriptions: FakeSubscriptions
  /** The adapter under test. It calls this server. */
  provider: Provider
  /** The address of this server. */
  url: string
  /** The credentials of the only account. */
  credentials: Credentials
  /** Well-formed credentials of a different account. Callbacks signed with them must be refused. */
  otherCredentials: Credentials
  behave: (behaviour: Behaviour) => void
  /** The buyer pays. */
  pay: (pageRef: string, change?: { amountMinor?: number; currency?: string }) => Promise<void>
  decline: (pageRef: string) => Promise<void>
  expirePage: (pageRef: string) => Promise<void>
  /** The owner refunds an amount on the provider's own pages, or all that is left. */
  refund: (pageRef: string, amountMinor?: number) => Promise<void>
  /** The buyer opens a dispute, or the dispute is decided. */
  dispute: (pageRef: string, to: 'open' | 'won' | 'lost') => Promise<void>
  /** Returns the status of each response. */
  sendWithheld: () => Promise<number[]>
  /** All callbacks so far, whether they were sent or not. */
  signedCallbacks: SignedCallback[]
  /** Signs any body like this provider. */
  sign: (body: string, change?: { secretOf?: Credentials; at?: Date; url?: string }) => Promise<SignedCallback>
  /** Where the page sends the buyer after the payment. */
  returnUrlOf: (pageRef: string) => string
  /** Where the page sends a buyer who does not pay. */
  cancelUrlOf: (pageRef: string) => string
  /** The sum of all refunds of a page, in minor units. */
  refundedOf: (pageRef: string) => number
  /** Everything that was paid so far, the oldest first. */
  listPayments: () => PaymentRecord[]
  close: () => Promise<void>
  /** For providers whose callback address is set in the account and not sent with each page. */
  setCallbackUrl?: (callbackUrl: string) => void
  /** The default is BRL, JPY and KWD. The first one is used in most tests. */
  currencies?: readonly string[]
  /** The timeout of the adapter under test. The default is 10 s. */
  requestTimeoutMs?: number
  /** The headers that a signature needs, in lower case. The default is all headers of a callback except those of HTTP. */
  signatureHeaders?: readonly string[]
  /** False if a payment with real money has no mark of its own. */
  showsLive?: false
  /** False if the provider does not sign the body. Then the content of the body must have no effect. */
  signsBody?: false
  /** Creates a signed callback of an unknown kind. The default renames the kind of a known callback. */
  makeUnknownEvent?: () => Promise<SignedCallback>
}

/** A payment as the company booked it. */
export type PaymentRecord = {
  id: string
  /** What the payment page was opened for. Null for a payment of a subscription. */
  reference: string | null
  currency: string
  paidMinor: number
  refundedMinor: number
  /** Null if the company knows no page of it. */
  returnUrl: string | null
}

/** A page that sells a subscription is paid with `pay`. The company charges only when a test says so. */
export type FakeSubscriptions = {
  /** Tries to charge the next period, or again one that failed. */
  charge: (pageRef: string, outcome?: 'paid' | 'failed') => Promise<void>
  /** The owner refunds the newest payment on the company's own pages. */
  refundNewest: (pageRef: string) => Promise<void>
  /** The buyer disputes the newest payment. */
  disputeNewest: (pageRef: string) => Promise<void>
  /** The buyer cancels on the company's own pages. */
  cancel: (pageRef: string) => Promise<void>
  /** What the company knows. `refundedMinor` is the sum of all payments. */
  stateOf: (pageRef: string) => { isRunning: boolean; paid: number; refundedMinor: number; period: string }
}
