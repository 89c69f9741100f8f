import type { Random } from '../../kit/random.ts'

const ID = /"([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}"/g
const NEXT = /"nextCursor":"([\w-]+)"/
/** Of callers: whoever takes them away takes the run's voice. */
const KEPT = new Set(['tok', 'acc', 'ses', 'sto'])
const MOST = 200

export type KnownIds = {
  /** One that exists, or did, by its prefix. */
  pick: (prefix: string, random: Random) => string | undefined
  any: (random: Random) => string
  cursor: (random: Random) => string | undefined
  /** Learns from an answer what there is now. */
  learn: (text: string, random: Random) => void
}

export function createKnownIds(first: Record<string, string[]>): KnownIds {
  const ids = new Map(Object.entries(first))
  const cursors: string[] = []

  function put(list: string[], item: string, random: Random): void {
    if (list.length < MOST) list.push(item)
    else list[random.integer(0, MOST - 1)] = item
  }

  return {
    pick(prefix, random) {
      const list = ids.get(prefix) ?? []
      return list.length === 0 ? undefined : random.pick(list)
    },
    any: (random) =>
      random.pick([...ids.values()].filter((list) => list.length > 0).flatMap((list) => list.slice(0, 3))),
    cursor: (random) => (cursors.length === 0 ? undefined : random.pick(cursors)),
    learn(text, random) {
      for (const [quoted, prefix = ''] of text.slice(0, 20_000).matchAll(ID)) {
        if (KEPT.has(prefix)) continue
        const list = ids.get(prefix) ?? []
        ids.set(prefix, list)
        put(list, quoted.slice(1, -1), random)
      }
      const [, next] = NEXT.exec(text) ?? []
      if (next !== undefined) put(cursors, next, random)
    },
  }
}
