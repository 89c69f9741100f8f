import { AppError } from '../errors.ts'

/** Limits the whole call, because the timeouts of the provider packages do not cover connecting or the response body. */
export async function withTimeout<T>(
  { provider, timeoutMs }: { provider: string; timeoutMs: number },
  call: (abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const timeout = Promise.withResolvers<never>()
  const onTimeout = () =>
    timeout.reject(new AppError('provider_unavailable', `${provider} did not answer in time. Try again.`))
  signal.addEventListener('abort', onTimeout)
  try {
    return await Promise.race([call(signal), timeout.promise])
  } finally {
    signal.removeEventListener('abort', onTimeout)
  }
}
