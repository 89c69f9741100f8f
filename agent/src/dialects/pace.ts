import { setTimeout as pause } from 'node:timers/promises'
import { ConsoleError } from './dialect.ts'

/** So many at once, then one in each period, and never two closer than the gap. */
export type Pace = { burst: number; periodMs: number; gapMs: number }

/**
 * A game that limits its callers drops what comes faster, without a word, and the command would be in doubt. So we wait
 * on this side, where it is certain that nothing was sent.
 */
export function createPace({ burst, periodMs, gapMs }: Pace): (signal: AbortSignal) => Promise<void> {
  let used = 0
  let last = -Infinity
  return async (signal) => {
    for (;;) {
      if (signal.aborted) {
        throw new ConsoleError('The command was not sent: the console was closed', { mayHaveRun: false })
      }
      const passed = performance.now() - last
      const left = Math.max(0, used - passed / periodMs)
      const waitMs = Math.max(gapMs - passed, (left - (burst - 1)) * periodMs)
      if (waitMs <= 0) {
        used = left + 1
        last = performance.now()
        return
      }
      await pause(Math.ceil(waitMs), undefined, { signal }).catch(() => {})
    }
  }
}
