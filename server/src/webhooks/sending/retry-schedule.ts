const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds between one attempt and the next, as the Standard Webhooks specification suggests; the first is immediate. */
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** Later, never earlier: many that failed together do not come back together. */
const JITTER = 0.1
const LONGEST_REST = HOUR

/** Seconds until the next attempt after so many that failed; null when that was the last one. */
export function backOffAfter(failed: number, random: () => number = Math.random): number | null {
  const pause = PAUSES[failed - 1]
  return pause === undefined ? null : pause * (1 + JITTER * random())
}

/** The seconds a receiver asked for by Retry-After, within bounds; zero when it said nothing sensible. */
export function retryAfterOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1_000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_REST) : 0
}
