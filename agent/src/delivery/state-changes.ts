export type Changes = {
  /** Something changed that somebody may be waiting for. */
  tell: () => void
  /** Resolves with true as soon as the condition holds, and with false when the agent stops or the signal ends before. */
  until: (condition: () => boolean, signal?: AbortSignal) => Promise<boolean>
}

type Waiter = { condition: () => boolean; resolve: (met: boolean) => void }

/** The parts of the agent do not call each other: each waits until what it needs is so. */
export function createChanges(stop: AbortSignal): Changes {
  const waiting = new Set<Waiter>()

  function release(waiter: Waiter, met: boolean): void {
    waiting.delete(waiter)
    waiter.resolve(met)
  }

  stop.addEventListener('abort', () => {
    for (const waiter of waiting) release(waiter, false)
  })

  return {
    tell() {
      for (const waiter of waiting) if (waiter.condition()) release(waiter, true)
    },
    async until(condition, signal) {
      if (stop.aborted || signal?.aborted === true) return false
      if (condition()) return true
      return new Promise((resolve) => {
        const waiter = { condition, resolve }
        waiting.add(waiter)
        signal?.addEventListener('abort', () => release(waiter, false), { once: true })
      })
    },
  }
}
