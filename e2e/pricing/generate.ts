import type {
  Basket,
  BasketLine,
  Code,
  Discount,
  Holding,
  Offer,
  PricedProduct,
  Sale,
  Scope,
} from '../../server/src/pricing/basket.ts'
import type { Random } from '../kit/random.ts'

export type Input = { offer: Offer; basket: Basket; now: number; holdings: Holding[] }

const NOW = Date.parse('2026-11-17T12:00:00Z')
const DAY = 86_400_000
/** The limits of `server/src/money.ts` and of a basket. */
const MAX_PRICE = 1_000_000_000_000
const MAX_QUANTITY = 1_000
/** Not in alphabetical order by any locale, so that a comparison by locale is noticed. */
const IDS = ['a', 'B', 'b', 'A', '10', '9', 'é', 'z', '_', 'Z']
const CATEGORIES = ['ranks', 'money', 'pets']
const GROUPS = ['g1', 'g2']
const COUNTRIES = ['DE', 'BR', 'XX']

/** Small amounts make ties and remainders frequent, large ones do not fit into a number when they are multiplied. */
type Size = 'tiny' | 'usual' | 'huge'

/** One offer with a basket. About a third of the baskets is refused. */
export function generateInput(random: Random): Input {
  const size = random.pick<Size>(['tiny', 'usual', 'usual', 'huge'])
  const products = generateProducts(random, size)
  const sales = random.chance(0.3) ? [] : generateSales(random, size, products)
  const lines = generateLines(random, size, products)
  const sum = lines.reduce((total, line) => total + listPrice(line, products), 0)
  const offer: Offer = {
    products,
    sales,
    tierGroups: new Map(GROUPS.map((id) => [id, { credit: random.pick(['full', 'remaining time'] as const) }])),
    taxRates: new Map(COUNTRIES.slice(1).map((country) => [country, random.pick([0, 1, 700, 1_900, 2_500, 10_000])])),
  }
  const basket: Basket = {
    lines,
    code: random.chance(0.6) ? generateCode(random, size, { products, lines, sum }) : undefined,
    giftCard: random.chance(0.4) ? nearby(random, size, sum) : undefined,
    country: pickOrNone(random, COUNTRIES),
  }
  return { offer, basket, now: NOW, holdings: generateHoldings(random, size) }
}

function generateProducts(random: Random, size: Size): Map<string, PricedProduct> {
  // Several products with the same price make ties.
  const prices = [amount(random, size), amount(random, size)]
  const price = () => (random.chance(0.5) ? random.pick(prices) : amount(random, size))
  return new Map(
    Array.from({ length: random.integer(1, 8) }, (_, i) => {
      const variants = random.chance(0.7) ? [''] : ['30', '90'].slice(0, random.integer(1, 2))
      const product: PricedProduct = {
        prices: new Map(variants.map((id) => [id, price()])),
        categoryIds: CATEGORIES.filter(() => random.chance(0.4)),
        isPriceOpen: random.chance(0.15),
        isGiftCard: random.chance(0.1),
        tier: random.chance(0.25) ? { groupId: random.pick(GROUPS), rank: random.integer(1, 4) } : undefined,
      }
      return [`p${i}`, product]
    }),
  )
}

function generateLines(random: Random, size: Size, products: Map<string, PricedProduct>): BasketLine[] {
  const ids = random.shuffle(IDS)
  const usedGroups = new Set<string>()
  const lines: BasketLine[] = []
  const count = random.chance(0.01) ? 0 : random.integer(1, random.pick([2, 4, 8]))
  while (lines.length < count && ids.length > 0) {
    const id = ids.pop() ?? ''
    const [productId, product] = random.pick([...products])
    const { tier, prices } = product
    // Mostly once, as a basket with two of a group is refused.
    if (tier && usedGroups.has(tier.groupId) && random.chance(0.97)) continue
    if (tier) usedGroups.add(tier.groupId)
    const variantId = random.chance(0.005) ? 'unknown' : random.pick([...prices.keys()])
    const quantity = tier && random.chance(0.95) ? 1 : pickQuantity(random, size)
    const namedPrice = random.chance(0.5) ? namePrice(random, size, prices.get(variantId) ?? 0) : undefined
    lines.push({ id, productId: random.chance(0.005) ? 'unknown' : productId, variantId, quantity, namedPrice })
  }
  return lines
}

function pickQuantity(random: Random, size: Size): number {
  if (random.chance(0.5)) return 1
  return size === 'usual' ? random.integer(1, 10) : random.pick([2, 3, 7, MAX_QUANTITY])
}

function namePrice(random: Random, size: Size, price: number): number {
  if (random.chance(0.08)) return Math.max(0, price - 1)
  return Math.min(MAX_PRICE, price + random.pick([0, 1, amount(random, size)]))
}

function listPrice({ productId, variantId, quantity, namedPrice }: BasketLine, products: Map<string, PricedProduct>) {
  const product = products.get(productId)
  const price = product?.prices.get(variantId) ?? 0
  return (product?.isPriceOpen ? (namedPrice ?? price) : price) * quantity
}

function generateSales(random: Random, size: Size, products: Map<string, PricedProduct>): Sale[] {
  const ids = random.shuffle(IDS).slice(0, random.integer(1, 5))
  const common = generateDiscount(random, size)
  return ids.map((id) => ({
    id,
    scope: generateScope(random, [...products.keys()]),
    discount: random.chance(0.4) ? common : generateDiscount(random, size),
    ...generateTimes(random, 0.3),
  }))
}

type Bought = { products: Map<string, PricedProduct>; lines: BasketLine[]; sum: number }

function generateCode(random: Random, size: Size, { products, lines, sum }: Bought): Code {
  const bought = lines.map(({ productId }) => productId)
  return {
    scope: generateScope(random, random.chance(0.8) && bought.length > 0 ? bought : [...products.keys()]),
    discount: random.chance(0.1) ? { amount: nearby(random, size, sum) } : generateDiscount(random, size),
    ...generateTimes(random, 0.1),
    minimum: random.chance(0.6) ? 0 : nearby(random, size, sum),
    usesLeft: pickOrNone(random, random.chance(0.1) ? [0, -1] : [1, 2]),
    usesLeftOfPlayer: pickOrNone(random, random.chance(0.1) ? [0, -1] : [1, 2]),
    share: random.pick([0, 1, 500, 3_333, 10_000]),
  }
}

function generateScope(random: Random, productIds: readonly string[]): Scope {
  if (random.chance(0.4)) return undefined
  return {
    productIds: random.chance(0.7) ? productIds.filter(() => random.chance(0.5)) : [],
    categoryIds: random.chance(0.5) ? CATEGORIES.filter(() => random.chance(0.4)) : [],
  }
}

function generateDiscount(random: Random, size: Size): Discount {
  if (random.chance(0.4)) return { amount: amount(random, size) }
  return { percent: random.chance(0.5) ? random.integer(0, 10_000) : random.pick([0, 1, 1_000, 3_333, 5_000, 10_000]) }
}

/** Often exactly at the bounds. `bad` is how many are over or have not begun. */
function generateTimes(random: Random, bad: number): { from: number | undefined; until: number | undefined } {
  if (random.chance(bad)) {
    return random.chance(0.5)
      ? { from: NOW + random.pick([1, DAY]), until: pickOrNone(random, [NOW + 2 * DAY]) }
      : { from: pickOrNone(random, [NOW - 2 * DAY]), until: NOW - random.pick([0, 0, 1, DAY]) }
  }
  return {
    from: pickOrNone(random, [NOW - DAY, NOW - 1, NOW]),
    until: pickOrNone(random, [NOW + 1, NOW + DAY]),
  }
}

/** Most players hold nothing, or something of a low rank. */
function generateHoldings(random: Random, size: Size): Holding[] {
  return Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => {
    const from = NOW + random.pick([-30 * DAY, -DAY - 1, -7, -1, 0, 1])
    const until = from + random.pick([1, 7, DAY, 30 * DAY, random.integer(1, 60 * DAY)])
    return {
      groupId: random.pick(GROUPS),
      rank: random.chance(0.05) ? random.integer(3, 5) : random.integer(0, 2),
      paid: amount(random, size),
      from,
      until: random.chance(0.3) ? undefined : until,
    }
  })
}

function amount(random: Random, size: Size): number {
  if (random.chance(0.1)) return random.pick([0, 1])
  if (size === 'tiny') return random.integer(0, 12)
  if (size === 'usual') return random.chance(0.5) ? random.integer(1, 100) * 100 - 1 : random.integer(1, 10_000)
  return random.chance(0.3) ? MAX_PRICE - random.integer(0, 2) : random.integer(1, MAX_PRICE)
}

/** Around a sum, where conditions change. */
function nearby(random: Random, size: Size, sum: number): number {
  return Math.max(
    0,
    random.pick([sum - 1, sum, sum + 1, Math.floor(sum / 2), Math.floor(sum / 3), amount(random, size)]),
  )
}

function pickOrNone<T>(random: Random, list: readonly T[]): T | undefined {
  return random.chance(0.3) ? undefined : random.pick(list)
}
