import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { STRICT_TRANSPORT } from '../../origins/strict-transport.ts'
import { createRefusal } from '../../refuse.ts'
import type { StorefrontLimits } from '../storefront-limits.ts'
import { refusePreview, requireVisit, type StorefrontParts } from '../visit.ts'
import { basketRoutes } from './basket-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { createStorefrontApi } from './route.ts'
import { shopRoutes } from './shop-routes.ts'

export const STOREFRONT_API = '/api/storefront/1.0'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-max-age': '86400',
}

type Options = StorefrontParts & { limits: StorefrontLimits; logger: Pick<FastifyBaseLogger, 'error' | 'warn'> }

/**
 * The JSON twin of the pages, for storefronts that owners write themselves. Any website can call it. Nothing is allowed because of a
 * cookie: the tokens of baskets and orders are sent in a header, which no browser adds by itself.
 */
export async function storefrontApi(app: FastifyInstance, { limits, logger, ...parts }: Options): Promise<void> {
  app.setErrorHandler(createRefusal(logger, { withField: true }))
  app.addHook('onRequest', async (request, reply) => {
    if (request.identity.scheme === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'etag, retry-after, content-language, x-request-id')
      .header('cross-origin-resource-policy', 'cross-origin')
  })
  app.options('/*', { schema: { hide: true } }, async (_request, reply) => reply.code(204).headers(PREFLIGHT).send())
  await app.register(async (routes) => {
    routes.addHook('onRequest', async (request) => {
      request.visit = await requireVisit(parts, request)
      refusePreview(request.visit)
    })
    const api = createStorefrontApi(routes)
    shopRoutes(api, limits)
    if (!parts.checkout) return
    basketRoutes(api, { ...parts.checkout, limits })
    orderRoutes(api, { ...parts.checkout, limits, themes: parts.themes })
  })
}
