import { AppError } from '../../errors.ts'
import type { ProductId, VariantId } from '../../ids.ts'
import type { Offer, PricedBasket, PricedLine, PricedProduct, Refusal } from '../../pricing/basket.ts'
import { priceBasket } from '../../pricing/price-basket.ts'
import type { CheckoutLine } from '../checkout.ts'

/** Something that is bought, with its price of now. */
export type PricedItem = { productId: ProductId; variantId: VariantId | null; priceMinor: number; quantity: number }

const NO_OFFER: Omit<Offer, 'products'> = { sales: [], tierGroups: new Map(), taxRates: new Map() }

/** What some items cost, or why they cannot be bought together. The basket and the checkout ask here, so they agree. */
export function priceItems(items: readonly PricedItem[], now: number): PricedBasket {
  const products = new Map<string, PricedProduct & { prices: Map<string, number> }>()
  for (const { productId, variantId, priceMinor } of items) {
    const product = products.get(productId) ?? { prices: new Map(), categoryIds: [], isPriceOpen: false }
    product.prices.set(variantId ?? '', priceMinor)
    products.set(productId, product)
  }
  const lines = items.map(({ productId, variantId, quantity }, i) => ({
    id: lineId(i),
    productId,
    variantId: variantId ?? '',
    quantity,
  }))
  return priceBasket({ ...NO_OFFER, products }, { lines }, now, [])
}

/** The lines with all amounts. Throws if they cannot be sold together. */
export function priceLines(lines: CheckoutLine[], now: number): CheckoutLine[] {
  const items = lines.map((line) => ({
    productId: line.product_id,
    variantId: line.variant_id,
    priceMinor: line.price_minor,
    quantity: line.quantity,
  }))
  const priced = priceItems(items, now)
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

function refusalError([refusal]: Refusal[]): AppError {
  return new AppError('conflict', `These items cannot be bought together: ${refusal?.reason}`)
}
