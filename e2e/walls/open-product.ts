import type { RequestListener } from 'node:http'
import { pino } from 'pino'
import type { SignInProvider } from '../../server/src/accounts/providers/provider.ts'

export const PUBLIC_URL = 'https://store.example'
/** Not a secret: it seals only the data of tests. */
export const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
export const CELL = 't1'

/** The authorization code is the id of the person at GitHub. */
export const FAKE_GITHUB: SignInProvider = {
  label: 'GitHub',
  authorizeUrl: ({ state }) => new URL(`https://github.example/login?state=${encodeURIComponent(state)}`),
  fetchPerson: async ({ code }) => ({ subject: code, name: 'Ana', email: `${code}@github.example` }),
}

export type App = Awaited<ReturnType<Modules['app']['buildApp']>>
export type Product = { app: App; port: number; close: () => Promise<void> }

type Modules = {
  app: typeof import('../../server/src/app.ts')
  config: typeof import('../../server/src/config.ts')
  database: typeof import('../../server/src/db/database.ts')
  games: typeof import('../../server/src/http/games/open-games.ts')
  manage: typeof import('../../server/src/http/manage/manage-parts.ts')
  metrics: typeof import('../../server/src/http/operations/metrics.ts')
  payments: typeof import('../../server/src/payments/create-payments.ts')
}

const PATHS: Record<keyof Modules, string> = {
  app: 'app',
  config: 'config',
  database: 'db/database',
  games: 'http/games/open-games',
  manage: 'http/manage/manage-parts',
  metrics: 'http/operations/metrics',
  payments: 'payments/create-payments',
}

type Options = { variant?: string; poolSize?: number; onRequest?: RequestListener }

/**
 * Opens the product in this process, without its background workers, so that only requests change data. `variant` is
 * appended to the URL of each module, which loads a mutant next to the original.
 */
export async function openProduct(
  databaseUrl: string,
  { variant = '', poolSize = 8, onRequest }: Options = {},
): Promise<Product> {
  const product = await loadModules(variant)
  const config = product.config.readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS, PUBLIC_URL })
  const database = product.database.openDatabase({ url: databaseUrl, poolSize })
  const payments = product.payments.createPayments(database.app, config)
  const games = product.games.openGames(database.gateway, { note: () => undefined, stop: async () => undefined })
  const management = product.manage.openManagement(database, payments, config)
  management.accountParts.providers = { github: FAKE_GITHUB }
  management.accountParts.minimumMs = 0
  const logger = pino({ level: 'silent' })
  const metrics = product.metrics.createMetrics()
  const app = await product.app.buildApp({ games, payments, management, logger, metrics })
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

async function loadModules(variant: string): Promise<Modules> {
  const load = async ([name, path]: [string, string]) => {
    const url = new URL(`../../server/src/${path}.ts${variant}`, import.meta.url)
    return [name, (await import(url.href)) as unknown] as const
  }
  return Object.fromEntries(await Promise.all(Object.entries(PATHS).map(load))) as Modules
}
