export type StateChanges = {
  /** Reports that some state changed, so that waiting conditions are checked again. */
  notify: () => void
  /** Resolves with true when the condition is met, or with false if the agent stops or the signal is aborted first. */
  waitUntil: (condition: () => boolean, signal?: AbortSignal) => Promise<boolean>
}

type Waiter = { condition: () => boolean; resolve: (met: boolean) => void }

/** Lets the parts of the agent wait for each other's state without calling each other. */
export function createStateChanges(stop: AbortSignal): StateChanges {
  const waiters = new Set<Waiter>()

  function release(waiter: Waiter, met: boolean): void {
    waiters.delete(waiter)
    waiter.resolve(met)
  }

  stop.addEventListener('abort', () => {
    for (const waiter of waiters) release(waiter, false)
  })

  return {
    notify() {
      for (const waiter of waiters) if (waiter.condition()) release(waiter, true)
    },
    async waitUntil(condition, signal) {
      if (stop.aborted || signal?.aborted === true) return false
      if (condition()) return true
      return new Promise((resolve) => {
        const waiter = { condition, resolve }
        waiters.add(waiter)
        signal?.addEventListener('abort', () => release(waiter, false), { once: true })
      })
    },
  }
}
