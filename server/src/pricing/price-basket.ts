import type {
  Amounts,
  Basket,
  BasketLine,
  Code,
  Discount,
  Holding,
  Offer,
  PricedBasket,
  PricedLine,
  PricedProduct,
  Refusal,
  Sale,
  Scope,
} from './basket.ts'
import { divide, part, partDown, taxOf, WHOLE } from './parts.ts'

type Line = PricedLine & { productId: string; product: PricedProduct; quantity: number }

/** What a basket costs at a moment, explained line by line, or why it cannot be sold. docs/decisions/0043-pricing.md has the rules. */
export function priceBasket(offer: Offer, basket: Basket, now: number, holdings: readonly Holding[]): PricedBasket {
  const found = basket.lines.map((line) => startLine(offer, line))
  const lines = found.filter((line): line is Line => !isRefusal(line))
  const refusals = found.filter(isRefusal)
  for (const line of lines) {
    const credit = upgradeCredit(offer, basket, line, now, holdings)
    if (typeof credit === 'number') line.upgradeCredit = credit
    else refusals.push(credit)
  }
  if (refusals.length > 0) return { isRefused: true, refusals }

  for (const line of lines) Object.assign(line, bestSale(offer.sales, line, now))
  const refusal = basket.code && applyCode(lines, basket.code, now)
  if (refusal) return { isRefused: true, refusals: [refusal] }
  payWithCard(lines, basket.giftCard ?? 0)
  const rate = (basket.country !== undefined && offer.taxRates.get(basket.country)) || 0
  const priced = lines.map(({ product, productId: _productId, quantity: _quantity, ...line }): PricedLine => {
    const paid = restOf(line)
    const isGiftCard = product.isGiftCard ?? false
    return { ...line, paid, tax: isGiftCard ? 0 : taxOf(paid + line.giftCard, rate) }
  })
  return { isRefused: false, lines: priced, total: addUp(priced) }
}

function startLine(
  { products }: Offer,
  { id, productId, variantId, quantity, namedPrice }: BasketLine,
): Line | Refusal {
  const product = products.get(productId)
  const price = product?.prices.get(variantId)
  if (!product || price === undefined) return { reason: 'unknown_product', lineId: id }
  const unit = product.isPriceOpen ? (namedPrice ?? price) : price
  if (unit < price) return { reason: 'price_too_low', lineId: id }
  const nothing = {
    upgradeCredit: 0,
    sale: 0,
    saleId: undefined,
    code: 0,
    giftCard: 0,
    paid: 0,
    tax: 0,
    creatorShare: 0,
  }
  return { id, list: unit * quantity, ...nothing, productId, product, quantity }
}

function isRefusal(line: Line | Refusal): line is Refusal {
  return 'reason' in line
}

function upgradeCredit(
  { products, tierGroups }: Offer,
  basket: Basket,
  { id: lineId, product: { tier }, quantity, list }: Line,
  now: number,
  holdings: readonly Holding[],
): number | Refusal {
  if (!tier) return 0
  if (quantity !== 1) return { reason: 'tier_quantity', lineId }
  const ofGroup = basket.lines.filter(({ productId }) => products.get(productId)?.tier?.groupId === tier.groupId)
  if (ofGroup.length > 1) return { reason: 'tier_twice', lineId }
  const held = holdings.filter(({ groupId, until }) => groupId === tier.groupId && (until === undefined || until > now))
  if (held.some(({ rank }) => rank > tier.rank)) return { reason: 'higher_tier_owned', lineId }
  const counts = tierGroups.get(tier.groupId)?.credit ?? 'full'
  const credits = held.filter(({ rank }) => rank < tier.rank).map((holding) => valueOf(holding, counts, now))
  return Math.min(list, sumOf(credits))
}

function valueOf({ paid, from, until }: Holding, counts: 'full' | 'remaining time', now: number): number {
  if (counts === 'full' || until === undefined) return paid
  return partDown(paid, until - Math.max(now, from), until - from)
}

function bestSale(sales: readonly Sale[], line: Line, now: number): Pick<Line, 'sale' | 'saleId'> {
  const rest = restOf(line)
  const [best] = sales
    .filter((sale) => isInTime(sale, now) && isInScope(sale.scope, line))
    .map(({ id, discount }) => ({ saleId: id, sale: Math.min(rest, takeOff(discount, rest, line.quantity)) }))
    .filter(({ sale }) => sale > 0)
    .toSorted((a, b) => b.sale - a.sale || (a.saleId < b.saleId ? -1 : 1))
  return best ?? { sale: 0, saleId: undefined }
}

function applyCode(lines: Line[], code: Code, now: number): Refusal | undefined {
  if (!isInTime(code, now)) return { reason: 'code_not_valid_now' }
  if (code.usesLeft !== undefined && code.usesLeft < 1) return { reason: 'code_used_up' }
  if (code.usesLeftOfPlayer !== undefined && code.usesLeftOfPlayer < 1) return { reason: 'code_used_by_player' }
  if (sumOf(lines.map(restOf)) < code.minimum) return { reason: 'code_minimum' }
  const chosen = lines.filter((line) => isInScope(code.scope, line))
  if (chosen.length === 0) return { reason: 'code_not_for_these' }
  const sum = sumOf(chosen.map(restOf))
  const amount = Math.min(sum, takeOff(code.discount, sum, 1))
  const parts = divide(
    amount,
    chosen.map((line) => ({ id: line.id, weight: restOf(line) })),
  )
  for (const line of chosen) {
    line.code = parts.get(line.id) ?? 0
    line.creatorShare = part(restOf(line), code.share, WHOLE)
  }
  return undefined
}

function payWithCard(lines: Line[], balance: number): void {
  const payable = lines.filter(({ product }) => !product.isGiftCard)
  const rests = payable.map((line) => ({ id: line.id, weight: restOf(line) }))
  const parts = divide(Math.min(balance, sumOf(rests.map(({ weight }) => weight))), rests)
  for (const line of lines) line.giftCard = parts.get(line.id) ?? 0
}

function takeOff(discount: Discount, value: number, quantity: number): number {
  return 'percent' in discount ? part(value, discount.percent, WHOLE) : discount.amount * quantity
}

/** What is still to be paid after the steps so far. */
function restOf({ list, upgradeCredit: credit, sale, code, giftCard }: Amounts): number {
  return list - credit - sale - code - giftCard
}

function isInTime({ from, until }: { from: number | undefined; until: number | undefined }, now: number): boolean {
  return (from === undefined || from <= now) && (until === undefined || now < until)
}

function isInScope(scope: Scope, { productId, product }: Line): boolean {
  if (product.isGiftCard) return false
  if (scope === undefined || scope.productIds.includes(productId)) return true
  return product.categoryIds.some((id) => scope.categoryIds.includes(id))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function addUp(lines: readonly PricedLine[]): Amounts {
  const sum = (key: keyof Amounts) => sumOf(lines.map((line) => line[key]))
  return {
    list: sum('list'),
    upgradeCredit: sum('upgradeCredit'),
    sale: sum('sale'),
    code: sum('code'),
    giftCard: sum('giftCard'),
    paid: sum('paid'),
    tax: sum('tax'),
    creatorShare: sum('creatorShare'),
  }
}
