import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms } from './accept-forms.ts'
import { serveAssets, servePictures } from './assets.ts'
import { serveBrowsePages } from './browse.ts'
import { serveLocaleChoice } from './choose-locale.ts'
import { checkoutPages } from './checkout/routes.ts'
import { createSendPage } from './send-page.ts'
import { serveSiteFiles } from './site-files.ts'
import type { StorefrontLimits } from './storefront-limits.ts'
import { STRICT_TRANSPORT } from '../origins/strict-transport.ts'
import { refusePreview, requireVisit, type StorefrontParts, visitOf } from './visit.ts'

/** The pages of stores, on the hosts of stores. On other hosts these addresses do not exist. */
export async function storefrontPages(
  app: FastifyInstance,
  { limits, ...parts }: StorefrontParts & { limits: StorefrontLimits },
): Promise<void> {
  acceptForms(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.identity.scheme === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    request.visit = await requireVisit(parts, request)
    if (request.visit.isPreview) guardPreview(request, reply)
  })
  app.addHook('onClose', () => parts.ownThemes?.stop())
  const sendPage = createSendPage(parts)
  serveAssets(app, parts)
  servePictures(app, parts.readPicture)
  serveSiteFiles(app)
  serveBrowsePages(app, { ...parts, limits, sendPage })
  serveLocaleChoice(app)
  const { checkout } = parts
  if (!checkout) return
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (request) => refusePreview(visitOf(request)))
    await checkoutPages(pages, { ...checkout, limits, sendPage })
  })
}

/**
 * A preview is for looking. Search engines stay away, also from pages that they found by a link. The dashboard shows it in a sandbox
 * without an origin, which loads nothing unless everyone may.
 */
function guardPreview({ method, visit }: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex, nofollow')
  reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
  if (method !== 'GET' && method !== 'HEAD') refusePreview(visit)
}
