const RETRYABLE = new Set([408, 429, 500, 502, 503, 504])
/** An earlier attempt of the same write is not done yet; its answer will be ours. */
const UNDER_WAY = 'request_in_progress'
/** Said by a store that works: to ask again changes nothing, or asks a payment provider once more. */
const FINAL = new Set(['provider_refused', 'not_configured'])

/** The store answered and said no. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly status: number
  /** Stable for ever, like `unauthorized`; `unknown` when something in between answered. */
  readonly code: string
  /** Quote it when you ask for help; it is in the store's log. */
  readonly requestId: string | undefined
  /** Seconds that the store asks to wait. */
  readonly retryAfter: number | undefined
  /** Of a refused request: which part it is about, like `body/name`. */
  readonly field: string | undefined
  /** The same call may work later. Clients have tried it again already when they throw this. */
  readonly isRetryable: boolean

  constructor(
    message: string,
    facts: {
      status: number
      code: string
      requestId?: string | undefined
      retryAfter?: number | undefined
      field?: string | undefined
    },
  ) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.field = facts.field
    this.isRetryable = facts.code === UNDER_WAY || (RETRYABLE.has(facts.status) && !FINAL.has(facts.code))
  }
}

/** `redirect` and `unreadable`: something answers at this address, but not as a store does. */
export type UnreachableReason = 'network' | 'timeout' | 'redirect' | 'unreadable'

/** There was no answer of a store, so nobody knows whether the call took effect. Every call may be made again. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly reason: UnreachableReason
  readonly isRetryable: boolean

  constructor(message: string, { reason, cause }: { reason: UnreachableReason; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause })
    this.reason = reason
    // A page of maintenance goes away by itself, a wrong address does not.
    this.isRetryable = reason !== 'redirect'
  }
}

/** A player's id that could do something else than name the player. `reason` is a sentence for the owner of the store. */
export class UnsafeUserIdError extends Error {
  override readonly name = 'UnsafeUserIdError'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}
