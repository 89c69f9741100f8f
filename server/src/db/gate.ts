export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many work at once; the others wait in the order they came. */
export function createGate(most: number): Gate {
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
export function createGates(most: number): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { gate: Gate; users: number }>()
  return async (who, work) => {
    const entry = gates.get(who) ?? { gate: createGate(most), users: 0 }
    gates.set(who, entry)
    entry.users++
    try {
      return await entry.gate(work)
    } finally {
      if (--entry.users === 0) gates.delete(who)
    }
  }
}
