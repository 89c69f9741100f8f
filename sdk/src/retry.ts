import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_REST_MS = 250
const LONGEST_REST_MS = 10_000
/** A store that is away for longer than this is asked once more anyway. */
const LONGEST_ASKED_S = 60

/** Full jitter: a thousand game servers that lost their store together do not come back together. */
export function restBeforeRetry(failures: number, retryAfter: number | undefined): number {
  const jitter = Math.random() * Math.min(FIRST_REST_MS * 2 ** failures, LONGEST_REST_MS)
  return retryAfter === undefined ? jitter : Math.min(retryAfter, LONGEST_ASKED_S) * 1_000 + jitter
}

/** Seconds, or a date. Undefined for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Date.parse takes nearly everything for a date; those of HTTP begin with the day of the week.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1_000))
}

/** Ends early, by throwing the reason, when `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error
  })
}
