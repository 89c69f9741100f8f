import { AppError } from '../../errors.ts'
import type { ProductId, VariantId } from '../../ids.ts'
import type { Offer, PricedBasket, PricedLine, PricedProduct, Refusal } from '../../pricing/basket.ts'
import { priceBasket } from '../../pricing/price-basket.ts'
import type { CheckoutLine } from '../checkout.ts'
import type { Tiers } from './tiers.ts'

/** Something that is bought, with its price of now. */
export type PricedItem = {
  productId: ProductId
  variantId: VariantId | null
  priceMinor: number
  quantity: number
  isGiftCard: boolean
}

/** What decides the price besides the prices of the products. */
export type Terms = {
  tiers: Tiers
  /** What a gift card can pay. */
  giftCardMinor?: number
}

const NO_OFFER: Pick<Offer, 'sales' | 'taxRates'> = { sales: [], taxRates: new Map() }

/** What some items cost, or why they cannot be bought together. The basket and the checkout ask here, so they agree. */
export function priceItems(
  items: readonly PricedItem[],
  { tiers, giftCardMinor = 0 }: Terms,
  now: number,
): PricedBasket {
  const products = new Map<string, PricedProduct & { prices: Map<string, number> }>()
  for (const { productId, variantId, priceMinor, isGiftCard } of items) {
    const product = products.get(productId) ?? {
      prices: new Map(),
      categoryIds: [],
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
  const offer = { ...NO_OFFER, products, tierGroups: tiers.groups }
  return priceBasket(offer, { lines, giftCard: giftCardMinor }, now, tiers.holdings)
}

/** The lines with all amounts. Throws if they cannot be sold together. */
export function priceLines(lines: CheckoutLine[], terms: Terms, now: number): CheckoutLine[] {
  const items = lines.map((line) => ({
    productId: line.product_id,
    variantId: line.variant_id,
    priceMinor: line.price_minor,
    quantity: line.quantity,
    isGiftCard: line.is_gift_card,
  }))
  const priced = priceItems(items, terms, now)
  if (priced.isRefused) throw refusalError(priced.refusals)
  if (!Number.isSafeInteger(priced.total.list))
    throw new AppError('invalid_request', 'The total is too large. Sell it in several checkouts.')
  return lines.map((line, i) => ({ ...line, ...amountsOf(priced.lines[i]) }))
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
    code_minor: line.code,
    gift_card_minor: line.giftCard,
    tax_minor: line.tax,
    creator_share_minor: line.creatorShare,
  }
}

const REFUSALS: Record<Refusal['reason'], string> = {
  unknown_product: 'One of the products is not sold any more.',
  price_too_low: 'The price is lower than the lowest price of this product.',
  tier_quantity: 'A player can have one of each tier. Set the quantity to 1.',
  tier_twice: 'Only one tier of a group can be bought at a time. Remove the others.',
  higher_tier_owned: 'The player already has a higher tier.',
  code_not_valid_now: 'This code is not valid now.',
  code_used_up: 'This code has been used as often as it can be.',
  code_used_by_player: 'The player has used this code as often as they can.',
  code_minimum: 'The total is too low for this code.',
  code_not_for_these: 'This code is not for these products.',
}

function refusalError([refusal]: Refusal[]): AppError {
  if (!refusal) throw new Error('A basket was refused without a reason')
  return new AppError('conflict', REFUSALS[refusal.reason])
}
