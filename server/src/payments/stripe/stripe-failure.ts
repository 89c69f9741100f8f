import { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'

/**
 * Makes a call to Stripe and turns its errors into ours. The original error is not kept: its message can repeat the key,
 * and whoever logs ours would log it too.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (isAway(error)) throw new AppError('provider_unavailable', `Stripe does not answer: ${describe(error)}`)
    if (error.param === 'expires_at') {
      throw new AppError(
        'not_payable',
        'Stripe takes no payment that has less than 30 minutes left; start a new checkout',
      )
    }
    throw new AppError('provider_refused', `Stripe refused: ${describe(error)}`)
  }
}

/** 409: another call with the same idempotency key is still running. No status: no answer, or one that is not of Stripe. */
function isAway({ statusCode }: Stripe.errors.StripeError): boolean {
  return statusCode === undefined || statusCode === 409 || statusCode === 429 || statusCode >= 500
}

/** Codes are from a list that Stripe publishes; its messages are free text. */
function describe({ code, rawType, type, requestId }: Stripe.errors.StripeError): string {
  const word = [code, rawType, type].find((text) => text !== undefined && /^\w{1,80}$/.test(text)) ?? 'error'
  return requestId !== undefined && /^req_\w{1,80}$/.test(requestId) ? `${word} (${requestId})` : word
}
