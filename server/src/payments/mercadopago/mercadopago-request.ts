import { MercadoPagoConfig, MercadoPagoError, MPConnectionError, MPNotFoundError, MPRateLimitError } from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import { AppError } from '../../errors.ts'

type Send<T> = (config: MercadoPagoConfig) => Promise<T>

export type MercadopagoCall = {
  call: <T>(task: string, send: Send<T>, idempotencyKey?: string) => Promise<T>
  /** Undefined: there is no such thing at MercadoPago. */
  lookUp: <T>(task: string, send: Send<T>) => Promise<T | undefined>
}

export type MercadopagoAccess = { accessToken: string; apiUrl: URL | undefined; timeLimitMs?: number | undefined }

/** One way out to MercadoPago, through its own package: a time limit, no silent repetitions, and errors that name no secret. */
export function createMercadopagoCall({
  accessToken,
  apiUrl,
  timeLimitMs = 10_000,
}: MercadopagoAccess): MercadopagoCall {
  function send<T>(ask: Send<T>, idempotencyKey: string | undefined): Promise<T> {
    const options = { timeout: timeLimitMs, maxRetries: 0, ...(idempotencyKey !== undefined && { idempotencyKey }) }
    // The package writes the options of a call into its configuration: shared, the next call would carry this one's key.
    const config = new MercadoPagoConfig({ accessToken, options })
    return within(timeLimitMs, () => at(apiUrl, () => ask(config)))
  }
  return {
    async call(task, ask, idempotencyKey) {
      try {
        return await send(ask, idempotencyKey)
      } catch (error) {
        throw translate(error, task, accessToken)
      }
    },
    async lookUp(task, ask) {
      try {
        return await send(ask, undefined)
      } catch (error) {
        if (error instanceof MPNotFoundError) return undefined
        throw translate(error, task, accessToken)
      }
    },
  }
}

/**
 * The package knows one address for everybody. It reads it before it first waits, so it is another one only while this
 * call is put together, and no other account ever sees that.
 */
function at<T>(apiUrl: URL | undefined, ask: () => Promise<T>): Promise<T> {
  if (!apiUrl) return ask()
  const config: { BASE_URL: string } = AppConfig
  const usual = config.BASE_URL
  config.BASE_URL = apiUrl.href.replace(/\/$/, '')
  try {
    return ask()
  } finally {
    config.BASE_URL = usual
  }
}

/** The package's own limit ends with the headers: a body that never comes would hold the call for minutes. */
async function within<T>(milliseconds: number, ask: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new MPConnectionError(new Error('The time is up'))), milliseconds)
  try {
    return await Promise.race([ask(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asking again later may help. 409 and 423 speak of an idempotency key that is being used: the first call may well have
 * succeeded, so this must not pass for a refusal.
 */
const PASSING = new Set([408, 409, 423, 424, 429])

function translate(error: unknown, task: string, accessToken: string): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof MercadoPagoError) || error instanceof MPConnectionError) {
    return new AppError('provider_unavailable', `MercadoPago does not answer; we wanted to ${task}`, { cause: error })
  }
  const { status } = error
  if (status >= 500 || PASSING.has(status)) {
    const retryAfter = error instanceof MPRateLimitError ? error.retryAfter : null
    const options = retryAfter === null ? {} : { retryAfter }
    return new AppError('provider_unavailable', `MercadoPago answered ${status} when we wanted to ${task}`, options)
  }
  if (status === 401 || status === 403) {
    return new AppError('provider_refused', `MercadoPago does not let this access token ${task} (${status})`)
  }
  // No cause: an answer may repeat what was sent.
  const reason = error.message.replaceAll(accessToken, '…').slice(0, 200)
  return new AppError('provider_refused', `MercadoPago refused to ${task} (${status}): ${reason}`)
}
