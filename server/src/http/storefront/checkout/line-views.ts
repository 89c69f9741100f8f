import { periodWord } from '../../../catalog/billing-period.ts'
import { formatId, type ProductId, type VariantId, parseId } from '../../../ids.ts'
import type { BasketLine, BasketView } from '../../../storefront/baskets/read-basket.ts'
import { avatarUrl } from '../../../storefront/avatar.ts'
import type {
  BasketView as BasketPage,
  DiscountView,
  EnteredView,
  FaultView,
  LineView,
  PlayerView,
} from '../../../storefront/views/order-pages.ts'
import type { ProductField } from '../../../catalog/fields/product-field.ts'
import type { Visit } from '../visit.ts'
import { lineFault } from './faults.ts'

/** The player who gets the items. */
export function toReceiver(basket: BasketView): PlayerView {
  return basket.recipient === null ? toBuyer(basket) : toPlayer(basket.recipient, basket.recipientAvatar)
}

export function toBuyer({ gameUserId, playerLabel, playerAvatar }: BasketView): PlayerView {
  return { ...toPlayer(gameUserId ?? '', playerAvatar), ...(playerLabel !== null && { name: playerLabel }) }
}

export function toPlayer(name: string, avatar: string | null): PlayerView {
  return { name, avatar: avatar ?? avatarUrl(name) }
}

/** The lines of a basket as pages show them, with the names of the catalog in the language of the page. */
export function toLines({ shop }: Visit, { lines }: BasketView): LineView[] {
  return lines.map((line) => {
    const product = shop.products.find(({ id }) => id === line.productId)
    const name = product?.name ?? line.name
    const most = Math.min(line.left ?? Infinity, line.maxPerPlayer ?? Infinity)
    return {
      id: lineId(line),
      name,
      url: product ? `/p/${product.slug}` : '/',
      picture: product?.pictures[0] ?? null,
      meta: line.variantName ?? product?.summary ?? '',
      fields: toEntered(product?.fields ?? [], line.fields),
      quantity: line.quantity,
      unit_price: line.priceMinor,
      price: line.totalMinor,
      usual_price: line.saleMinor > 0 ? line.priceMinor * line.quantity : null,
      period: line.billingPeriod && periodWord(line.billingPeriod),
      is_single: line.maxPerPlayer === 1 || (line.billingPeriod !== null && line.quantity === 1),
      can_add: line.quantity < most && line.billingPeriod === null,
      fault: faultOf(line, name),
    }
  })
}

/** With the labels in the language of the page. */
export function toEntered(fields: ProductField[], entered: Record<string, string>): EnteredView[] {
  return fields.flatMap(({ name, label, choices }) => {
    const value = entered[name]
    if (value === undefined) return []
    return { label, value: choices.find((choice) => choice.value === value)?.label ?? value }
  })
}

function faultOf(line: BasketLine, name: string): FaultView | null {
  if (line.problem !== null)
    return lineFault(line.problem, name, line.problem === 'limit' ? (line.maxPerPlayer ?? 0) : (line.left ?? 0))
  if (line.subscriptionProblem !== null) return { key: line.subscriptionProblem, name }
  return line.oldPriceMinor === null ? null : { key: 'price_changed', name }
}

/** What was typed and not saved, and why. */
export type TypedBasket = { faults?: FaultView[]; code?: string; codeFault?: FaultView }

export function toBasketPage(
  visit: Visit,
  basket: BasketView,
  { faults = [], code, codeFault }: TypedBasket = {},
): BasketPage {
  const { isClosed } = visit.shop.store
  const isReady = basket.isReady && !isClosed
  return {
    lines: toLines(visit, basket),
    count: basket.count,
    subtotal: basket.subtotalMinor,
    ...toDiscounts(basket),
    code: code ?? (basket.code?.problem ? basket.code.code : ''),
    used_code: basket.code?.code ?? '',
    code_fault: codeFault ?? toCodeFault(basket),
    gift_card: toCardView(basket),
    total: basket.totalMinor,
    faults: isClosed ? [...faults, { key: 'store_closed' }] : faults,
    is_ready: isReady,
    can_continue: isReady && basket.gameUserId !== null,
  }
}

/** A sale is on its lines, so only the rest is listed below them. */
export function toDiscounts({ lines, code, giftCard, upgradeCreditMinor }: BasketView): {
  discounts: DiscountView[]
  saved: number
} {
  const discounts: DiscountView[] = [
    { key: 'upgrade', name: '', amount: upgradeCreditMinor },
    { key: 'code', name: code?.code ?? '', amount: code?.discountMinor ?? 0 },
    { key: 'gift_card', name: giftCard?.hint ?? '', amount: giftCard?.paysMinor ?? 0 },
  ]
  const saved = lines.reduce((sum, line) => sum + line.saleMinor, code?.discountMinor ?? 0)
  return { discounts: discounts.filter(({ amount }) => amount > 0), saved }
}

function toCodeFault({ code }: BasketView): FaultView | null {
  return code?.problem ? { key: code.problem, code: code.code } : null
}

function toCardView({ giftCard }: BasketView): BasketPage['gift_card'] {
  if (giftCard === null) return null
  const { hint: name, leftMinor: left, problem } = giftCard
  return { name, left, fault: problem && { key: problem, code: name } }
}

function lineId({ productId, variantId, fieldsKey }: BasketLine): string {
  const variant = variantId === null ? '' : formatId('var', variantId)
  const parts = [formatId('prd', productId), variant, fieldsKey]
  return parts.join('.').replace(/\.+$/, '')
}

type LineKey = { productId: ProductId; variantId: VariantId | null; fieldsKey: string }

/** Undefined if it is not the id of a line. */
export function parseLineId(text: string): LineKey | undefined {
  const [product = '', variant = '', fieldsKey = ''] = text.split('.')
  const productId = parseId<ProductId>('prd', product)
  const variantId = variant === '' ? null : parseId<VariantId>('var', variant)
  return productId && variantId !== undefined ? { productId, variantId, fieldsKey } : undefined
}
