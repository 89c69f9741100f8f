import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { buildCategory, buildHome, buildProduct, searchProducts } from '../../storefront/shop/build-views.ts'
import { toText } from '../../themes/html.ts'
import { pictureUrl, type PictureView } from '../../themes/picture.ts'
import { translateWith } from '../../themes/render-page.ts'
import { createPageCache } from './page-cache.ts'
import { productJsonLd } from './product-json-ld.ts'
import { type Page, renderVisit, type SendPage } from './send-page.ts'
import type { StorefrontLimits } from './storefront-limits.ts'
import { PAGE_ROUTE, type StorefrontParts, type Visit, visitOf } from './visit.ts'

const MINUTE_MS = 60_000
const MAX_QUERY_LENGTH = 100

type Handler<Params> = (visit: Visit, params: Params) => Page | undefined

/** The pages that are the same for all visitors. Their bytes are kept until the store changes. */
export function serveBrowsePages(
  app: FastifyInstance,
  { sendPage, limits, ...parts }: StorefrontParts & { sendPage: SendPage; limits: StorefrontLimits },
): void {
  const cache = createPageCache({ recent: parts.recentPages })

  function serve<Params>(url: string, build: Handler<Params>, extraVersion: (visit: Visit) => string = () => ''): void {
    app.get(url, PAGE_ROUTE, async (request, reply) => {
      const visit = visitOf(request)
      const { origin, locale, shop } = visit
      const { path } = request.identity
      return cache.send(request, reply, {
        key: `${origin} ${locale} ${path}`,
        version: `${shop.version} ${visit.own?.version} ${extraVersion(visit)}`,
        render: async () => {
          const page = build({ ...visit, path }, request.params as Params)
          if (!page) throw new AppError('not_found', 'This URL does not exist.')
          const shared = { ...page, isShared: true, head: { canonicalPath: path, ...page.head } }
          return renderVisit(parts, { ...visit, path }, shared)
        },
      })
    })
  }

  serve('/', buildHomePage, ({ live }) => `${live.version} ${Math.floor(Date.now() / MINUTE_MS)}`)
  serve<{ slug: string }>('/c/:slug', ({ shop }, { slug }) => {
    const category = buildCategory(shop, slug)
    if (!category) return undefined
    const head = { ...headOf(category.name, category.description), ...pictureHead(category.picture) }
    return { template: 'category', data: { category }, head }
  })
  serve<{ slug: string }>('/p/:slug', buildProductPage)
  serve<{ slug: string }>('/pages/:slug', ({ shop }, { slug }) => {
    const page = shop.store.pages.find((each) => each.slug === slug)
    return (
      page && {
        template: 'page',
        data: { page: { title: page.title, content: page.body } },
        head: { title: page.title },
      }
    )
  })
  serve('/terms', (visit) => buildText(parts, visit, 'terms'))
  serve('/privacy', (visit) => buildText(parts, visit, 'privacy'))

  app.get('/search', PAGE_ROUTE, async (request, reply) => {
    limits.searches.take(request.identity.address)
    return sendSearch(request, reply, sendPage)
  })
}

function buildHomePage({ shop, view, live }: Visit): Page {
  if (shop.store.isClosed) return { template: 'closed', data: {} }
  return {
    template: 'home',
    data: { home: buildHome(shop, live, new Date()) },
    head: pictureHead(view.banner ?? view.logo),
  }
}

function buildProductPage(visit: Visit, { slug }: { slug: string }): Page | undefined {
  const product = buildProduct(visit.shop, slug)
  if (!product) return undefined
  const isListed = visit.shop.products.some((each) => each.slug === slug && each.isListed)
  return {
    template: 'product',
    data: { product },
    head: {
      ...headOf(product.name, product.summary || product.description),
      isPrivate: !isListed,
      ...pictureHead(product.picture),
      jsonLd: productJsonLd(
        visit,
        product,
        product.pictures.map((picture) => pictureUrl(picture)),
      ),
    },
  }
}

function buildText(
  { themes }: StorefrontParts,
  { shop, locale, texts }: Visit,
  name: 'terms' | 'privacy',
): Page | undefined {
  const content = shop.store[name]
  if (content === '') return undefined
  const title = toText(translateWith(themes, locale, texts)(`footer.${name}`))
  return { template: 'page', data: { page: { title, content } }, head: { title } }
}

function sendSearch(request: FastifyRequest, reply: FastifyReply, sendPage: SendPage): Promise<FastifyReply> {
  const { q } = request.query as { q?: unknown }
  const query = typeof q === 'string' ? q.slice(0, MAX_QUERY_LENGTH).trim() : ''
  const { shop } = visitOf(request)
  return sendPage(reply, { template: 'search', data: { search: { query, products: searchProducts(shop, query) } } })
}

const DESCRIPTION_LENGTH = 160

function headOf(title: string, text: string): { title: string; description: string } {
  const plain = text
    .replaceAll(/[#*_`>[\]|-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { title, description: plain.slice(0, DESCRIPTION_LENGTH) }
}

function pictureHead(picture: PictureView | null): { picture?: string } {
  return picture ? { picture: pictureUrl(picture) } : {}
}
