export type Random = {
  /** At least 0 and below 1. */
  fraction(): number
  between(min: number, max: number): number
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** Returns an independent stream: how often one part draws numbers does not change what another part draws. */
  fork(): Random
}

/** The same seed makes the same decisions (mulberry32). Their timing depends on the machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + fraction() * (max - min)
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))

  return {
    fraction,
    between,
    integer,
    chance: (probability) => fraction() < probability,
    pick(list) {
      const item = list[integer(0, list.length - 1)]
      if (item === undefined) throw new Error('The list to pick from is empty')
      return item
    },
    shuffle(list) {
      const keyed = list.map((item) => ({ item, key: fraction() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
    fork: () => createRandom(integer(0, 2 ** 32 - 1)),
  }
}
