import type { Random } from '../../kit/random.ts'

const TOKEN = /qm([bo])_[0-9A-Za-z]{38}/g
const MAX_TOKENS = 300

/** The tokens of baskets and orders that answers contained, so that later requests reach them. */
export type BuyerTokens = {
  basket: (random: Random) => string
  order: (random: Random) => string
  learn: (text: string, random: Random) => void
  all: () => string[]
}

export function createBuyerTokens(): BuyerTokens {
  const known = { b: new Set<string>(), o: new Set<string>() }
  const pick = (kind: 'b' | 'o', random: Random) =>
    known[kind].size === 0 ? `qm${kind}_${'0'.repeat(38)}` : random.pick([...known[kind]])
  return {
    basket: (random) => pick('b', random),
    order: (random) => pick('o', random),
    learn(text, random) {
      for (const [token, kind] of text.matchAll(TOKEN)) {
        const tokens = known[kind as 'b' | 'o']
        if (tokens.size >= MAX_TOKENS) tokens.delete(random.pick([...tokens]))
        tokens.add(token)
      }
    },
    all: () => [...known.b, ...known.o],
  }
}
