import type { Random } from '../kit/random.ts'
import type { Items, ProductKey, ProviderName, Sequence, Step } from './steps.ts'

const MAX_ACTORS = 4
const PROVIDERS: ProviderName[] = ['stripe', 'stripe', 'stripe', 'mercadopago', 'paypal']

/** What a sequence is mostly about, so that its orders compete for the same things. */
const THEMES: { products: ProductKey[]; code: number; card: number }[] = [
  { products: ['hat', 'potion', 'single'], code: 0.3, card: 0.7 },
  { products: ['hat', 'potion'], code: 0.9, card: 0.2 },
  { products: ['scarce', 'single'], code: 0.2, card: 0.2 },
  { products: ['knight', 'king'], code: 0.1, card: 0.2 },
  { products: ['knight', 'king'], code: 0, card: 0 },
  { products: ['patron'], code: 0.6, card: 0 },
  { products: ['potion', 'voucher', 'hat'], code: 0.3, card: 0.3 },
  { products: ['knight', 'king', 'single', 'scarce', 'hat'], code: 0.4, card: 0.4 },
]

/** Up to four actors at the same time, most of whom do something about an order that is there already. */
export function generateSequence(random: Random): Sequence {
  const theme = random.pick(THEMES)
  const rounds: Sequence = []
  const orders: { order: number; since: number; isPatron: boolean }[] = []
  const length = random.integer(4, 16)
  for (let no = 1; no <= length; no++) {
    const last = rounds.at(-1)
    const joins = last !== undefined && last.length < MAX_ACTORS && random.chance(0.35)
    const round = joins ? last : []
    if (!joins) rounds.push(round)
    const step = nextStep(rounds.length)
    if (step.do === 'open' || step.do === 'sell')
      orders.push({ order: no, since: rounds.length, isPatron: (step.items.patron ?? 0) > 0 })
    round.push(step)

    function nextStep(now: number): Step {
      const known = orders.filter(({ since }) => since < now)
      if (known.length === 0 || random.chance(orders.length < 3 ? 0.4 : 0.15)) return open(no)
      const { order, isPatron } = random.pick(known)
      if (isPatron && random.chance(0.3))
        return random.chance(0.8) ? { do: 'renew', order } : { do: 'unsubscribe', order }
      const choice = random.fraction()
      if (choice < 0.4) return { do: 'pay', order, callbacks: random.pick([0, 0, 1, 1, 1, 2]) }
      if (choice < 0.5) return { do: 'call back', times: random.pick([1, 1, 2]) }
      if (choice < 0.56) return { do: 'expire', order }
      if (choice < 0.66) return { do: 'withdraw', order }
      if (choice < 0.75) return { do: 'refund', order, line: random.pick([null, null, 1, 2]) }
      if (choice < 0.79) return { do: 'return', order, amount: random.pick([null, null, 50]) }
      if (choice < 0.83) return { do: 'dispute', order, to: random.pick(['open', 'open', 'won', 'lost']) }
      if (choice < 0.91) return { do: 'fetch' }
      if (choice < 0.95) return { do: 'report' }
      if (choice < 0.955) return { do: 'ask', order }
      return {
        do: 'sell',
        order: no,
        player: random.integer(0, 1),
        items: itemsOf(),
        code: random.chance(theme.code / 3),
      }
    }
  }
  return rounds

  function open(order: number): Step {
    return {
      do: 'open',
      order,
      browser: random.integer(0, 2),
      isFresh: random.chance(0.5),
      player: random.pick([0, 0, 0, 1]),
      recipient: random.chance(0.1) ? random.integer(0, 1) : null,
      items: itemsOf(),
      code: random.chance(theme.code),
      card: random.chance(theme.card),
      provider: random.pick(PROVIDERS),
    }
  }

  function itemsOf(): Items {
    const items: Items = {}
    const kinds = theme.products.includes('patron') ? 1 : random.pick([1, 1, 1, 2])
    for (const product of random.shuffle(theme.products).slice(0, kinds))
      items[product] = product === 'hat' || product === 'potion' || product === 'scarce' ? random.pick([1, 1, 1, 2]) : 1
    return items
  }
}
