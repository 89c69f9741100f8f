import type { CategoryId, ProductId, StoreId } from '../../ids.ts'
import type { Settings } from '../../themes/compile-theme.ts'
import type { PictureView } from '../../themes/picture.ts'

/** Everything about a store that its browse pages show. It is the same for all visitors and languages. */
export type Shop = {
  storeId: StoreId
  /** Changes whenever a page of the store could look different. */
  version: string
  store: ShopStore
  categories: ShopCategory[]
  products: ShopProduct[]
}

export type ShopStore = {
  name: string
  currency: string
  isTest: boolean
  locales: string[]
  defaultLocale: string
  timeZone: string
  title: string | null
  tagline: string | null
  seller: string | null
  supportUrl: string | null
  joinAddress: string | null
  terms: string | null
  privacy: string | null
  pages: { slug: string; title: string; content: string }[]
  logo: PictureView | null
  banner: PictureView | null
  themeSettings: Settings
  isClosed: boolean
  closedMessage: string | null
}

export type ShopCategory = {
  id: CategoryId
  name: string
  slug: string
  description: string
  comparison: { name: string; cells: Record<string, string | boolean> }[]
}

export type ShopProduct = {
  id: ProductId
  slug: string
  categoryId: CategoryId | null
  name: string
  summary: string
  description: string
  picture: PictureView | null
  isListed: boolean
  variants: { id: string; name: string; price: number; durationSeconds: number | null }[]
  stock: number | null
  maxPerPlayer: number | null
  requiresOnline: boolean
  servers: string[]
  isServerChosen: boolean
}
