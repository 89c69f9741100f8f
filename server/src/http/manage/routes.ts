import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createRefusal } from '../refuse.ts'
import { auditLogRoutes } from './store/audit-log.ts'
import { banRoutes } from './store/bans.ts'
import { categoryRoutes } from './store/catalog/categories.ts'
import { tierGroupRoutes } from './store/catalog/tier-groups.ts'
import { checkoutDetailRoutes } from './store/checkout-details.ts'
import { checkoutRoutes } from './store/checkouts.ts'
import { openCheckoutRoutes } from './store/open-checkout.ts'
import { deliveryRoutes } from './store/deliveries.ts'
import { deadLetterRoutes } from './store/dead-letters.ts'
import { entitlementRoutes } from './store/entitlements.ts'
import { feedRoutes } from './store/feed.ts'
import { statisticsRoutes } from './store/statistics.ts'
import { managementHeaders } from '../origins/management-headers.ts'
import { guard, type InProcess } from './guard.ts'
import type { ManageParts } from './manage-parts.ts'
import { hostRoutes } from './host-routes.ts'
import { importRoutes } from './import-routes.ts'
import { giftCardRoutes } from './promotions/gift-cards.ts'
import { identityProviderRoutes } from './storefront/identity-providers.ts'
import { invitationRoutes } from './store/invitations.ts'
import { memberRoutes } from './store/members.ts'
import { parkedPaymentRoutes } from './store/parked-payments.ts'
import { acceptFiles, pictureRoutes } from './store/catalog/pictures.ts'
import { acceptArchives, importStoreRoute } from './portable/import-store.ts'
import { exportStoreRoute } from './portable/export-store.ts'
import { playerRoutes } from './store/players.ts'
import { productRoutes } from './store/catalog/products.ts'
import { paymentProviderRoutes } from './store/payment-providers.ts'
import { redeliveryRoutes } from './store/redeliveries.ts'
import { serverKeyRoutes } from './store/server-keys.ts'
import { serverRoutes } from './store/servers.ts'
import { storefrontRoutes } from './storefront/storefront.ts'
import { storefrontTextRoutes } from './storefront/texts.ts'
import { storesRoutes } from './store/stores.ts'
import { subscriptionRoutes } from './store/subscriptions.ts'
import { createManageApi } from './manage-api.ts'
import { tokenRoutes } from './store/tokens.ts'
import { webhookEventRoutes } from './store/webhook-events.ts'
import { webhookRoutes } from './store/webhooks.ts'
import { couponRoutes } from './promotions/coupons.ts'
import { creatorRoutes } from './promotions/creators.ts'
import { saleRoutes } from './promotions/sales.ts'
import { themeRoutes } from './themes/theme-routes.ts'
import { themeUploadRoute } from './themes/theme-upload.ts'
import { whoAmIRoutes } from './who-am-i.ts'

type Logger = Pick<FastifyBaseLogger, 'error' | 'warn'>

export const MANAGE = '/api/manage/1.0'

/** Responses are data: no browser may show them as a page. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** Everything an owner can do. */
export async function manage(app: FastifyInstance, parts: ManageParts & InProcess & { logger: Logger }): Promise<void> {
  app.setErrorHandler(createRefusal(parts.logger, { withField: true }))
  guard(app, parts)
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(managementHeaders(parts.publicUrl, POLICY))
  })
  const api = createManageApi(app, parts)
  whoAmIRoutes(api)
  // The command line has no account, and starts faster without these modules.
  if (!parts.principal) (await import('./account/routes.ts')).allAccountRoutes(api)
  storesRoutes(api)
  serverRoutes(api)
  serverKeyRoutes(api)
  categoryRoutes(api)
  tierGroupRoutes(api)
  productRoutes(api)
  saleRoutes(api)
  couponRoutes(api)
  creatorRoutes(api)
  storefrontRoutes(api)
  storefrontTextRoutes(api)
  identityProviderRoutes(api)
  checkoutRoutes(api)
  openCheckoutRoutes(api)
  checkoutDetailRoutes(api)
  giftCardRoutes(api)
  deliveryRoutes(api)
  deadLetterRoutes(api)
  redeliveryRoutes(api)
  subscriptionRoutes(api)
  entitlementRoutes(api)
  playerRoutes(api)
  banRoutes(api)
  statisticsRoutes(api)
  feedRoutes(api)
  webhookRoutes(api)
  webhookEventRoutes(api)
  paymentProviderRoutes(api)
  parkedPaymentRoutes(api)
  memberRoutes(api)
  invitationRoutes(api)
  tokenRoutes(api)
  hostRoutes(api)
  importRoutes(api)
  exportStoreRoute(api, parts.logger)
  auditLogRoutes(api)
  themeRoutes(api)
  app.addHook('onClose', () => parts.themeRenderer.stop())
  await app.register(async (files) => {
    acceptFiles(files)
    const filesApi = createManageApi(files, parts)
    pictureRoutes(filesApi)
    themeUploadRoute(filesApi)
  })
  await app.register(async (archives) => {
    acceptArchives(archives)
    importStoreRoute(createManageApi(archives, parts))
  })
}
