import { periodWord } from '../../catalog/billing-period.ts'
import { pictureUrl } from '../../themes/picture.ts'
import { buildCommunity } from './build-community.ts'
import type { LiveFacts } from './live-facts.ts'
import type { Shop, ShopCategory, ShopProduct } from './shop.ts'
import type {
  CategoryLink,
  CategoryView,
  ComparisonView,
  HomeView,
  ProductCard,
  ProductView,
  ServerStatus,
  ShopView,
} from './shop-view.ts'

/** A shelf of the home page shows two rows; the rest is on the page of the category. */
const SHELF_SIZE = 8
const MAX_RESULTS = 60

export function buildShopView(
  { store, categories, products }: Shop,
  { colorsUrl, status }: { colorsUrl: string | null; status: ServerStatus | null },
): ShopView {
  const used = new Set(products.filter(({ isListed }) => isListed).map(({ categoryId }) => categoryId))
  const supportUrl = contactUrl(store.support)
  return {
    name: store.name,
    title: store.title || store.name,
    tagline: store.tagline || null,
    seller: store.seller || null,
    support_url: supportUrl,
    has_terms: store.terms !== '',
    logo: store.logo,
    icon_url: store.logo && pictureUrl(store.logo, store.logo.widths[0]),
    banner: store.banner,
    join_address: store.joinAddress,
    is_test: store.isTest,
    is_closed: store.isClosed,
    closed_message: store.closedMessage || null,
    can_sign_in: store.canSignIn,
    currency: store.currency,
    categories: categories.filter(({ id }) => used.has(id)).map(linkTo),
    links: [
      ...(store.canSignIn ? [{ url: '/me', key: 'me.title' }] : []),
      ...(store.terms === '' ? [] : [{ url: '/terms', key: 'footer.terms' }]),
      ...(store.privacy === '' ? [] : [{ url: '/privacy', key: 'footer.privacy' }]),
      ...store.pages.map(({ slug, title }) => ({ url: `/pages/${slug}`, title })),
      ...(supportUrl === null ? [] : [{ url: supportUrl, key: 'footer.support' }]),
    ],
    status: store.showsStatus ? status : null,
    colors_url: colorsUrl,
  }
}

/** An e-mail address or a link. */
function contactUrl(contact: string): string | null {
  if (contact === '') return null
  return contact.includes('@') && !contact.includes('/') ? `mailto:${contact}` : contact
}

export function buildHome(shop: Shop, live: LiveFacts, now: Date): HomeView {
  const { categories, products } = shop
  const listed = products.filter(({ isListed }) => isListed)
  const shelf = (name: string, url: string | null, found: ShopProduct[]) => {
    const cards = found.slice(0, url === null ? MAX_RESULTS : SHELF_SIZE).map((product) => buildCard(shop, product))
    const sale = cards.find((card) => card.sale !== null)?.sale ?? null
    return { name, url, products: cards, more: url === null ? 0 : Math.max(0, found.length - SHELF_SIZE), sale }
  }
  const shelves = categories.map((category) =>
    shelf(category.name, `/c/${category.slug}`, inCategory(listed, category)),
  )
  const others = listed.filter(({ categoryId }) => !categories.some(({ id }) => id === categoryId))
  return {
    shelves: [...shelves, shelf('', null, others)].filter(({ products: found }) => found.length > 0),
    ...buildCommunity(shop, live, now),
  }
}

export function buildCategory(shop: Shop, slug: string): CategoryView | undefined {
  const category = shop.categories.find((each) => each.slug === slug)
  if (!category) return undefined
  const products = inCategory(shop.products, category).filter(({ isListed }) => isListed)
  return {
    ...linkTo(category),
    description: category.description,
    picture: category.picture,
    products: products.map((product) => buildCard(shop, product)),
    comparison: buildComparison(category, products),
  }
}

export function buildProduct(shop: Shop, slug: string): ProductView | undefined {
  const product = shop.products.find((each) => each.slug === slug)
  if (!product) return undefined
  const category = shop.categories.find(({ id }) => id === product.categoryId)
  const compared = category ? inCategory(shop.products, category).filter(({ isListed }) => isListed) : []
  return {
    ...buildCard(shop, product),
    description: product.description,
    pictures: product.pictures,
    category: category ? linkTo(category) : null,
    variants: product.variants.flatMap(({ id, name, price, usualPrice, billingPeriod }) =>
      id === null
        ? []
        : { id, name, price, usual_price: usualPrice, period: billingPeriod && periodWord(billingPeriod) },
    ),
    fields: product.fields.map((field) => ({
      name: field.name,
      type: field.type,
      label: field.label,
      hint: field.hint,
      is_required: field.required,
      min_length: field.minLength,
      max_length: field.maxLength,
      min: field.min,
      max: field.max,
      choices: field.choices.map(({ value, label }) => ({ value, label })),
      value: '',
      fault: null,
    })),
    servers: product.servers,
    is_server_chosen: product.isServerChosen,
    requires_online: product.requiresOnline,
    is_gift_card: product.isGiftCard,
    is_upgrade: product.isUpgrade,
    max_per_player: product.maxPerPlayer,
    is_subscription: product.variants.some(({ billingPeriod }) => billingPeriod !== null),
    left: product.stock,
    comparison: category && compared.includes(product) ? buildComparison(category, compared) : null,
  }
}

/** Products whose name or summary contains every word of the query. Case and accents do not matter. */
export function searchProducts(shop: Shop, query: string): ProductCard[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = shop.products.filter(({ isListed, name, summary }) => {
    const text = fold(`${name} ${summary}`)
    return isListed && words.every((word) => text.includes(word))
  })
  return matches.slice(0, MAX_RESULTS).map((product) => buildCard(shop, product))
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function buildCard({ sales }: Shop, product: ShopProduct): ProductCard {
  const { price = 0, usualPrice = null, billingPeriod = null } = product.variants[0] ?? {}
  const sale = sales.find(({ id }) => id === product.saleId)
  return {
    name: product.name,
    slug: product.slug,
    url: `/p/${product.slug}`,
    summary: product.summary,
    picture: product.pictures[0] ?? null,
    price,
    usual_price: usualPrice,
    percent_off: usualPrice === null ? null : percentOff(price, usualPrice),
    period: billingPeriod && periodWord(billingPeriod),
    sale: sale ? { name: sale.name, ends_at: sale.until === undefined ? null : new Date(sale.until) } : null,
    durations: [...new Set(product.variants.flatMap(({ durationSeconds }) => durationSeconds ?? []))],
    is_sold_out: product.stock !== null && product.stock <= 0,
  }
}

/** Rounded down, so that no more is promised than the price keeps. Null if that is nothing. */
function percentOff(price: number, usualPrice: number): number | null {
  return Math.floor(((usualPrice - price) / usualPrice) * 100) || null
}

function buildComparison({ comparison }: ShopCategory, products: ShopProduct[]): ComparisonView | null {
  if (comparison.length === 0 || products.length < 2) return null
  return {
    columns: products.map(({ name, slug, variants: [first] }) => ({
      name,
      slug,
      url: `/p/${slug}`,
      price: first?.price ?? 0,
      usual_price: first?.usualPrice ?? null,
      period: first?.billingPeriod ? periodWord(first.billingPeriod) : null,
    })),
    rows: comparison.map(({ label, values }) => ({
      name: label,
      cells: products.map(({ id }) => toCell(values.find(({ productId }) => productId === id)?.value)),
    })),
  }
}

/** Owners write `yes` and `no` for a benefit that a product has or does not have. Pages show the word of the language. */
function toCell(value = 'no'): string | boolean {
  const word = value.trim().toLowerCase()
  return word === 'yes' ? true : word === 'no' ? false : value
}

function inCategory(products: ShopProduct[], { id }: ShopCategory): ShopProduct[] {
  return products.filter(({ categoryId }) => categoryId === id)
}

function linkTo({ name, slug }: ShopCategory): CategoryLink {
  return { name, slug, url: `/c/${slug}` }
}
