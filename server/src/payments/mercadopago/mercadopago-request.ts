import { MercadoPagoConfig, MercadoPagoError, MPConnectionError, MPNotFoundError, MPRateLimitError } from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import { AppError } from '../../errors.ts'
import { withTimeout } from '../with-timeout.ts'

type Request<T> = (config: MercadoPagoConfig) => Promise<T>

export type MercadopagoCall = {
  call: <T>(task: string, request: Request<T>, idempotencyKey?: string) => Promise<T>
  /** Undefined if MercadoPago answers 404. */
  find: <T>(task: string, request: Request<T>) => Promise<T | undefined>
}

export type MercadopagoAccess = { accessToken: string; apiUrl: URL | undefined; requestTimeoutMs?: number | undefined }

/** Calls MercadoPago through its package, with a timeout, without automatic retries, and with errors that contain no secret. */
export function createMercadopagoCall({
  accessToken,
  apiUrl,
  requestTimeoutMs = 10_000,
}: MercadopagoAccess): MercadopagoCall {
  function send<T>(request: Request<T>, idempotencyKey: string | undefined): Promise<T> {
    const options = {
      timeout: requestTimeoutMs,
      maxRetries: 0,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }
    // The package writes the options of a call into its configuration, so a shared one would leak the idempotency key.
    const config = new MercadoPagoConfig({ accessToken, options })
    return withTimeout({ provider: 'MercadoPago', timeoutMs: requestTimeoutMs }, () =>
      withBaseUrl(apiUrl, () => request(config)),
    )
  }
  return {
    async call(task, request, idempotencyKey) {
      try {
        return await send(request, idempotencyKey)
      } catch (error) {
        throw toAppError(error, task, accessToken)
      }
    },
    async find(task, request) {
      try {
        return await send(request, undefined)
      } catch (error) {
        if (error instanceof MPNotFoundError) return undefined
        throw toAppError(error, task, accessToken)
      }
    },
  }
}

/**
 * The package has one global base URL. It reads the URL synchronously, so changing it during this call does not affect
 * other calls.
 */
function withBaseUrl<T>(apiUrl: URL | undefined, request: () => Promise<T>): Promise<T> {
  if (!apiUrl) return request()
  const config: { BASE_URL: string } = AppConfig
  const original = config.BASE_URL
  config.BASE_URL = apiUrl.href.replace(/\/$/, '')
  try {
    return request()
  } finally {
    config.BASE_URL = original
  }
}

/**
 * Statuses that are worth a retry. 409 and 423 mean that the idempotency key is in use: the first call may have succeeded,
 * so they are not refusals.
 */
const TEMPORARY = new Set([408, 409, 423, 424, 429])

function toAppError(error: unknown, task: string, accessToken: string): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof MercadoPagoError) || error instanceof MPConnectionError) {
    return new AppError('provider_unavailable', `MercadoPago did not answer a request to ${task}`, { cause: error })
  }
  const { status } = error
  if (status >= 500 || TEMPORARY.has(status)) {
    const retryAfter = error instanceof MPRateLimitError ? error.retryAfter : null
    const options = retryAfter === null ? {} : { retryAfter }
    return new AppError('provider_unavailable', `MercadoPago answered ${status} to a request to ${task}`, options)
  }
  if (status === 401 || status === 403) {
    return new AppError(
      'provider_refused',
      `MercadoPago does not allow this access token to ${task} (${status}). Check the credentials.`,
    )
  }
  // The error is not kept as the cause, because an answer can repeat the request with its token.
  const reason = error.message.replaceAll(accessToken, '…').slice(0, 200)
  return new AppError('provider_refused', `MercadoPago refused to ${task} (${status}): ${reason}`)
}
