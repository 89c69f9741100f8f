import { setTimeout as sleep } from 'node:timers/promises'

/** So many at once, then one in each period, and never two closer than the gap. */
export type Pace = { burst: number; periodMs: number; gapMs: number }

/** Waits for the next turn. Answers false, early, when the signal ends it. */
export function createPace({ burst, periodMs, gapMs }: Pace): (signal: AbortSignal) => Promise<boolean> {
  let used = 0
  let last = -Infinity
  return async (signal) => {
    while (!signal.aborted) {
      const passed = performance.now() - last
      const left = Math.max(0, used - passed / periodMs)
      const waitMs = Math.max(gapMs - passed, (left - (burst - 1)) * periodMs)
      if (waitMs <= 0) {
        used = left + 1
        last = performance.now()
        return true
      }
      await sleep(Math.ceil(waitMs), undefined, { signal }).catch(() => undefined)
    }
    return false
  }
}
