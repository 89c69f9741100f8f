import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../themes/html.ts'
import { PAGE_ROUTE, type Visit, visitOf } from './visit.ts'

/** Pages of one visitor. */
const PRIVATE_PATHS = ['/basket', '/who', '/me', '/checkout', '/o/', '/search', '/pay/']

/** What search engines ask for first. Test stores are not for them. */
export function serveSiteFiles(app: FastifyInstance): void {
  app.get('/robots.txt', PAGE_ROUTE, async (request, reply) => {
    const { shop, origin, isPreview } = visitOf(request)
    const lines =
      shop.store.isTest || isPreview
        ? ['User-agent: *', 'Disallow: /']
        : ['User-agent: *', ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`]
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`)
  })
  app.get('/sitemap.xml', PAGE_ROUTE, async (request, reply) => {
    const { origin, ...visit } = visitOf(request)
    const urls = pathsOf(visit).map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`)
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      )
  })
}

function pathsOf({ shop, view }: Pick<Visit, 'shop' | 'view'>): string[] {
  return [
    '/',
    ...view.categories.map(({ url }) => url),
    ...shop.products.filter(({ isListed }) => isListed).map(({ slug }) => `/p/${slug}`),
    ...shop.store.pages.map(({ slug }) => `/pages/${slug}`),
    ...(['terms', 'privacy'] as const).filter((name) => shop.store[name] !== '').map((name) => `/${name}`),
  ]
}
