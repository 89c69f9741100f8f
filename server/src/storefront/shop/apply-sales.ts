import type { Sale } from '../../pricing/basket.ts'
import { priceBasket } from '../../pricing/price-basket.ts'
import type { Shop, ShopProduct, ShopVariant } from './shop.ts'

type Applied = { shop: Shop; from: number; until: number }

const applied = new WeakMap<Shop, Applied>()

/**
 * The shop with the prices of a moment. The result is the same object until a sale starts or ends, and then has another version,
 * so that cached pages change at that moment.
 */
export function applySales(shop: Shop, now: number): Shop {
  if (shop.sales.length === 0) return shop
  const known = applied.get(shop)
  if (known && known.from <= now && now < known.until) return known.shop
  const times = shop.sales.flatMap(({ from = -Infinity, until = Infinity }) => [from, until])
  const found = {
    shop: priceShop(shop, now),
    from: Math.max(...times.filter((time) => time <= now), -Infinity),
    until: Math.min(...times.filter((time) => time > now), Infinity),
  }
  applied.set(shop, found)
  return found.shop
}

function priceShop(shop: Shop, now: number): Shop {
  const isNow = ({ from = -Infinity, until = Infinity }: Sale) => from <= now && now < until
  const sales = shop.sales.filter(isNow)
  if (sales.length === 0) return shop
  return {
    ...shop,
    version: `${shop.version} ${sales.map(({ id }) => id).join(' ')}`,
    products: shop.products.map((product) => priceProduct(product, sales, now)),
  }
}

function priceProduct(product: ShopProduct, sales: readonly Sale[], now: number): ShopProduct {
  const lowered = product.variants.map((variant) => priceVariant(product, variant, sales, now))
  return {
    ...product,
    variants: lowered.map(({ variant }) => variant),
    saleId: lowered.find(({ saleId }) => saleId !== undefined)?.saleId ?? null,
  }
}

/** By the same function as the basket, so that the two agree. */
function priceVariant(
  { id, categoryId, isGiftCard }: ShopProduct,
  variant: ShopVariant,
  sales: readonly Sale[],
  now: number,
) {
  const categoryIds = categoryId === null ? [] : [categoryId]
  const products = new Map([
    [id as string, { prices: new Map([['', variant.price]]), categoryIds, isGiftCard, isPriceOpen: false }],
  ])
  const line = { id: '', productId: id, variantId: '', quantity: 1 }
  const offer = { products, sales, tierGroups: new Map(), taxRates: new Map() }
  const priced = priceBasket(offer, { lines: [line] }, now, [])
  const lowered = priced.isRefused ? undefined : priced.lines[0]
  if (lowered?.saleId === undefined) return { variant, saleId: undefined }
  return { variant: { ...variant, price: lowered.paid, usualPrice: variant.price }, saleId: lowered.saleId }
}
