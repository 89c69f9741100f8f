import type { RequestListener } from 'node:http'
import { pino } from 'pino'
import { FAKE_GITHUB } from './sign-in-provider.ts'

export const PUBLIC_URL = 'https://store.example'
/** Of a store that seals its secrets; nothing is hidden behind it here. */
export const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
export const CELL = 't1'

export type App = Awaited<ReturnType<Modules['app']['buildApp']>>
export type Product = { app: App; port: number; close: () => Promise<void> }

type Modules = {
  app: typeof import('../../server/src/app.ts')
  config: typeof import('../../server/src/config.ts')
  database: typeof import('../../server/src/db/database.ts')
  games: typeof import('../../server/src/http/games/open-games.ts')
  manage: typeof import('../../server/src/http/manage/manage-parts.ts')
  metrics: typeof import('../../server/src/http/operations/metrics.ts')
  payments: typeof import('../../server/src/payments/open-payments.ts')
}

/**
 * The product in this process, without what happens by itself: whatever changes was asked for. `variant` is put behind
 * the name of each of its files, so that broken ones are loaded beside the sound one.
 */
export async function openProduct(
  databaseUrl: string,
  { variant = '', poolSize = 8, onRequest }: { variant?: string; poolSize?: number; onRequest?: RequestListener } = {},
): Promise<Product> {
  const product = await load(variant)
  const config = product.config.readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS, PUBLIC_URL })
  const database = product.database.openDatabase({ url: databaseUrl, poolSize })
  const payments = product.payments.openPayments(database.app, config)
  const seen = { note: () => undefined, stop: async () => undefined }
  const games = product.games.openGames(database.gateway, seen)
  const management = product.manage.openManagement(database, payments, config)
  management.accountParts.providers = { github: FAKE_GITHUB }
  management.accountParts.minimumMs = 0
  const app = await product.app.buildApp({
    games,
    payments,
    management,
    logger: pino({ level: 'silent' }),
    metrics: product.metrics.createMetrics(),
  })
  if (onRequest) app.server.prependListener('request', onRequest)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return {
    app,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      games.waitingPolls.stop()
      await app.close()
      await database.close()
    },
  }
}

async function load(variant: string): Promise<Modules> {
  const part = (path: string): Promise<unknown> =>
    import(new URL(`../../server/src/${path}.ts${variant}`, import.meta.url).href)
  const [app, config, database, games, manage, metrics, payments] = await Promise.all(
    [
      'app',
      'config',
      'db/database',
      'http/games/open-games',
      'http/manage/manage-parts',
      'http/operations/metrics',
      'payments/open-payments',
    ].map(part),
  )
  return { app, config, database, games, manage, metrics, payments } as Modules
}
