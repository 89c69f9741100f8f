import type { BillingPeriod } from '../../catalog/billing-period.ts'
import type { ProductField } from '../../catalog/fields/product-field.ts'
import type { ComparisonRow } from '../../catalog/categories/comparison.ts'
import type { CategoryId, ProductId, StoreId } from '../../ids.ts'
import type { Locale, Translations } from '../../locales.ts'
import type { Sale } from '../../pricing/basket.ts'
import type { TextOverrides } from '../../stores/storefront/text-overrides.ts'
import type { StorefrontTexts } from '../../stores/storefront/storefront-texts.ts'
import type { Settings } from '../../themes/compile-theme.ts'
import type { PictureView } from '../../themes/picture.ts'

/** Everything about a store that its browse pages show. It is the same for all visitors. */
export type Shop = {
  storeId: StoreId
  /** Changes whenever a page of the store could look different. */
  version: string
  store: ShopStore
  categories: ShopCategory[]
  products: ShopProduct[]
  /** Those that have not ended. Prices contain them after `applySales`. */
  sales: ShopSale[]
}

/** Times are in milliseconds. */
export type ShopSale = Sale & { name: string; translations: Translations<{ name: string }> }

export type ShopStore = StorefrontTexts & {
  name: string
  currency: string
  isTest: boolean
  locales: string[]
  defaultLocale: string
  timeZone: string
  joinAddress: string | null
  goal: ShopGoal | null
  pages: ShopPage[]
  logo: PictureView | null
  banner: PictureView | null
  /** A built-in theme, and the version of the store's own one if it has published one. */
  theme: { name: string; version: number | null }
  themeSettings: Settings
  isClosed: boolean
  /** Whether players can prove who they are, and see what they own. */
  canSignIn: boolean
  /** Names players, so an owner has to switch it on. */
  showsRecent: boolean
  showsSupporter: boolean
  showsSupporterAmount: boolean
  showsStatus: boolean
  /** The websites to which a checkout can send buyers back. */
  returnOrigins: string[]
  /** With a tax, so the buyer chooses one of them. */
  taxCountries: string[]
  translations: Translations<StorefrontTexts>
  /** The store's own wording of our texts. */
  textOverrides: TextOverrides
}

type ShopGoal = { title: string; amount: number; translations: Translations<{ title: string }> }

type ShopPage = {
  slug: string
  title: string
  body: string
  translations: Translations<{ title: string; body: string }>
}

export type ShopCategory = {
  id: CategoryId
  name: string
  slug: string
  description: string
  picture: PictureView | null
  comparison: ComparisonRow[]
  translations: Translations<{ name: string; description: string; comparison: ComparisonRow[] }>
}

export type ShopProduct = {
  id: ProductId
  slug: string
  categoryId: CategoryId | null
  name: string
  summary: string
  description: string
  /** The first one is shown in lists. */
  pictures: PictureView[]
  isListed: boolean
  /** The sale that lowers the price now. */
  saleId: string | null
  isGiftCard: boolean
  /** A lower tier that the player has lowers its price. */
  isUpgrade: boolean
  /** A product without variants has one, with its own price and no id. */
  variants: ShopVariant[]
  /** What the buyer is asked for. */
  fields: ProductField[]
  stock: number | null
  maxPerPlayer: number | null
  requiresOnline: boolean
  servers: string[]
  isServerChosen: boolean
  translations: Translations<{ name: string; summary: string; description: string }>
}

export type ShopVariant = {
  id: string | null
  name: string
  price: number
  /** Without the sale. Null if there is none. */
  usualPrice: number | null
  durationSeconds: number | null
  /** If it is sold as a subscription. */
  billingPeriod: BillingPeriod | null
  translations: Translations<{ name: string }>
}

const localized = new WeakMap<Shop, Map<string, Shop>>()

/** The shop with the texts in a language. Texts that are not translated stay in the default language of the store. */
export function localizeShop(shop: Shop, locale: string): Shop {
  if (locale === shop.store.defaultLocale) return shop
  const known = localized.get(shop) ?? new Map<string, Shop>()
  localized.set(shop, known)
  let found = known.get(locale)
  if (!found) known.set(locale, (found = translateShop(shop, locale)))
  return found
}

function translateShop({ store, categories, products, sales, ...shop }: Shop, locale: string): Shop {
  const translate = <T extends { translations: Translations<object> }>(thing: T): T => ({
    ...thing,
    ...thing.translations[locale as Locale],
  })
  return {
    ...shop,
    store: { ...translate(store), goal: store.goal && translate(store.goal), pages: store.pages.map(translate) },
    categories: categories.map(translate),
    sales: sales.map(translate),
    products: products.map((product) => ({
      ...translate(product),
      variants: product.variants.map(translate),
      fields: product.fields.map((field) => ({ ...translate(field), choices: field.choices.map(translate) })),
    })),
  }
}
