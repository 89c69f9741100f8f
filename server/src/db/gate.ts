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
