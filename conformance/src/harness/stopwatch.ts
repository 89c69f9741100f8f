/** How often a waiting scenario checks its condition. */
export const CHECK_INTERVAL_MS = 25

/**
 * Counts only the time in which this process was able to check. While a busy machine stops the process, the client
 * cannot act either, so that time must not count against it.
 */
export function createStopwatch(): { ms: () => number; reset: () => void } {
  let elapsedMs = 0
  let checkedAt = Date.now()
  return {
    ms() {
      const now = Date.now()
      elapsedMs += Math.min(now - checkedAt, CHECK_INTERVAL_MS * 2)
      checkedAt = now
      return elapsedMs
    },
    reset() {
      elapsedMs = 0
      checkedAt = Date.now()
    },
  }
}
