export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many work at once; the others wait in the order they came. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let inside = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter))
    else inside++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}

/** The same for each of many: how busy one is does not matter to another. */
export function createConcurrencyLimits(most: number): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { gate: ConcurrencyLimit; users: number }>()
  return async (who, work) => {
    const entry = gates.get(who) ?? { gate: createConcurrencyLimit(most), users: 0 }
    gates.set(who, entry)
    entry.users++
    try {
      return await entry.gate(work)
    } finally {
      if (--entry.users === 0) gates.delete(who)
    }
  }
}
