import { setTimeout as delay } from 'node:timers/promises'

export type Backoff = {
  /** Waits longer each time. Ends early, without an error, when the signal is aborted. */
  wait: (signal: AbortSignal) => Promise<void>
  /** Starts again with the shortest wait. Call it after a success. */
  reset: () => void
}

export type BackoffSettings = { initialMs: number; maxMs: number }

export function createBackoff({ initialMs, maxMs }: BackoffSettings): Backoff {
  let nextMs = initialMs
  return {
    async wait(signal) {
      // Random, so that many agents that lost the same store do not all return at the same moment.
      const waitMs = nextMs * (0.5 + Math.random() / 2)
      nextMs = Math.min(nextMs * 2, maxMs)
      await sleep(waitMs, signal)
    },
    reset() {
      nextMs = initialMs
    },
  }
}

/** Ends early, without an error, when the signal is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}
