export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `max` calls at the same time. The others wait in order. */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** A separate limit for each key. */
export function createConcurrencyLimits(max: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, { limit: ConcurrencyLimit; calls: number }>()
  return async (key, work) => {
    const entry = limits.get(key) ?? { limit: createConcurrencyLimit(max), calls: 0 }
    limits.set(key, entry)
    entry.calls++
    try {
      return await entry.limit(work)
    } finally {
      if (--entry.calls === 0) limits.delete(key)
    }
  }
}
