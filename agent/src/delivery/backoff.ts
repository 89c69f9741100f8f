import { setTimeout as sleep } from 'node:timers/promises'

export type Pause = {
  /** Longer every time; ends early, and quietly, with the signal. */
  wait: (signal: AbortSignal) => Promise<void>
  /** It worked: the next one is short again. */
  reset: () => void
}

export function createPause({ firstMs, mostMs }: { firstMs: number; mostMs: number }): Pause {
  let next = firstMs
  return {
    async wait(signal) {
      // Many agents that lost the same store do not come back in the same moment.
      const length = next * (0.5 + Math.random() / 2)
      next = Math.min(next * 2, mostMs)
      await rest(length, signal)
    },
    reset() {
      next = firstMs
    },
  }
}

export async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
