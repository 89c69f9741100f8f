/** Every error code with its HTTP status and title. Codes are public: new ones can be added, none is ever renamed. */
const ERRORS = {
  invalid_request: [400, 'The request is invalid'],
  malformed_json: [400, 'The request body is not valid JSON'],
  unauthorized: [401, 'Authentication is missing or invalid'],
  signature_invalid: [401, 'The signature is missing or invalid'],
  sign_in_failed: [401, 'Signing in failed'],
  forbidden: [403, 'Permission denied'],
  csrf: [403, 'The request came from another site'],
  second_factor_required: [403, 'A second factor is required'],
  reauthentication_required: [403, 'Recent authentication is required'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'The method is not allowed for this URL'],
  request_timeout: [408, 'The request took too long to arrive'],
  already_processed: [409, 'The delivery was already processed'],
  still_pending: [409, 'The delivery is still pending'],
  no_longer_owned: [409, 'The player no longer owns the goods'],
  not_refundable: [409, 'The checkout cannot be refunded'],
  subscription_expired: [409, "The store's subscription has expired"],
  reference_reused: [409, 'The reference belongs to another sale'],
  sold_out: [409, 'The product is sold out'],
  stock_held: [409, 'Unpaid orders hold too much of the stock'],
  earlier_order_open: [409, 'An earlier order of this basket can still be paid'],
  limit_reached: [409, 'The player cannot own more of this product'],
  already_subscribed: [409, 'The player already has this subscription'],
  code_unknown: [409, 'The store has no such code'],
  code_not_valid_now: [409, 'The code cannot be used now'],
  code_used_up: [409, 'The code is used up'],
  code_used_by_player: [409, 'The player cannot use the code again'],
  code_minimum: [409, 'The basket is below the minimum of the code'],
  code_not_for_these: [409, 'The code is for other products'],
  not_payable: [409, 'The checkout cannot be paid'],
  test_store_only: [409, 'Only a test store can do this'],
  live_store_only: [409, 'A test store cannot do this'],
  key_in_use: [409, 'The key is already in use'],
  quota_exceeded: [409, 'A limit of the platform or of the plan is reached'],
  too_many_keys: [409, 'There are too many active keys'],
  player_banned: [409, 'The player is banned'],
  identity_required: [409, 'The player has to prove who they are'],
  challenge_required: [409, 'A challenge has to be solved first'],
  conflict: [409, 'The request conflicts with the current state'],
  request_in_progress: [409, 'The same request is still in progress'],
  precondition_failed: [412, 'The object has changed since it was read'],
  body_too_large: [413, 'The request body is too large'],
  misdirected_request: [421, 'This host is not served here'],
  field_invalid: [422, 'A value that the product asks for is missing or invalid'],
  purchase_too_large: [422, 'The purchase is too large for one delivery'],
  unsupported_media_type: [415, 'The request body must be JSON'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for a different request'],
  precondition_required: [428, 'The If-Match header is missing'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The request headers are too large'],
  internal: [500, 'An internal error occurred'],
  provider_refused: [502, 'The payment provider rejected the request'],
  provider_unavailable: [503, 'The payment provider is unavailable'],
  not_configured: [503, 'A setting is missing'],
  unavailable: [503, 'The service is temporarily unavailable'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS)

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly title: string
  /** Seconds after which the client can retry. */
  readonly retryAfter: number | undefined
  /** The part of the request that is wrong, such as `body/name`. */
  readonly field: string | undefined

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { retryAfter?: number; field?: string }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code][0]
    this.title = ERRORS[code][1]
    this.retryAfter = options?.retryAfter
    this.field = options?.field
  }
}

/** Under overload, an early rejection is better than a late response. */
export function busy(): AppError {
  return new AppError('unavailable', 'The server is busy. Retry in a few seconds.', { retryAfter: 5 })
}
