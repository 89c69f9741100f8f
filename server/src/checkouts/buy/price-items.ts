import { AppError } from '../../errors.ts'
import type { CategoryId, ProductId, SaleId, VariantId } from '../../ids.ts'
import type { Code, Offer, PricedBasket, PricedLine, PricedProduct, Refusal, Sale } from '../../pricing/basket.ts'
import { priceBasket } from '../../pricing/price-basket.ts'
import type { CheckoutLine, FrozenLine } from '../checkout.ts'
import type { Tiers } from './tiers.ts'

/** Something that is bought, with its price of now. */
export type PricedItem = {
  productId: ProductId
  variantId: VariantId | null
  categoryId: CategoryId | null
  priceMinor: number
  quantity: number
  isGiftCard: boolean
}

/** What decides the price besides the items. */
export type Terms = {
  /** Of the database, in milliseconds. */
  now: number
  sales: readonly Sale[]
  tiers: Tiers
  code?: Code | undefined
  /** What a gift card can pay. */
  giftCardMinor?: number
  /** In basis points. */
  taxRate?: number
}

/** The rate of the buyer's country is chosen before. */
const COUNTRY = 'buyer'

/** What some items cost, or why they cannot be bought together. The basket and the checkout ask here, so they agree. */
export function priceItems(
  items: readonly PricedItem[],
  { now, sales, tiers, code, giftCardMinor = 0, taxRate = 0 }: Terms,
): PricedBasket {
  const products = new Map<string, PricedProduct & { prices: Map<string, number> }>()
  for (const { productId, variantId, categoryId, priceMinor, isGiftCard } of items) {
    const product = products.get(productId) ?? {
      prices: new Map(),
      categoryIds: categoryId === null ? [] : [categoryId],
      isPriceOpen: false,
      isGiftCard,
      tier: tiers.tierOf.get(productId),
    }
    product.prices.set(variantId ?? '', priceMinor)
    products.set(productId, product)
  }
  const lines = items.map(({ productId, variantId, quantity }, i) => ({
    id: lineId(i),
    productId,
    variantId: variantId ?? '',
    quantity,
  }))
  const offer: Offer = { products, sales, tierGroups: tiers.groups, taxRates: new Map([[COUNTRY, taxRate]]) }
  return priceBasket(offer, { lines, code, giftCard: giftCardMinor, country: COUNTRY }, now, tiers.holdings)
}

/** The lines with all amounts. Throws if they cannot be sold together. */
export function priceLines(lines: readonly FrozenLine[], terms: Terms): CheckoutLine[] {
  const items = lines.map((line) => ({
    productId: line.product_id,
    variantId: line.variant_id,
    categoryId: line.category_id,
    priceMinor: line.price_minor,
    quantity: line.quantity,
    isGiftCard: line.is_gift_card,
  }))
  const priced = priceItems(items, terms)
  if (priced.isRefused) throw refusalError(priced.refusals)
  if (!Number.isSafeInteger(priced.total.list))
    throw new AppError('invalid_request', 'The total is too large. Sell it in several checkouts.')
  return lines.map(({ category_id: _category, ...line }, i) => ({ ...line, ...amountsOf(priced.lines[i]) }))
}

export type TierRefusal = Extract<Refusal['reason'], 'tier_quantity' | 'tier_twice' | 'higher_tier_owned'>

/** Which items cannot be bought because of their tiers, by their index. */
export function findTierRefusals(items: readonly PricedItem[], terms: Terms): Map<number, TierRefusal> {
  const refused = new Map<number, TierRefusal>()
  if (terms.tiers.tierOf.size === 0) return refused
  const priced = priceItems(items, terms)
  for (const refusal of priced.isRefused ? priced.refusals : []) {
    if (!('lineId' in refusal)) continue
    const { reason, lineId: line } = refusal
    if (reason === 'tier_quantity' || reason === 'tier_twice' || reason === 'higher_tier_owned')
      refused.set(Number(line), reason)
  }
  return refused
}

/** Ids of lines are compared by their characters. */
function lineId(index: number): string {
  return String(index).padStart(3, '0')
}

function amountsOf(line: PricedLine | undefined) {
  if (!line) throw new Error('A line was not priced')
  return {
    upgrade_credit_minor: line.upgradeCredit,
    sale_minor: line.sale,
    sale_id: (line.saleId ?? null) as SaleId | null,
    code_minor: line.code,
    gift_card_minor: line.giftCard,
    tax_minor: line.tax,
    creator_share_minor: line.creatorShare,
  }
}

const CODE_REFUSALS = {
  code_not_valid_now: 'This code cannot be used now: it has not started yet, or it has ended.',
  code_used_up: 'This code has been used as often as it can be. Leave it out, or use another one.',
  code_used_by_player: 'This player has used this code as often as a player can. Leave it out, or use another one.',
  code_minimum: 'The items cost less than the minimum of this code. Add more, or leave the code out.',
  code_not_for_these: 'This code is for other products than these. Leave it out, or use another one.',
} as const

export type CodeRefusal = keyof typeof CODE_REFUSALS

const LINE_REFUSALS: Record<Exclude<Refusal['reason'], CodeRefusal>, string> = {
  unknown_product: 'One of the products is not sold any more.',
  price_too_low: 'The price is lower than the lowest price of this product.',
  tier_quantity: 'A player can have one of each tier. Set the quantity to 1.',
  tier_twice: 'Only one tier of a group can be bought at a time. Remove the others.',
  higher_tier_owned: 'The player already has a higher tier.',
}

/** Undefined if it is not the code that was refused. */
export function codeRefusalOf([refusal]: readonly Refusal[]): CodeRefusal | undefined {
  return refusal && isCodeRefusal(refusal.reason) ? refusal.reason : undefined
}

function isCodeRefusal(reason: Refusal['reason']): reason is CodeRefusal {
  return reason in CODE_REFUSALS
}

function refusalError([refusal]: readonly Refusal[]): AppError {
  if (!refusal) throw new Error('A basket was refused without a reason')
  const { reason } = refusal
  if (isCodeRefusal(reason)) return new AppError(reason, CODE_REFUSALS[reason])
  return new AppError('conflict', LINE_REFUSALS[reason])
}
