import {
  CategoryDetails,
  CategoryList,
  LanguageQuery,
  Page,
  ProductDetails,
  ProductList,
  SearchQuery,
  Store,
} from '@quartermaster/contract/storefront/shop'
import { buildCommunity } from '../../../storefront/shop/build-community.ts'
import { buildCategory, searchProducts } from '../../../storefront/shop/build-views.ts'
import type { StorefrontLimits } from '../storefront-limits.ts'
import type { SupporterView } from '../../../storefront/shop/shop-view.ts'
import type { Visit } from '../visit.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import type { StorefrontApi } from './route.ts'
import { toMoney, toPicture, toProduct } from './shop-wire.ts'

const query = LanguageQuery

/** What a store sells, from the same memory as the pages. */
export function shopRoutes({ shared, route }: StorefrontApi, limits: StorefrontLimits): void {
  shared(
    {
      method: 'GET',
      url: '/store',
      operationId: 'getStore',
      summary: 'Get the store',
      query,
      response: Store,
      versionOf: ({ live }) => live.version,
    },
    ({ visit }) => toStore(visit),
  )
  shared(
    {
      method: 'GET',
      url: '/categories',
      operationId: 'listCategories',
      summary: 'List the categories',
      description: 'In the order of the owner.',
      query,
      response: CategoryList,
    },
    ({ visit }) => ({
      items: visit.shop.categories.map(({ slug, name, description, picture }) => ({
        slug,
        name,
        description,
        picture: toPicture(visit, picture),
      })),
    }),
  )
  shared(
    {
      method: 'GET',
      url: '/categories/:slug',
      operationId: 'getCategory',
      summary: 'Get a category with its products',
      query,
      response: CategoryDetails,
    },
    ({ visit, params }) => toCategory(visit, params['slug'] ?? ''),
  )
  shared(
    {
      method: 'GET',
      url: '/products',
      operationId: 'listProducts',
      summary: 'List the products',
      description: 'In the order of the owner, without products that are unlisted.',
      query,
      response: ProductList,
    },
    ({ visit }) => ({
      items: visit.shop.products.filter(({ isListed }) => isListed).map((each) => toProduct(visit, each)),
    }),
  )
  route(
    {
      method: 'GET',
      url: '/search',
      operationId: 'searchProducts',
      summary: 'Search the products',
      description: 'At most 60 products whose name or summary contains all words.',
      query: SearchQuery,
      response: ProductList,
    },
    async ({ request, visit, query: { q } }) => {
      limits.searches.take(request.identity.address)
      const found = new Set(searchProducts(visit.shop, q).map(({ slug }) => slug))
      return { items: withSlugs(visit, found) }
    },
  )
  shared(
    {
      method: 'GET',
      url: '/products/:slug',
      operationId: 'getProduct',
      summary: 'Get a product',
      query,
      response: ProductDetails,
    },
    ({ visit, params }) => {
      const product = visit.shop.products.find(({ slug }) => slug === params['slug'])
      if (!product) return undefined
      const pictures = product.pictures.flatMap((each) => toPicture(visit, each) ?? [])
      return { ...toProduct(visit, product), description: product.description, pictures }
    },
  )
  shared(
    {
      method: 'GET',
      url: '/pages/:slug',
      operationId: 'getPage',
      summary: 'Get a page of the owner',
      query,
      response: Page,
    },
    ({ visit: { shop }, params }) => {
      const page = shop.store.pages.find(({ slug }) => slug === params['slug'])
      return page && { slug: page.slug, title: page.title, body: page.body }
    },
  )
}

function withSlugs(visit: Visit, slugs: ReadonlySet<string>) {
  return visit.shop.products.filter(({ slug }) => slugs.has(slug)).map((each) => toProduct(visit, each))
}

function toCategory(visit: Visit, slug: string) {
  const view = buildCategory(visit.shop, slug)
  if (!view) return undefined
  const { name, description, picture, comparison } = view
  return {
    slug,
    name,
    description,
    picture: toPicture(visit, picture),
    products: withSlugs(visit, new Set(view.products.map((product) => product.slug))),
    comparison: comparison && {
      columns: comparison.columns.map((column) => ({ slug: column.slug, name: column.name })),
      rows: comparison.rows,
    },
  }
}

function toStore(visit: Visit) {
  const { shop, view, locale } = visit
  const { store } = shop
  const { status } = view
  return {
    name: view.name,
    title: view.title,
    tagline: view.tagline,
    seller: view.seller,
    supportUrl: view.support_url,
    terms: store.terms,
    privacy: store.privacy,
    joinAddress: view.join_address,
    isTest: view.is_test,
    isOpen: !view.is_closed,
    closedMessage: view.closed_message,
    currency: view.currency,
    taxCountries: visit.shop.store.taxCountries,
    locale,
    locales: store.locales,
    timeZone: store.timeZone,
    logo: toPicture(visit, store.logo),
    banner: toPicture(visit, store.banner),
    categories: view.categories.map(({ slug, name }) => ({ slug, name })),
    pages: store.pages.map(({ slug, title }) => ({ slug, title })),
    serverStatus: status && { isOnline: status.is_online, players: status.players, maxPlayers: status.max_players },
    ...toCommunity(visit),
    themeSettings: store.themeSettings,
  }
}

function toCommunity(visit: Visit) {
  const { goal, supporter, supporters, recent } = buildCommunity(visit.shop, visit.live, new Date())
  return {
    goal: goal && {
      title: goal.name,
      reached: toMoney(visit, goal.reached),
      target: toMoney(visit, goal.target),
      percent: goal.percent,
      daysLeft: goal.days_left,
    },
    topSupporter: supporter && toSupporter(visit, supporter),
    topSupporters: supporters.map((each) => toSupporter(visit, each)),
    recentPurchases: recent.map(({ player, name, quantity, at }) => ({ player, name, quantity, at: toTimestamp(at) })),
  }
}

function toSupporter(visit: Visit, { name, paid }: SupporterView) {
  return { player: name, paid: paid === null ? null : toMoney(visit, paid) }
}
