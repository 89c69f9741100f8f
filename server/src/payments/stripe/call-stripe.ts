import { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'

/**
 * Calls Stripe and converts its errors. The original error is not kept as the cause, because its message can contain the
 * secret key and would be logged.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (isTemporary(error)) throw new AppError('provider_unavailable', `Stripe is unavailable: ${describe(error)}`)
    if (error.param === 'expires_at') {
      throw new AppError(
        'not_payable',
        'Stripe needs at least 30 minutes until the checkout expires. Start a new checkout.',
      )
    }
    throw new AppError('provider_refused', `Stripe refused: ${describe(error)}`)
  }
}

/** 409 means that another call with the same idempotency key is running. There is no status if the answer is not from Stripe. */
function isTemporary({ statusCode }: Stripe.errors.StripeError): boolean {
  return statusCode === undefined || statusCode === 409 || statusCode === 429 || statusCode >= 500
}

/** Uses codes only, because messages are free text and can contain secrets. */
function describe({ code, rawType, type, requestId }: Stripe.errors.StripeError): string {
  const word = [code, rawType, type].find((text) => text !== undefined && /^\w{1,80}$/.test(text)) ?? 'error'
  return requestId !== undefined && /^req_\w{1,80}$/.test(requestId) ? `${word} (${requestId})` : word
}
