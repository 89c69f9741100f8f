/** Every error a caller can see, with its status and short title. Codes are public: add freely, never rename. */
const CATALOGUE = {
  invalid_request: [400, 'The request is not valid'],
  malformed_json: [400, 'The body is not valid JSON'],
  unauthorized: [401, 'The key is missing or not valid'],
  signature_invalid: [401, 'The signature is missing or not valid'],
  sign_in_failed: [401, 'Signing in failed'],
  forbidden: [403, 'This is not allowed'],
  csrf: [403, 'The request does not come from our own pages'],
  second_factor_required: [403, 'A second factor is needed'],
  reauthentication_required: [403, 'Prove again who you are'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This method is not allowed here'],
  request_timeout: [408, 'The request took too long to arrive'],
  already_processed: [409, 'The command was already processed'],
  still_pending: [409, 'The command is still waiting'],
  nothing_owed: [409, 'Nothing is owed any more'],
  not_refundable: [409, 'This checkout cannot be refunded'],
  subscription_expired: [409, "The store's subscription has expired"],
  reference_reused: [409, 'This reference belongs to another sale'],
  sold_out: [409, 'There is not enough left of this product'],
  limit_reached: [409, 'The player may not have more of this product'],
  not_payable: [409, 'This checkout cannot be paid'],
  live_store: [409, 'Only a test store can do this'],
  test_store: [409, 'A test store cannot do this'],
  key_in_use: [409, 'This key is already in use'],
  too_many_keys: [409, 'Too many active keys'],
  player_banned: [409, 'The player is banned'],
  conflict: [409, 'This does not fit what is there'],
  in_progress: [409, 'The same request is still under way'],
  precondition_failed: [412, 'It has changed meanwhile'],
  body_too_large: [413, 'The body is too large'],
  purchase_too_large: [422, 'The purchase is too large to deliver in one piece'],
  unsupported_media_type: [415, 'The body must be JSON'],
  idempotency_key_reused: [422, 'This Idempotency-Key belongs to another request'],
  precondition_required: [428, 'Say which version you mean'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal: [500, 'Something broke on our side'],
  provider_refused: [502, 'The payment provider refused'],
  provider_unavailable: [503, 'The payment provider does not answer'],
  not_configured: [503, 'A setting is missing'],
  unavailable: [503, 'The service is not available right now'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof CATALOGUE

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly title: string
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  /** Which part of the request it is about, like `body/name`. */
  readonly field: string | undefined

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { retryAfter?: number; field?: string }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.status = CATALOGUE[code][0]
    this.title = CATALOGUE[code][1]
    this.retryAfter = options?.retryAfter
    this.field = options?.field
  }
}

/** More calls at once than can be served soon: an early refusal is better than a late one. */
export function busy(): AppError {
  return new AppError('unavailable', 'The server is busy; try again in a moment', { retryAfter: 5 })
}
