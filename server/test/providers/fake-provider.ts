import type { Credentials, Provider } from '../../src/payments/provider.ts'

/** A callback as the provider would send it, ready to be posted. */
export type SignedCallback = { url: string; headers: Record<string, string>; body: string }

export type Behaviour = {
  /** Callbacks are made but not sent; `release` sends them. */
  withhold?: boolean
  /** How often each callback is sent; 1 unless told. */
  times?: number
  /** Callbacks that are released go out in another order. */
  shuffle?: boolean
  /** Every answer of the API takes this long. */
  slowMs?: number
  /** Every call of the API is refused with this status. */
  failWith?: number
}

/**
 * A provider outside the building: a small real HTTP server that speaks what we use of its protocol and signs as it
 * signs. Buyers and owners act through it; amounts are minor units.
 */
export type FakeProvider = {
  /** The adapter under test, pointed at this server. */
  provider: Provider
  /** Where it listens, for a server process that is pointed at it. */
  url: string
  /** Of the one account that exists there. */
  credentials: Credentials
  /** Credentials of the same form that belong to somebody else: what they sign must be refused. */
  otherCredentials: Credentials
  behave: (behaviour: Behaviour) => void
  /** The buyer pays, is declined, or the page runs out. */
  pay: (pageRef: string, change?: { amountMinor?: number; currency?: string }) => Promise<void>
  decline: (pageRef: string) => Promise<void>
  expirePage: (pageRef: string) => Promise<void>
  /** The owner refunds on the provider's own pages: so much more, or all that is left. */
  refund: (pageRef: string, amountMinor?: number) => Promise<void>
  /** The buyer disputes, and the dispute is decided. */
  dispute: (pageRef: string, to: 'open' | 'won' | 'lost') => Promise<void>
  /** Sends what was withheld, and tells the status of each answer. */
  release: () => Promise<number[]>
  /** Every callback made so far, sent or not. */
  made: SignedCallback[]
  /** Signs any body as this provider would, now or at another moment, for whatever a test wants to try. */
  sign: (body: string, change?: { secretOf?: Credentials; at?: Date; url?: string }) => Promise<SignedCallback>
  /** How much the account has given back for a page: proves that a refund was made once. */
  refundedOf: (pageRef: string) => number
  close: () => Promise<void>
  /** Where the account has its one callback address set up, for providers that are not told with each page. */
  setCallbackUrl?: (callbackUrl: string) => void
  /** What the account can take money in, the usual one first; BRL, JPY and KWD unless told. */
  currencies?: readonly string[]
  /** When the adapter under test gives up on a call; 10 s unless told. Short ones keep the suite quick. */
  requestTimeoutMs?: number
  /** The headers a signature needs, in lower case; unless told all that a callback has, besides the ones of HTTP itself. */
  signatureHeaders?: readonly string[]
  /** This provider does not sign the body: what it says must not matter. */
  signsBody?: false
  /** A rightly signed callback of a kind that we have never heard of; unless told, a known one under another name. */
  makeUnknownEvent?: () => Promise<SignedCallback>
}
