import { ApiError } from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'

/** Worth another try: too early, too often, at the same moment as another call, or broken on their side. */
const PASSING = new Set([408, 409, 425, 429])

/** PayPal understood the call and said no. `issue` is its own word for why, as ORDER_ALREADY_CAPTURED. */
export class PaypalError extends AppError {
  readonly httpStatus: number
  readonly issue: string | undefined

  constructor(message: string, { httpStatus, issue }: { httpStatus: number; issue: string | undefined }) {
    super('provider_refused', message)
    this.httpStatus = httpStatus
    this.issue = issue
  }
}

/** What the package throws holds the request with its token, so it is never passed on, not even as a cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof ApiError)) return away(codeOf(error))
  const { statusCode } = error
  if (statusCode >= 500 || PASSING.has(statusCode)) return away(`status ${statusCode}`)
  const { error: tokenProblem, name, debug_id: debugId, details } = (error.result ?? {}) as PaypalProblem
  if (tokenProblem !== undefined) {
    const message = 'PayPal does not accept this client id and secret in this mode'
    return new PaypalError(message, { httpStatus: statusCode, issue: undefined })
  }
  const issue = word(details?.[0]?.issue)
  const known = [word(name), issue, word(debugId) && `debug id ${word(debugId)}`].filter((part) => part !== undefined)
  return new PaypalError(`PayPal refused: ${[`status ${statusCode}`, ...known].join(', ')}`, {
    httpStatus: statusCode,
    issue,
  })
}

/** `error` when a token is refused, the others for everything else. */
type PaypalProblem = { error?: unknown; name?: unknown; debug_id?: unknown; details?: { issue?: unknown }[] }

function away(why: string): AppError {
  return new AppError('provider_unavailable', `PayPal does not answer as it should (${why}); try again`)
}

function codeOf(error: unknown): string {
  return word((error as { code?: unknown }).code) ?? word((error as Error).name) ?? 'no connection'
}

/** Only what looks like a code: free text of another company may say anything. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined
}
