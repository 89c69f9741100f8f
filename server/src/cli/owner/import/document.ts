import type { Manage } from '@quartermaster/sdk'

type Body = Manage.ImportBatchData['body']
type Item<Name extends keyof Omit<Body, 'source' | 'overwrite'>> = NonNullable<Body[Name]>[number]

export type Category = Item<'categories'>
/** `servers` are the names or ids that the other platform has for its servers. */
export type Product = Omit<Item<'products'>, 'serverIds'> & { servers: string[] }
export type Entitlement = Item<'entitlements'>
export type Ban = Item<'bans'>
export type Coupon = Item<'coupons'>
export type GiftCard = Item<'giftCards'>

/** Something that the owner has to look at. */
export type Note = { about: string; text: string }

/** What another platform has, in the words of this one. */
export type ImportDocument = {
  source: 'tebex' | 'craftingstore' | 'csv'
  /** Null if the source does not say. */
  currency: string | null
  categories: Category[]
  products: Product[]
  entitlements: Entitlement[]
  bans: Ban[]
  coupons: Coupon[]
  giftCards: GiftCard[]
  notes: Note[]
}

export const emptyDocument = (source: ImportDocument['source']): ImportDocument => ({
  source,
  currency: null,
  categories: [],
  products: [],
  entitlements: [],
  bans: [],
  coupons: [],
  giftCards: [],
  notes: [],
})
