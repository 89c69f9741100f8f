import type { FastifyInstance } from 'fastify'
import { acceptForms } from './accept-forms.ts'
import { serveAssets, servePictures } from './assets.ts'
import { serveBrowsePages } from './browse.ts'
import { serveLocaleChoice } from './choose-locale.ts'
import { checkoutPages } from './checkout/routes.ts'
import { createSendPage } from './send-page.ts'
import { serveSiteFiles } from './site-files.ts'
import type { StorefrontLimits } from './storefront-limits.ts'
import { STRICT_TRANSPORT } from '../origins/strict-transport.ts'
import { requireVisit, type StorefrontParts } from './visit.ts'

/** The pages of stores, on the hosts of stores. On other hosts these addresses do not exist. */
export async function storefrontPages(
  app: FastifyInstance,
  { limits, ...parts }: StorefrontParts & { limits: StorefrontLimits },
): Promise<void> {
  acceptForms(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    request.visit = await requireVisit(parts, request)
  })
  const sendPage = createSendPage(parts)
  serveAssets(app, parts.themes.assets)
  servePictures(app, parts.readPicture)
  serveSiteFiles(app)
  serveBrowsePages(app, parts, sendPage)
  serveLocaleChoice(app)
  if (parts.checkout) await checkoutPages(app, { ...parts.checkout, limits, sendPage })
}
