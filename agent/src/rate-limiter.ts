import { setTimeout as sleep } from 'node:timers/promises'

/** Allows `burst` calls at once, then one per interval, and never two closer together than `minGapMs`. */
export type RateLimit = { burst: number; intervalMs: number; minGapMs: number }

/** Returns a function that waits until the next call is allowed. It resolves with false if the signal is aborted. */
export function createRateLimiter(limit: RateLimit): (signal: AbortSignal) => Promise<boolean> {
  const { burst, intervalMs, minGapMs } = limit
  let used = 0
  let lastCallAt = -Infinity
  return async (signal) => {
    while (!signal.aborted) {
      const elapsedMs = performance.now() - lastCallAt
      const stillUsed = Math.max(0, used - elapsedMs / intervalMs)
      const waitMs = Math.max(minGapMs - elapsedMs, (stillUsed - (burst - 1)) * intervalMs)
      if (waitMs <= 0) {
        used = stillUsed + 1
        lastCallAt = performance.now()
        return true
      }
      await sleep(Math.ceil(waitMs), undefined, { signal }).catch(() => undefined)
    }
    return false
  }
}
