import type { RequestListener } from 'node:http'
import type { SignInProvider } from '../../server/src/accounts/providers/provider.ts'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { openGames } from '../../server/src/http/games/open-games.ts'
import { openManagement } from '../../server/src/http/manage/manage-parts.ts'
import { openStorefront, paymentOrigins } from '../../server/src/http/storefront/open-storefront.ts'
import { createMetrics } from '../../server/src/http/operations/metrics.ts'
import { formatId } from '../../server/src/ids.ts'
import { createPayments } from '../../server/src/payments/create-payments.ts'
import { createIdentityProviders } from '../../server/src/storefront/identity/create-identity-providers.ts'
import { watchOrders } from '../../server/src/storefront/orders/watch-orders.ts'
import { createStoreHosts } from '../../server/src/stores/hosts/store-hosts.ts'
import { createSealer, parseSealingKeys } from '../../server/src/seal.ts'
import { createRouteLog } from './hosts/route-log.ts'

export const PUBLIC_URL = 'https://store.localhost'
export const STOREFRONT_DOMAIN = 'walls.localhost'
/** Not a secret: it seals only the data of tests. */
export const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
export const SEALER = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])
export const CELL = 't1'

/** The authorization code is the id of the person at GitHub. */
const FAKE_GITHUB: SignInProvider = {
  label: 'GitHub',
  authorizeUrl: ({ state }) => new URL(`https://github.example/login?state=${encodeURIComponent(state)}`),
  fetchPerson: async ({ code }) => ({ subject: code, name: 'Ana', email: `${code}@github.example` }),
}
export const PROVIDERS = { github: FAKE_GITHUB }

/** Only its addresses matter. */
const PAGE = { type: 'text/html; charset=utf-8', body: Buffer.from('<!doctype html>') }
const DASHBOARD = new Map([
  ['index.html', PAGE],
  ['dashboard/x', PAGE],
])

/** Opens the product in this process, without its background workers, so that only requests change data. */
export async function openProduct(databaseUrl: string, { onRequest }: { onRequest?: RequestListener } = {}) {
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS, PUBLIC_URL, STOREFRONT_DOMAIN, SIGN_UP: 'open' })
  const database = openDatabase({ url: databaseUrl, poolSize: 8 })
  const payments = createPayments(database.app, config)
  const games = openGames(database.gateway, { note: () => undefined, stop: async () => undefined })
  const hosts = createStoreHosts(database.gateway, { domain: config.storefrontDomain, secretKeys: config.secretKeys })
  const management = openManagement(database, payments, config)
  management.accountParts.providers = PROVIDERS
  management.accountParts.minimumMs = 0
  // The name server has the record of every store.
  management.resolveTxt = async () =>
    (await database.reader.selectFrom('stores').select('id').execute()).map(({ id }) => `store=${formatId('sto', id)}`)
  const { logger, waitForRoute } = createRouteLog()
  const orders = watchOrders(database.reader, () => undefined)
  const checkout = { payments, orders, identity: createIdentityProviders(config) }
  const storefront = await openStorefront(database.app, { hosts, otherOrigins: paymentOrigins(config), checkout })
  const app = await buildApp({
    games,
    hosts,
    payments,
    storefront,
    management,
    logger,
    dashboard: DASHBOARD,
    metrics: createMetrics(),
  })
  if (onRequest) app.server.prependListener('request', onRequest)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: Number(new URL(url).port),
    routes: app.hostedRoutes,
    waitForRoute,
    /** A cache that has never read changes is not used. */
    readCaches: async () => void (await Promise.all([hosts.readChanges(), games.callers.readChanges()])),
    async close() {
      games.waitingPolls.stop()
      orders.stop()
      await app.close()
      await database.close()
    },
  }
}
