import { Type } from 'typebox'
import { BillingPeriod } from '../catalog/variants.ts'
import { AskedFields } from '../catalog/fields.ts'
import { component, idOf, listOf, MinorUnits, nullable, object, openObject, Timestamp } from '../manage.ts'
import { Slug } from '../catalog/pages.ts'

/** What the storefront API says about a store and its products. It is the same for all visitors. */

export const Money = component('Money', {
  minor: MinorUnits,
  currency: Type.String({ examples: ['BRL'] }),
  formatted: Type.String({ examples: ['R$ 19,90'], description: 'As readers of the language write it.' }),
})

export const Picture = component('Picture', {
  alt: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  sources: Type.Array(
    object({ url: Type.String(), width: Type.Integer(), type: Type.String({ examples: ['image/webp'] }) }),
    { description: 'The same picture in several sizes and formats, for `srcset`.' },
  ),
})

const CategoryLink = object({ slug: Slug, name: Type.String() })
const Text = Type.String({ description: 'Markdown.' })

export const Store = component('Store', {
  name: Type.String(),
  title: Type.String(),
  tagline: nullable(Type.String()),
  seller: nullable(Type.String()),
  supportUrl: nullable(Type.String()),
  terms: Text,
  privacy: Text,
  joinAddress: nullable(Type.String()),
  isTest: Type.Boolean({ description: 'Purchases are paid with play money.' }),
  isOpen: Type.Boolean({ description: 'A closed store sells nothing.' }),
  closedMessage: nullable(Type.String()),
  currency: Type.String({ examples: ['BRL'] }),
  taxCountries: Type.Array(Type.String({ examples: ['DE'] }), {
    description: 'If there are any, let the buyer choose their country, and pass it to `openOrder`.',
  }),
  locale: Type.String({ description: 'The language of this response. Choose another one with `lang`.' }),
  locales: Type.Array(Type.String(), { description: 'All languages of the store, the default language first.' }),
  timeZone: Type.String({ examples: ['America/Sao_Paulo'] }),
  logo: nullable(Picture),
  banner: nullable(Picture),
  categories: Type.Array(CategoryLink, { description: 'The categories that have products.' }),
  pages: Type.Array(object({ slug: Slug, title: Type.String() })),
  serverStatus: nullable(
    object(
      { isOnline: Type.Boolean(), players: nullable(Type.Integer()), maxPlayers: nullable(Type.Integer()) },
      'Null if the owner does not show it, or if no game server has ever called.',
    ),
  ),
  goal: nullable(
    object(
      {
        title: Type.String(),
        reached: Money,
        target: Money,
        percent: Type.Integer({ description: 'More than 100 if more was sold.' }),
        daysLeft: Type.Integer({ description: '1 on the last day.' }),
      },
      'Null if the store has no goal now.',
    ),
  ),
  topSupporter: nullable(
    object(
      { player: Type.String(), paid: nullable(Money) },
      'Who has paid most this month. Null if the owner does not show it, or if nobody has paid or wants to be named.',
    ),
  ),
  topSupporters: Type.Array(object({ player: Type.String(), paid: nullable(Money) }), {
    description: 'At most five, who paid most first. Empty if the owner does not show them.',
  }),
  recentPurchases: Type.Array(
    object({ player: Type.String(), name: Type.String(), quantity: Type.Integer(), at: Timestamp }),
    { description: 'Empty if the owner does not show them. Players who do not want to be named are left out.' },
  ),
  themeSettings: openObject('The settings that the owner chose for the looks of the store.'),
})

export const Page = component('Page', { slug: Slug, title: Type.String(), body: Text })

const Variant = component('Variant', {
  id: nullable(idOf('var')),
  name: Type.String({ description: 'Empty if the product has no variants.' }),
  price: Money,
  usualPrice: nullable(Money),
  durationSeconds: nullable(Type.Integer({ description: 'How long the player keeps it.' })),
  billingPeriod: nullable(BillingPeriod),
})

const PRODUCT = {
  id: idOf('prd'),
  slug: Slug,
  name: Type.String(),
  summary: Type.String(),
  picture: nullable(Picture),
  categorySlug: nullable(Slug),
  variants: Type.Array(Variant, { description: 'At least one. A product without variants has one without an id.' }),
  fields: AskedFields,
  sale: nullable(
    object(
      { name: Type.String(), endsAt: nullable(Timestamp) },
      'The sale that lowers the price now. Ask again when it ends.',
    ),
  ),
  isSoldOut: Type.Boolean(),
  left: nullable(Type.Integer({ description: 'How many are left, if the stock is limited.' })),
  maxPerPlayer: nullable(Type.Integer()),
  requiresOnline: Type.Boolean({ description: 'The player must be in the game to receive it.' }),
  isServerChosen: Type.Boolean({ description: 'The buyer chooses the game server at the checkout.' }),
  servers: Type.Array(Type.String(), { description: 'The game servers that deliver it.' }),
}
export const Product = component('Product', PRODUCT)
export const ProductList = listOf('ProductList', Product)
export const ProductDetails = component('ProductDetails', {
  ...PRODUCT,
  description: Text,
  pictures: Type.Array(Picture, { description: 'All of them; `picture` is the first.' }),
})

const CATEGORY = { slug: Slug, name: Type.String(), description: Text, picture: nullable(Picture) }
const Category = component('Category', CATEGORY)
export const CategoryList = listOf('CategoryList', Category)
export const CategoryDetails = component('CategoryDetails', {
  ...CATEGORY,
  products: Type.Array(Product),
  comparison: nullable(
    object(
      {
        columns: Type.Array(object({ slug: Slug, name: Type.String() })),
        rows: Type.Array(
          object({ name: Type.String(), cells: Type.Array(Type.Union([Type.String(), Type.Boolean()])) }),
        ),
      },
      'Compares the products. Each row has one cell per column: a text, or whether the product has this benefit.',
    ),
  ),
})

const LANGUAGE = {
  lang: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.',
    }),
  ),
}
export const LanguageQuery = object(LANGUAGE)
export const SearchQuery = object({
  ...LANGUAGE,
  q: Type.String({ maxLength: 100, description: 'The words. Case and accents do not matter.' }),
})
