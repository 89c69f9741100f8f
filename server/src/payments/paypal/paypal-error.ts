import { ApiError } from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'

/** Statuses that are worth a retry, in addition to 5xx. */
const TEMPORARY = new Set([408, 409, 425, 429])

/** PayPal refused the call. `issue` is its code for the reason, such as ORDER_ALREADY_CAPTURED. */
export class PaypalError extends AppError {
  readonly httpStatus: number
  readonly issue: string | undefined

  constructor(message: string, { httpStatus, issue }: { httpStatus: number; issue: string | undefined }) {
    super('provider_refused', message)
    this.httpStatus = httpStatus
    this.issue = issue
  }
}

/** The errors of the package contain the request with its token, so they are not kept as the cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof ApiError)) return unavailable(codeOf(error))
  const { statusCode } = error
  if (statusCode >= 500 || TEMPORARY.has(statusCode)) return unavailable(`status ${statusCode}`)
  const { error: tokenProblem, name, debug_id: debugId, details: issues } = (error.result ?? {}) as PaypalProblem
  if (tokenProblem !== undefined) {
    const message = 'PayPal rejects this client id and secret. Check them and the mode.'
    return new PaypalError(message, { httpStatus: statusCode, issue: undefined })
  }
  // The older calls have no issue, but a name for each problem.
  const issue = toCode(issues?.[0]?.issue) ?? toCode(name)
  const details = [...new Set([toCode(name), issue]), toCode(debugId) && `debug id ${toCode(debugId)}`].filter(
    (part) => part !== undefined,
  )
  return new PaypalError(`PayPal refused: ${[`status ${statusCode}`, ...details].join(', ')}`, {
    httpStatus: statusCode,
    issue,
  })
}

/** `error` is set when a token is rejected, the other fields for all other problems. */
type PaypalProblem = { error?: unknown; name?: unknown; debug_id?: unknown; details?: { issue?: unknown }[] }

function unavailable(reason: string): AppError {
  return new AppError('provider_unavailable', `PayPal is unavailable (${reason}). Try again.`)
}

function codeOf(error: unknown): string {
  return toCode((error as { code?: unknown }).code) ?? toCode((error as Error).name) ?? 'no connection'
}

/** Accepts only codes, because free text could contain anything. */
function toCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined
}
