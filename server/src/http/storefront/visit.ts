import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Payments } from '../../payments/create-payments.ts'
import type { IdentityProviders } from '../../storefront/identity/create-identity-providers.ts'
import type { OrderWatch } from '../../storefront/orders/watch-orders.ts'
import { applySales } from '../../storefront/shop/apply-sales.ts'
import { buildShopView } from '../../storefront/shop/build-views.ts'
import type { LiveFacts } from '../../storefront/shop/live-facts.ts'
import { localizeShop, type Shop } from '../../storefront/shop/shop.ts'
import type { ShopView } from '../../storefront/shop/shop-view.ts'
import type { DraftShops } from '../../storefront/shop/draft-shops.ts'
import type { StoreCache } from '../../storefront/shop/store-cache.ts'
import { contentHash } from '../../themes/assets.ts'
import type { Locale } from '../../locales.ts'
import { nestTexts } from '../../themes/built-in-texts.ts'
import type { ThemePair } from '../../themes/render-page.ts'
import type { LocaleTexts } from '../../themes/translate.ts'
import type { BuiltInThemes } from '../../themes/built-in-themes.ts'
import type { OwnTheme } from '../../stores/themes/own-theme.ts'
import type { OwnThemes } from '../../stores/themes/own-themes.ts'
import type { Preview } from '../../stores/hosts/preview-hosts.ts'
import { colorStylesheet } from '../../themes/colors.ts'
import type { ReadPicture } from './picture-cache.ts'
import type { Settings, Theme } from '../../themes/compile-theme.ts'
import { fittingSettings } from '../../themes/settings-schema.ts'
import { chooseLocale } from './locale.ts'
import type { RecentPages } from './recent-pages.ts'

/** What buying needs from the process. */
export type CheckoutSource = { payments: Payments; orders: OrderWatch; identity: IdentityProviders }

/** What the storefront needs from the process. */
export type StorefrontParts = {
  /** Answered from memory. */
  findStoreByHost: (host: string) => StoreId | undefined
  shops: StoreCache<Shop>
  live: StoreCache<LiveFacts>
  readPicture: ReadPicture
  themes: BuiltInThemes
  /** Without it, stores have built-in themes only. */
  ownThemes?: OwnThemes
  findPreview?: (host: string) => Preview | undefined
  drafts?: DraftShops
  /** The origin of the dashboard, which may show previews in a frame. */
  managementOrigin?: string
  /** Where the checkout can lead to: the payment pages of providers. */
  paymentOrigins: readonly string[]
  /** Pages that are sent again without the routes. */
  recentPages?: RecentPages
  /** Without it, nothing can be bought. */
  checkout?: CheckoutSource
}

/** A request for a page of a store. */
export type Visit = {
  storeId: StoreId
  /** In the language of the page. */
  shop: Shop
  view: ShopView
  live: LiveFacts
  /** The built-in theme of the store. */
  theme: Theme
  /** The store's own theme, which renders in isolation. */
  own: OwnTheme | undefined
  /** Of the theme and of the store. */
  settings: Settings
  /** A preview of a theme or a draft, which sells nothing. */
  isPreview: boolean
  /** The only page that may show this one in a frame. Null: none. */
  framedBy: string | null
  /** The stylesheet of the store's colors. */
  colors: string | null
  locale: string
  /** The store's own wording of our texts, in this language. */
  texts: LocaleTexts | undefined
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

/** The options of every page. Search engines and link previews ask with HEAD. */
export const PAGE_ROUTE = { schema: { hide: true }, exposeHeadRoute: true }

/** Undefined if no store has this host. */
export async function openVisit(parts: StorefrontParts, request: FastifyRequest): Promise<Visit | undefined> {
  const { hostName, origin, path, query } = request.identity
  const storeId = parts.findStoreByHost(hostName)
  if (storeId === undefined) return undefined
  const [saved, live] = await Promise.all([parts.shops(storeId), parts.live(storeId)])
  const preview = parts.findPreview?.(hostName)
  const isDraft = preview !== undefined && 'draft' in preview
  const shop = isDraft ? await parts.drafts?.(saved, preview) : saved
  if (!shop) return undefined
  const version = preview && !isDraft ? preview.version : shop.store.theme.version
  const own = version === null ? undefined : await parts.ownThemes?.open(storeId, version)
  if (preview && !isDraft && !own) return undefined
  const { locales, defaultLocale } = shop.store
  const { lang } = request.query as { lang?: unknown }
  const wishes = {
    query: typeof lang === 'string' ? lang : undefined,
    cookie: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
  }
  const locale = chooseLocale(wishes, { offered: locales, usual: defaultLocale })
  return {
    storeId,
    locale,
    live,
    isPreview: preview !== undefined,
    framedBy: (preview && parts.managementOrigin) ?? null,
    ...describeShop(localizeShop(applySales(shop, Date.now()), locale), { locale, live, own, themes: parts.themes }),
    origin,
    path: path + query,
  }
}

export async function requireVisit(parts: StorefrontParts, request: FastifyRequest): Promise<Visit> {
  const visit = await openVisit(parts, request)
  if (!visit) throw new AppError('not_found', 'This URL does not exist.')
  return visit
}

/** A preview has no basket, no players and no orders. */
export function refusePreview(visit: Visit | null): void {
  if (visit?.isPreview) throw new AppError('forbidden', 'This is a preview. Buy on the pages of the store.')
}

type Described = Pick<Visit, 'shop' | 'view' | 'colors' | 'theme' | 'own' | 'settings' | 'texts'>
type Looks = { locale: string; live: LiveFacts; own: OwnTheme | undefined; themes: BuiltInThemes }
const described = new WeakMap<Shop, { live: LiveFacts } & Described>()

/** The parts of a visit that are the same until the store changes. */
function describeShop(shop: Shop, { locale, live, own, themes }: Looks): Described {
  const known = described.get(shop)
  if (known?.live === live && known.own === own) return known
  const { themeSettings } = shop.store
  const theme = themes.named.get(shop.store.theme.name) ?? themes.theme
  const settings = own
    ? { ...own.settings, ...fittingSettings(own.schema, themeSettings) }
    : { ...theme.settings, ...themeSettings }
  const colors = colorStylesheet(themes.theme.settings, settings)
  const colorsUrl = colors === null ? null : colorsUrlOf(colors)
  const found = {
    shop,
    live,
    theme,
    own,
    settings,
    colors,
    texts: textsOf(shop, { locale, theme, platform: themes.platform }),
    view: buildShopView(shop, { colorsUrl, status: live.status }),
  }
  described.set(shop, found)
  return found
}

/** Undefined if the store has replaced no text. */
function textsOf(
  { store }: Shop,
  { locale, theme, platform }: ThemePair & { locale: string },
): LocaleTexts | undefined {
  const own = store.textOverrides[locale as Locale]
  if (!own || Object.keys(own).length === 0) return undefined
  return nestTexts(
    own,
    [theme, platform].map(({ locales }) => locales.get(locale) ?? {}),
  )
}

export function colorsUrlOf(colors: string): string {
  return `/assets/colors.${contentHash(colors)}.css`
}
