const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds between attempts, as the Standard Webhooks specification recommends. The first attempt is immediate. */
const BACK_OFFS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** Adds up to 10 %, so that events which failed together are not retried together. */
const JITTER = 0.1
const MAX_RETRY_AFTER = HOUR

/** Seconds until the next attempt after this number of failures, or null after the last attempt. */
export function backOffAfter(failed: number, random: () => number = Math.random): number | null {
  const seconds = BACK_OFFS[failed - 1]
  return seconds === undefined ? null : seconds * (1 + JITTER * random())
}

/** Parses Retry-After into seconds, at most an hour. Returns 0 if the header is missing or invalid. */
export function parseRetryAfter(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1_000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER) : 0
}
