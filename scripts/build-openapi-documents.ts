import { pino } from 'pino'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import { openDatabase } from '../server/src/db/database.ts'
import { openGames } from '../server/src/http/games/open-games.ts'
import { openManagement } from '../server/src/http/manage/manage-parts.ts'
import { openStorefront } from '../server/src/http/storefront/open-storefront.ts'
import { createMetrics } from '../server/src/http/operations/metrics.ts'
import { createPayments } from '../server/src/payments/create-payments.ts'
import { createIdentityProviders } from '../server/src/storefront/identity/create-identity-providers.ts'
import { watchOrders } from '../server/src/storefront/orders/watch-orders.ts'
import { createStoreHosts } from '../server/src/stores/hosts/store-hosts.ts'

/** Builds the OpenAPI documents from the routes, by name. The server is not started and needs no database. */
export async function buildOpenApiDocuments(): Promise<Map<string, unknown>> {
  const url = 'postgres://nobody@127.0.0.1:1/none' // never connected to
  const database = openDatabase({ url, poolSize: 1 })
  const config = readConfig({ DATABASE_URL: url })
  const payments = createPayments(database.app, config)
  const hosts = createStoreHosts(database.gateway, { domain: undefined })
  const orders = watchOrders(database.reader, () => undefined)
  const app = await buildApp({
    games: openGames(database.gateway, { note: () => undefined, stop: async () => undefined }),
    hosts,
    payments,
    storefront: await openStorefront(database.app, {
      hosts,
      otherOrigins: [],
      checkout: { payments, orders, identity: createIdentityProviders(config) },
    }),
    management: openManagement(database, payments, config),
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  await app.ready()
  const documents = new Map([...app.documents].map(([name, build]) => [name, build()]))
  await app.close()
  await database.close()
  return documents
}
