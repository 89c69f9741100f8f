const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504])
/** An earlier attempt of the same write is still running; a retry returns its response. */
const IN_PROGRESS = 'request_in_progress'
/** These codes use a retryable status, but a retry would not help or would call the payment provider again. */
const FINAL_CODES = new Set(['provider_refused', 'not_configured'])

/** The store rejected the request. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly status: number
  /** Never changes its meaning, for example `unauthorized`. `unknown` if a proxy responded instead of the store. */
  readonly code: string
  /** Quote it when you ask for help; the store logs it. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
  /** The part of the request that is invalid, for example `body/name`. */
  readonly field: string | undefined
  /** The same call may succeed later. The client has already retried it before it throws this error. */
  readonly isRetryable: boolean

  constructor(
    message: string,
    details: {
      status: number
      code: string
      requestId?: string | undefined
      retryAfter?: number | undefined
      field?: string | undefined
    },
  ) {
    super(message)
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.field = details.field
    this.isRetryable =
      details.code === IN_PROGRESS || (RETRYABLE_STATUSES.has(details.status) && !FINAL_CODES.has(details.code))
  }
}

/** `redirect` and `unreadable`: the server at this address does not respond like a store. */
export type UnreachableReason = 'network' | 'timeout' | 'redirect' | 'unreadable'

/** No store responded, so it is unknown whether the call took effect. Every call is safe to repeat. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly reason: UnreachableReason
  readonly isRetryable: boolean

  constructor(message: string, { reason, cause }: { reason: UnreachableReason; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause })
    this.reason = reason
    // A maintenance page disappears on its own; a redirect means that the address is wrong.
    this.isRetryable = reason !== 'redirect'
  }
}

export type UnsafeUserIdCode =
  | 'too_long'
  | 'reserved'
  | 'empty'
  | 'half_character'
  | 'line_break'
  | 'control_character'
  | 'outer_space'
  | 'first_character'
  | 'character'
  | 'command_name'
  | 'no_room_for_quotes'
  | 'command_too_long'

/**
 * The console could read this player id as more than a name. `reason` is a sentence for the staff of the store, `code` says the
 * same to programs, and `value` is the character, word or limit that it is about.
 */
export class UnsafeUserIdError extends Error {
  override readonly name = 'UnsafeUserIdError'
  readonly reason: string
  readonly code: UnsafeUserIdCode
  readonly value: string | undefined

  constructor(reason: string, { code, value }: { code: UnsafeUserIdCode; value?: string | undefined }) {
    super(reason)
    this.reason = reason
    this.code = code
    this.value = value
  }
}

/** The console could read the value of a field as more than a value. `reason` is a sentence about it, `code` says the same to programs. */
export class UnsafeFieldError extends Error {
  override readonly name = 'UnsafeFieldError'
  readonly field: string
  readonly reason: string
  readonly code: UnsafeUserIdCode
  readonly value: string | undefined

  constructor(field: string, problem: { reason: string; code: UnsafeUserIdCode; value?: string | undefined }) {
    super(problem.reason)
    this.field = field
    this.reason = problem.reason
    this.code = problem.code
    this.value = problem.value
  }
}

/** The request is not an authentic, recent event of the store. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}
