import type { Picture, Product } from '@quartermaster/contract/storefront/shop'
import type { Static } from 'typebox'
import { formatId, type VariantId } from '../../../ids.ts'
import type { ShopProduct } from '../../../storefront/shop/shop.ts'
import type { DiscountView } from '../../../storefront/views/order-pages.ts'
import { formatMoney } from '../../../themes/format.ts'
import type { PictureView } from '../../../themes/picture.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import type { Visit } from '../visit.ts'

export function toMoney({ shop, locale }: Visit, minor: number) {
  const { currency } = shop.store
  return { minor, currency, formatted: formatMoney(minor, { locale, currency }) }
}

export function toDiscount(visit: Visit, { key, name, amount }: DiscountView) {
  return { kind: key, name, amount: toMoney(visit, amount) }
}

/** Addresses are absolute, because the reader is a page of another host. */
export function toPicture({ origin }: Visit, picture: PictureView | null): Static<typeof Picture> | null {
  if (picture === null) return null
  const { hash, alt, width, height, widths } = picture
  const sources = (['avif', 'webp'] as const).flatMap((type) =>
    widths.map((each) => ({
      url: `${origin}/pictures/${hash}-${each}.${type}`,
      width: each,
      type: `image/${type}`,
    })),
  )
  return { alt, width, height, sources }
}

export function toProduct(visit: Visit, product: ShopProduct): Static<typeof Product> {
  const category = visit.shop.categories.find(({ id }) => id === product.categoryId)
  const sale = visit.shop.sales.find((each) => each.id === product.saleId)
  const { id, slug, name, summary, stock, maxPerPlayer, requiresOnline, isServerChosen, servers } = product
  return {
    id: formatId('prd', id),
    slug,
    name,
    summary,
    picture: toPicture(visit, product.pictures[0] ?? null),
    categorySlug: category?.slug ?? null,
    variants: product.variants.map((variant) => ({
      id: variant.id === null ? null : formatId('var', variant.id as VariantId),
      name: variant.name,
      price: toMoney(visit, variant.price),
      usualPrice: variant.usualPrice === null ? null : toMoney(visit, variant.usualPrice),
      durationSeconds: variant.durationSeconds,
      billingPeriod: variant.billingPeriod,
    })),
    fields: product.fields.map(({ translations: _texts, choices, ...field }) => ({
      ...field,
      choices: choices.map(({ value, label }) => ({ value, label })),
    })),
    sale: sale
      ? { name: sale.name, endsAt: sale.until === undefined ? null : toTimestamp(new Date(sale.until)) }
      : null,
    isSoldOut: stock !== null && stock <= 0,
    left: stock === null ? null : Math.max(0, stock),
    maxPerPlayer,
    requiresOnline,
    isServerChosen,
    servers,
  }
}
