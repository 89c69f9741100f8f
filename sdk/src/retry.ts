const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 10_000
/** A longer Retry-After is shortened to this, so that a client never goes silent for hours. */
const MAX_RETRY_AFTER_SECONDS = 60

/** Exponential backoff with full jitter, so that game servers which lost the same store do not return all at once. */
export function retryDelayMs(failures: number, retryAfterSeconds: number | undefined): number {
  const jitter = Math.random() * Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)
  if (retryAfterSeconds === undefined) return jitter
  return Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS) * 1_000 + jitter
}

/** Returns the seconds of a Retry-After header, which holds a number or a date; undefined if it holds neither. */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Date.parse accepts almost any text. HTTP dates start with the day of the week.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1_000))
}

/** Resolves after the delay, or rejects with the reason of `signal` when it aborts. Also works in browsers. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
  signal?.throwIfAborted()
}
