export type Random = {
  /** From 0 up to, not including, 1. */
  fraction(): number
  between(least: number, most: number): number
  whole(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** A stream of its own: how often one part asks does not change what another gets. */
  fork(): Random
}

/** The same seed makes the same decisions (mulberry32). When they take effect is up to the machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + fraction() * (most - least)
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))

  return {
    fraction,
    between,
    whole,
    chance: (probability) => fraction() < probability,
    pick(list) {
      const item = list[whole(0, list.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    shuffle(list) {
      const keyed = list.map((item) => ({ item, key: fraction() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
    fork: () => createRandom(whole(0, 2 ** 32 - 1)),
  }
}
