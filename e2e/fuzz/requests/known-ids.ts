import type { Random } from '../../kit/random.ts'

const ID = /"([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}"/g
const NEXT_CURSOR = /"nextCursor":"([\w-]+)"/
/** The callers of the run depend on these, so requests use only the ids that were known at the start. */
const NOT_LEARNED = new Set(['tok', 'acc', 'ses', 'sto'])
const MAX_IDS = 200

/** Ids that requests can name, by their prefix. */
export type KnownIds = {
  pick: (prefix: string, random: Random) => string | undefined
  any: (random: Random) => string
  cursor: (random: Random) => string | undefined
  /** Adds the ids in an answer. */
  learn: (text: string, random: Random) => void
}

export function createKnownIds(first: Record<string, string[]>): KnownIds {
  const ids = new Map(Object.entries(first))
  const cursors: string[] = []

  function add(list: string[], item: string, random: Random): void {
    if (list.length < MAX_IDS) list.push(item)
    else list[random.integer(0, MAX_IDS - 1)] = item
  }

  return {
    pick(prefix, random) {
      const list = ids.get(prefix) ?? []
      return list.length === 0 ? undefined : random.pick(list)
    },
    any: (random) => random.pick([...ids.values()].flatMap((list) => list.slice(0, 3))),
    cursor: (random) => (cursors.length === 0 ? undefined : random.pick(cursors)),
    learn(text, random) {
      for (const [quoted, prefix = ''] of text.slice(0, 20_000).matchAll(ID)) {
        if (NOT_LEARNED.has(prefix)) continue
        const list = ids.get(prefix) ?? []
        ids.set(prefix, list)
        add(list, quoted.slice(1, -1), random)
      }
      const [, next] = NEXT_CURSOR.exec(text) ?? []
      if (next !== undefined) add(cursors, next, random)
    },
  }
}
