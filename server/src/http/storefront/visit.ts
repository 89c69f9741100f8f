import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { buildShopView } from '../../storefront/shop/build-views.ts'
import type { Shop } from '../../storefront/shop/shop.ts'
import type { ServerStatus, ShopView } from '../../storefront/shop/shop-view.ts'
import type { BuiltInThemes } from '../../themes/built-in-themes.ts'
import { chooseLocale } from './locale.ts'

/** What the storefront needs from the process. */
export type StorefrontParts = {
  /** Answered from memory. */
  findStoreByHost: (host: string) => StoreId | undefined
  readShop: (storeId: StoreId) => Promise<Shop>
  readStatus: (storeId: StoreId) => Promise<ServerStatus | null>
  themes: BuiltInThemes
  /** Where the checkout can lead to: the payment pages of providers. */
  paymentOrigins: readonly string[]
}

/** A request for a page of a store. */
export type Visit = {
  storeId: StoreId
  shop: Shop
  view: ShopView
  locale: string
  /** The scheme and host of the store, as the visitor sees them. */
  origin: string
  /** The address of the page without the host. */
  path: string
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | null
  }
}

export function visitOf({ visit }: FastifyRequest): Visit {
  if (!visit) throw new Error('This route does not belong to the storefront')
  return visit
}

/** Undefined if no store has this host. */
export async function openVisit(parts: StorefrontParts, request: FastifyRequest): Promise<Visit | undefined> {
  const storeId = parts.findStoreByHost(request.hostname)
  if (storeId === undefined) return undefined
  const [shop, status] = await Promise.all([parts.readShop(storeId), parts.readStatus(storeId)])
  const { locales, defaultLocale } = shop.store
  const query = (request.query as { lang?: unknown }).lang
  const wishes = {
    query: typeof query === 'string' ? query : undefined,
    cookie: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
  }
  return {
    storeId,
    shop,
    view: buildShopView(shop, { colorsUrl: null, status }),
    locale: chooseLocale(wishes, { offered: locales, usual: defaultLocale }),
    origin: `${request.protocol}://${request.host}`,
    path: request.url,
  }
}

export async function requireVisit(parts: StorefrontParts, request: FastifyRequest): Promise<Visit> {
  const visit = await openVisit(parts, request)
  if (!visit) throw new AppError('not_found', 'This URL does not exist.')
  return visit
}
