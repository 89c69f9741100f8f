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
} from '../../server/src/pricing/basket.ts'
import { compare, floor, type Fraction, fraction, minus, round, times } from './fraction.ts'

type Parts = Record<keyof Amounts, bigint>
type Line = { asked: BasketLine; product: PricedProduct; saleId: string | undefined; parts: Parts }

const NOTHING: Parts = {
  list: 0n,
  upgradeCredit: 0n,
  sale: 0n,
  code: 0n,
  giftCard: 0n,
  paid: 0n,
  tax: 0n,
  creatorShare: 0n,
}

/**
 * Prices a basket a second time, for comparison. It follows docs/decisions/0043-pricing.md, shares no code
 * with the product, and computes with exact fractions instead of numbers.
 */
export function priceByReference(
  offer: Offer,
  basket: Basket,
  now: number,
  holdings: readonly Holding[],
): PricedBasket {
  const held = holdings.filter(({ until }) => until === undefined || until > now)
  const refusals = basket.lines.flatMap((line) => refuseLine(line, { offer, basket, holdings: held }))
  if (refusals.length > 0) return { isRefused: true, refusals }

  const lines = basket.lines.map((asked) => startLine(offer, asked))
  for (const line of lines) line.parts.upgradeCredit = creditOf(line, { offer, holdings: held, now })
  for (const line of lines) applySale(line, offer.sales, now)

  const { code } = basket
  if (code) {
    const codeRefusals = refuseCode(code, lines, now)
    if (codeRefusals.length > 0) return { isRefused: true, refusals: codeRefusals }
    const inScope = lines.filter((line) => isInScope(code.scope, line))
    distribute(discountOf(code.discount, sum(inScope.map(rest)), 1), inScope, 'code')
  }
  const payable = lines.filter((line) => !isCard(line))
  distribute(least(BigInt(basket.giftCard ?? 0), sum(payable.map(rest))), payable, 'giftCard')

  const taxRate = offer.taxRates.get(basket.country ?? '') ?? 0
  for (const line of lines) {
    line.parts.paid = rest(line)
    const value = fraction(line.parts.paid + line.parts.giftCard)
    line.parts.tax = isCard(line) ? 0n : round(times(value, fraction(taxRate, 10_000 + taxRate)))
    if (code && isInScope(code.scope, line)) line.parts.creatorShare = round(times(value, percent(code.share)))
  }
  return { isRefused: false, lines: lines.map(describeLine), total: toNumbers(totalOf(lines)) }
}

type World = { offer: Offer; basket: Basket; holdings: readonly Holding[] }

/** The first reason why this line cannot be sold, if there is one. */
function refuseLine(line: BasketLine, { offer, basket, holdings }: World): Refusal[] {
  const product = offer.products.get(line.productId)
  const price = product?.prices.get(line.variantId)
  if (!product || price === undefined) return [{ reason: 'unknown_product', lineId: line.id }]

  const reasons: Refusal[] = []
  const refuse = (reason: 'price_too_low' | 'tier_quantity' | 'tier_twice' | 'higher_tier_owned') =>
    reasons.push({ reason, lineId: line.id })
  if (product.isPriceOpen && line.namedPrice !== undefined && line.namedPrice < price) refuse('price_too_low')
  const { tier } = product
  if (!tier) return reasons.slice(0, 1)
  if (line.quantity !== 1) refuse('tier_quantity')
  const groups = basket.lines.map(({ productId }) => offer.products.get(productId)?.tier?.groupId)
  if (groups.filter((id) => id === tier.groupId).length > 1) refuse('tier_twice')
  if (holdings.some(({ groupId, rank }) => groupId === tier.groupId && rank > tier.rank)) refuse('higher_tier_owned')
  return reasons.slice(0, 1)
}

function startLine(offer: Offer, asked: BasketLine): Line {
  const product = offer.products.get(asked.productId)
  const price = product?.prices.get(asked.variantId)
  if (!product || price === undefined) throw new Error(`The line ${asked.id} has no price`)
  const unitPrice = product.isPriceOpen ? (asked.namedPrice ?? price) : price
  let list = 0n
  for (let unit = 0; unit < asked.quantity; unit++) list += BigInt(unitPrice)
  return { asked, product, saleId: undefined, parts: { ...NOTHING, list } }
}

/** What the steps so far have left of a line. */
function rest({ parts }: Line): bigint {
  return parts.list - parts.upgradeCredit - parts.sale - parts.code - parts.giftCard
}

function creditOf(
  { product: { tier }, parts }: Line,
  { offer, holdings, now }: { offer: Offer; holdings: readonly Holding[]; now: number },
): bigint {
  if (!tier) return 0n
  const lower = holdings.filter(({ groupId, rank }) => groupId === tier.groupId && rank < tier.rank)
  const isFull = offer.tierGroups.get(tier.groupId)?.credit === 'full'
  return least(sum(lower.map((holding) => (isFull ? BigInt(holding.paid) : worthOf(holding, now)))), parts.list)
}

function worthOf({ paid, from, until }: Holding, now: number): bigint {
  if (until === undefined) return BigInt(paid)
  const hasBegun = from <= now
  return hasBegun ? floor(times(fraction(paid), fraction(until - now, until - from))) : BigInt(paid)
}

function applySale(line: Line, sales: readonly Sale[], now: number): void {
  const byId = sales.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const sale of byId) {
    if (!isValid(sale, now) || !isInScope(sale.scope, line)) continue
    const reduction = discountOf(sale.discount, line.parts.list - line.parts.upgradeCredit, line.asked.quantity)
    if (reduction <= line.parts.sale) continue
    line.parts.sale = reduction
    line.saleId = sale.id
  }
}

function refuseCode(code: Code, lines: Line[], now: number): Refusal[] {
  const refusals: Refusal[] = []
  if (!isValid(code, now)) refusals.push({ reason: 'code_not_valid_now' })
  if (code.usesLeft !== undefined && code.usesLeft < 1) refusals.push({ reason: 'code_used_up' })
  if (code.usesLeftOfPlayer !== undefined && code.usesLeftOfPlayer < 1) refusals.push({ reason: 'code_used_by_player' })
  if (sum(lines.map(rest)) < BigInt(code.minimum)) refusals.push({ reason: 'code_minimum' })
  if (!lines.some((line) => isInScope(code.scope, line))) refusals.push({ reason: 'code_not_for_these' })
  return refusals.slice(0, 1)
}

function isValid({ from, until }: { from: number | undefined; until: number | undefined }, now: number): boolean {
  const hasBegun = from === undefined || from <= now
  const hasEnded = until !== undefined && until <= now
  return hasBegun && !hasEnded
}

/** A gift card that is bought: its price is never reduced. */
function isCard({ product }: Line): boolean {
  return product.isGiftCard === true
}

function isInScope(scope: Scope, line: Line): boolean {
  const { asked, product } = line
  if (isCard(line)) return false
  if (scope === undefined) return true
  const categories = new Set(scope.categoryIds)
  return new Set(scope.productIds).has(asked.productId) || product.categoryIds.some((id) => categories.has(id))
}

function discountOf(discount: Discount, value: bigint, units: number): bigint {
  if ('percent' in discount) return round(times(fraction(value), percent(discount.percent)))
  return least(BigInt(discount.amount) * BigInt(units), value)
}

/** Divides an amount: everyone gets the whole part of their exact share, then the rest goes out unit by unit. */
function distribute(amount: bigint, lines: Line[], part: 'code' | 'giftCard'): void {
  const whole = sum(lines.map(rest))
  if (whole === 0n) return
  const waiting = lines.map((line) => {
    const exact = times(fraction(amount), fraction(rest(line), whole))
    return { line, given: floor(exact), missing: minus(exact, fraction(floor(exact))) }
  })
  let left = amount - sum(waiting.map(({ given }) => given))
  for (const { line, given } of waiting) line.parts[part] = given
  while (left > 0n) {
    const next = waiting.reduce((best, other) => (isFirst(other, best) ? other : best))
    next.line.parts[part] += 1n
    next.missing = fraction(-1)
    left -= 1n
  }
}

type Waiting = { line: Line; missing: Fraction }

function isFirst(a: Waiting, b: Waiting): boolean {
  const difference = compare(a.missing, b.missing)
  return difference === 0n ? a.line.asked.id < b.line.asked.id : difference > 0n
}

function percent(basisPoints: number): Fraction {
  return fraction(basisPoints, 10_000)
}

function sum(amounts: bigint[]): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function totalOf(lines: Line[]): Parts {
  const total = { ...NOTHING }
  for (const { parts } of lines) for (const name of partNames(total)) total[name] += parts[name]
  return total
}

function describeLine({ asked, saleId, parts }: Line): PricedLine {
  return { id: asked.id, saleId, ...toNumbers(parts) }
}

function toNumbers(parts: Parts): Record<keyof Parts, number> {
  const entries = partNames(parts).map((name) => [name, Number(parts[name])])
  return Object.fromEntries(entries) as Record<keyof Parts, number>
}

function partNames(parts: Parts): (keyof Parts)[] {
  return Object.keys(parts) as (keyof Parts)[]
}
