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

export type App = Awaited<ReturnType<typeof import('../../server/src/app.ts').buildApp>>
export type Product = { app: App; port: number; close: () => Promise<void> }

type Options = { variant?: string; poolSize?: number; onRequest?: RequestListener }

/**
 * Opens the product in this process, without its background workers, so that only requests change data. `variant` is
 * appended to the URL of each module, which loads a mutant next to the original.
 */
export async function openProduct(
  databaseUrl: string,
  { variant = '', poolSize = 8, onRequest }: Options = {},
): Promise<Product> {
  const load = async <Module>(path: string) =>
    (await import(new URL(`../../server/src/${path}.ts${variant}`, import.meta.url).href)) as Module
  const { buildApp } = await load<typeof import('../../server/src/app.ts')>('app')
  const { readConfig } = await load<typeof import('../../server/src/config.ts')>('config')
  const { openDatabase } = await load<typeof import('../../server/src/db/database.ts')>('db/database')
  const { openGames } = await load<typeof import('../../server/src/http/games/open-games.ts')>('http/games/open-games')
  const { openManagement } =
    await load<typeof import('../../server/src/http/manage/manage-parts.ts')>('http/manage/manage-parts')
  const { createMetrics } =
    await load<typeof import('../../server/src/http/operations/metrics.ts')>('http/operations/metrics')
  const { createPayments } =
    await load<typeof import('../../server/src/payments/create-payments.ts')>('payments/create-payments')

  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS, PUBLIC_URL })
  const database = openDatabase({ url: databaseUrl, poolSize })
  const payments = createPayments(database.app, config)
  const games = openGames(database.gateway, { note: () => undefined, stop: async () => undefined })
  const management = openManagement(database, payments, config)
  management.accountParts.providers = { github: FAKE_GITHUB }
  management.accountParts.minimumMs = 0
  const app = await buildApp({
    games,
    payments,
    management,
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
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
