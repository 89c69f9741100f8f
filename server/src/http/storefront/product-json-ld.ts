import type { ProductView } from '../../storefront/shop/shop-view.ts'
import { toDecimal } from '../../money.ts'
import type { Visit } from './visit.ts'

/** What search engines read about a product (schema.org). */
export function productJsonLd({ view, origin }: Visit, product: ProductView, pictures: string[]): object {
  const url = `${origin}${product.url}`
  const availability = `https://schema.org/${product.is_sold_out ? 'OutOfStock' : 'InStock'}`
  const variants = product.variants.length > 0 ? product.variants : [{ name: product.name, price: product.price }]
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.summary || product.name,
    url,
    ...(pictures.length > 0 && { image: pictures.map((picture) => `${origin}${picture}`) }),
    brand: { '@type': 'Brand', name: view.name },
    offers: variants.map(({ name, price }) => ({
      '@type': 'Offer',
      name,
      price: String(toDecimal(price, view.currency)),
      priceCurrency: view.currency,
      ...(product.sale?.ends_at && { priceValidUntil: product.sale.ends_at.toISOString() }),
      availability,
      url,
    })),
  }
}
