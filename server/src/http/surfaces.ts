import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyPluginOptions } from 'fastify'
import { ManageProblem } from '@quartermaster/contract/manage'
import { Problem } from '@quartermaster/contract/problem'
import type { PaymentContext } from '../payments/receive-callback.ts'
import type { StoreHosts } from '../stores/hosts/store-hosts.ts'
import type { Addresses } from '../stores/hosts/store-origin.ts'
import { createStoreCheck } from '../stores/store-exists.ts'
import type { DashboardFiles } from './dashboard/read-dashboard.ts'
import { serveDashboard } from './dashboard/serve-dashboard.ts'
import { serveDocsIndex } from './documentation/docs-index.ts'
import { createDocumentationLimit } from './documentation/documentation-limit.ts'
import { documented } from './documentation/documents.ts'
import type { GamesParts } from './games/open-games.ts'
import { GAMES_V1, gamesV1 } from './games-v1/routes.ts'
import { GAMES_V2, gamesV2 } from './games-v2/routes.ts'
import type { ManageParts } from './manage/manage-parts.ts'
import type { HostKind } from './origins/host-kinds.ts'
import { serveOn } from './origins/route-hosts.ts'
import { serveStatus } from './status/serve-status.ts'
import { STOREFRONT_API, storefrontApi } from './storefront/api/routes.ts'
import { storefrontPages } from './storefront/routes.ts'
import { createStorefrontLimits } from './storefront/storefront-limits.ts'
import type { StorefrontParts } from './storefront/visit.ts'
import type { PaymentCounters } from './operations/payment-counters.ts'
import { payPages } from './pay-pages/routes.ts'
import { paymentCallbacks } from './payments/callbacks.ts'

export type SurfaceParts = {
  games: GamesParts
  hosts: StoreHosts
  payments: PaymentContext & Addresses
  countCallback: PaymentCounters['countCallback']
  storefront: StorefrontParts | undefined
  management: ManageParts | undefined
  dashboard: DashboardFiles | undefined
  documentation: boolean
  logger: FastifyBaseLogger
}

const GAMES_1_DOCUMENT = {
  name: 'games-1.0',
  title: 'Quartermaster games API 1.0',
  description: 'For game servers: register, poll for pending commands and report those that ran.',
}
const GAMES_2_DOCUMENT = {
  name: 'games-2.0',
  title: 'Quartermaster games API 2.0',
  description: 'For game servers that report which players are online and the outcome of every command.',
}
const MANAGE_DOCUMENT = {
  name: 'manage-1.0',
  title: 'Quartermaster management API 1.0',
  description: 'For dashboards and programs: everything that an owner can do.',
}
const STOREFRONT_DOCUMENT = {
  name: 'storefront-1.0',
  title: 'Quartermaster storefront API 1.0',
  description: 'For storefronts of your own: products, baskets, checkout and orders, without an account.',
}

/** Registers all APIs and pages, each on the kinds of hosts that serve it. */
export async function registerSurfaces(app: FastifyInstance, parts: SurfaceParts): Promise<void> {
  const { games, hosts, payments, countCallback, storefront, management, dashboard, documentation, logger } = parts
  const { publicUrl, apiUrl } = payments
  const limit = documentation ? createDocumentationLimit() : undefined
  const shared = { docsUrl: `${apiUrl}/docs`, limit }
  const forGames = { ...shared, host: 'api', url: apiUrl, problem: Problem, security: 'serverKey' } as const

  app.decorate('documents', new Map())
  await app.register(documented(gamesV1, { prefix: GAMES_V1, ...games }), { ...GAMES_1_DOCUMENT, ...forGames })
  await app.register(documented(gamesV2, { prefix: GAMES_V2, ...games }), { ...GAMES_2_DOCUMENT, ...forGames })
  if (management) {
    const { MANAGE, manage } = await import('./manage/routes.ts')
    await app.register(documented(manage, { prefix: MANAGE, ...management, readHosts: hosts.readChanges, logger }), {
      ...MANAGE_DOCUMENT,
      ...shared,
      host: 'management',
      url: publicUrl,
      problem: ManageProblem,
      security: 'token',
    })
    const { readStatus } = management
    await registerOn(app, ['management'], serveStatus, { prefix: '/', readStatus, publicUrl, logger })
  }
  if (dashboard)
    await registerOn(app, ['management'], serveDashboard, {
      prefix: '/',
      files: dashboard,
      publicUrl,
      storefrontDomain: payments.storefrontDomain,
    })
  if (storefront) {
    const withLimits = { ...storefront, limits: createStorefrontLimits() }
    await app.register(documented(storefrontApi, { prefix: STOREFRONT_API, ...withLimits, logger }), {
      ...STOREFRONT_DOCUMENT,
      ...shared,
      host: 'storefront',
      url: 'https://{host}',
      problem: ManageProblem,
      security: 'buyer',
    })
    await registerOn(app, ['storefront'], storefrontPages, { prefix: '/', ...withLimits })
  }
  if (limit) {
    const documents = [
      GAMES_1_DOCUMENT,
      GAMES_2_DOCUMENT,
      ...(management ? [MANAGE_DOCUMENT] : []),
      ...(storefront ? [STOREFRONT_DOCUMENT] : []),
    ]
    await app.register(async (pages) => {
      serveOn(pages, 'api')
      limit(pages)
      serveDocsIndex(pages, documents)
    })
  }
  const storeExists = createStoreCheck(games.gateway)
  await registerOn(app, ['api'], paymentCallbacks, {
    prefix: '/api/payments/1.0',
    ...payments,
    countCallback,
    storeExists,
  })
  await registerOn(app, ['storefront', 'api'], payPages, { prefix: '/pay', ...payments, storeExists, hosts })
}

async function registerOn<Options extends FastifyPluginOptions>(
  app: FastifyInstance,
  kinds: HostKind[],
  plugin: FastifyPluginAsync<Options>,
  options: Options & { prefix: string },
): Promise<void> {
  await app.register(async (scope) => {
    serveOn(scope, ...kinds)
    await scope.register(plugin, options)
  })
}
