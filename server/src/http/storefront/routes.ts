import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveAssets } from './assets.ts'
import { serveLocaleChoice } from './choose-locale.ts'
import { requireVisit, type StorefrontParts } from './visit.ts'

/** The pages of stores, on the hosts of stores. On other hosts these addresses do not exist. */
export async function storefront(app: FastifyInstance, parts: StorefrontParts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )
  app.addHook('onRequest', async (request) => {
    request.visit = await requireVisit(parts, request)
  })
  serveAssets(app, parts.themes.assets)
  serveLocaleChoice(app)
}
