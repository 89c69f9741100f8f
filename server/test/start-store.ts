import { appendFileSync, createWriteStream } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type ProductInput, saveProduct } from '../src/catalog/save-product.ts'
import { refund } from '../src/checkouts/reverse/refund.ts'
import type { Item } from '../src/checkouts/buy/freeze-lines.ts'
import { sell } from '../src/checkouts/buy/sell.ts'
import { readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { addGameServer } from '../src/delivery/add-game-server.ts'
import { recordLastSeen } from '../src/game-servers/record-last-seen.ts'
import type { Profile } from '../src/game-servers/profiles/profile.ts'
import { openStorefront, paymentOrigins } from '../src/http/storefront/open-storefront.ts'
import { openGames } from '../src/http/games/open-games.ts'
import type { ManageParts, openManagement } from '../src/http/manage/manage-parts.ts'
import { createMetrics } from '../src/http/operations/metrics.ts'
import { tracePurchases } from '../src/monitoring/traces/trace-purchases.ts'
import { type CheckoutId, type GameServerId, type ProductId, type StoreId } from '../src/ids.ts'
import { createPayments } from '../src/payments/create-payments.ts'
import { createIdentityProviders } from '../src/storefront/identity/create-identity-providers.ts'
import { watchOrders } from '../src/storefront/orders/watch-orders.ts'
import { createStore } from '../src/stores/create-store.ts'
import { createStoreHosts } from '../src/stores/hosts/store-hosts.ts'
import { followDatabase } from '../src/workers/follow-database.ts'
import { type Answer, requirePublished } from './openapi.ts'
import { createStrictSerialize } from './strict-serialize.ts'

export type TestServer = { storeId: StoreId; serverId: GameServerId; key: string }

export const INIT = '/api/games/1.0/init'
export const QUEUE = '/api/games/1.0/commands/pending-commands'
export const REPORT = '/api/games/1.0/commands/mark-as-processed'

export const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * Starts a real server on a real, migrated database and removes both after the test file. `call` checks every response
 * against the published OpenAPI document.
 */
export async function startStore({
  clusterUrl = inject('clusterUrl'),
  template = inject('templateName'),
  env = {},
  manage = false,
  pages = false,
  port = 0,
}: {
  clusterUrl?: string
  template?: string
  env?: Record<string, string>
  manage?: boolean
  /** Whether stores have pages. */
  pages?: boolean
  port?: number
} = {}) {
  const cluster = { url: clusterUrl }
  const databaseUrl = await createDatabase(cluster, { template })
  // Tests with a hundred buyers wait for these few connections, on a machine that runs other tests too.
  const database = openDatabase({ url: databaseUrl, poolSize: 5, connectWithinMs: 20_000 })
  const admin = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  admin.on('error', () => undefined)
  const log = createWriteStream(join(inject('runDir'), 'logs', `${randomUUID()}.log`))
  const seen = recordLastSeen(database.gateway, () => undefined)
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS, ...env })
  const payments = createPayments(database.app, config)
  const { otlpUrl: endpoint } = config
  const tracing = endpoint && tracePurchases({ endpoint, reader: database.reader, onError: () => undefined })
  const games = openGames(database.gateway, seen, { traced: tracing ? tracing.traceReports : undefined })
  const hosts = createStoreHosts(database.gateway, { domain: config.storefrontDomain, secretKeys: config.secretKeys })
  const management = manage ? await loadManagement(database, payments, config) : undefined
  const feed = management?.feed
  const following = await followDatabase({ ...games, hosts, ...(feed && { feed }), log: () => undefined })
  const strict = management && createStrictSerialize(management.serialize)
  if (management && strict) management.serialize = strict.serialize
  const metrics = createMetrics()
  const orders = watchOrders(database.reader, () => undefined)
  const app = await buildApp({
    games,
    hosts,
    payments: { ...createPayments(database.callbacks, config), ...(tracing && { onReceived: tracing.onReceived }) },
    ...(management && { management }),
    ...(pages && {
      storefront: await openStorefront(database.app, {
        hosts,
        otherOrigins: paymentOrigins(config),
        checkout: { payments, orders, identity: createIdentityProviders(config) },
      }),
    }),
    logger: pino({ level: 'trace' }, log),
    metrics,
    trustProxy: config.trustProxy,
    documentation: config.documentation,
  })
  const baseUrl = await app.listen({ host: '127.0.0.1', port })
  afterAll(async () => {
    games.waitingPolls.stop()
    orders.stop()
    feed?.stop()
    await app.close()
    await following.stop()
    await seen.stop()
    if (tracing) await tracing.stop()
    await database.close()
    await admin.end()
    await dropDatabase(cluster, databaseUrl)
    await new Promise((resolve) => log.end(resolve))
  })

  async function call(
    method: string,
    path: string,
    { key, headers, body }: Call = {},
  ): Promise<Answer & { text: string; headers: Headers }> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key !== undefined && { authorization: key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const result = {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
    requirePublished({ method, path }, result)
    strict?.requireExact()
    return { ...result, text, headers: response.headers }
  }

  return {
    app,
    baseUrl,
    databaseUrl,
    database,
    seen,
    games,
    hosts,
    feed,
    payments,
    metrics,
    call,
    /** Stores what is known about calls so far, so that rows do not change later. */
    async storeCalls(): Promise<void> {
      await seen.flush()
      await games.watch.flush()
    },
    init: (key: string, body: object = { serverPort: 30_120 }) => call('POST', INIT, { key, body }),
    report: (key: string, commandQueueId: unknown) => call('POST', REPORT, { key, body: { commandQueueId } }),
    async poll(key: string): Promise<Element[]> {
      const { status, body } = await call('GET', QUEUE, { key })
      if (status !== 200) throw new Error(`the poll was refused: ${JSON.stringify(body)}`)
      return (body as { checkouts: Element[] }).checkouts
    },
    /** Runs SQL as the superuser, to inspect internal state and to insert rows that the application cannot write. */
    async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
      return (await admin.query<T>(text, values)).rows
    },
    empty: (...tables: string[]) => emptyTables(admin, tables.length > 0 ? tables : ['stores', 'delivery_ledger']),
    createStore: async (store: Partial<Parameters<typeof createStore>[1]> = {}): Promise<StoreId> =>
      (
        await createStore(database.app, {
          name: 'Vale ⚔ Store',
          url: 'vale.example',
          plan: 'BASIC',
          currency: 'BRL',
          expiresAt: null,
          ...store,
        })
      ).id,
    async createServer(storeId: StoreId, profile: Profile = 'standard'): Promise<TestServer> {
      const { id, key } = await addGameServer(database.app, { storeId, name: 'lobby', game: null, profile, cell: 't1' })
      rememberKey(key)
      return { storeId, serverId: id, key }
    },
    createProduct: async (storeId: StoreId, product: Partial<ProductInput> = {}): Promise<ProductId> =>
      (
        await saveProduct(database.app, {
          storeId,
          name: 'VIP Gold',
          price: '19.90',
          commands: {
            approve: ['addvip {userId} gold'],
            refund: ['removevip {userId} gold'],
            expire: ['removevip {userId} gold'],
          },
          durationSeconds: null,
          serverIds: [],
          buyerChoosesServer: false,
          ...product,
        })
      ).id,
    sell: (
      storeId: StoreId,
      gameUserId: string,
      items: (ProductId | [ProductId, number] | Item)[],
      extra: { serverId?: GameServerId; reference?: string; code?: string } = {},
    ) =>
      sell(database.app, {
        storeId,
        gameUserId,
        items: items.map((item) =>
          Array.isArray(item)
            ? { productId: item[0], quantity: item[1] }
            : typeof item === 'string'
              ? { productId: item, quantity: 1 }
              : item,
        ),
        serverId: extra.serverId ?? null,
        reference: extra.reference ?? null,
        code: extra.code ?? null,
      }),
    refund: (storeId: StoreId, checkoutId: CheckoutId, lineNos?: number[]) =>
      refund(database.app, { storeId, checkoutId, ...(lineNos && { lineNos }) }),
  }
}

/**
 * Empties these tables, and those that refer to them, one after the other. `truncate` would lock all of them against queries in the
 * background, which join several of them, so that each could wait for the other.
 */
async function emptyTables(admin: pg.Pool, tables: string[]): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `with recursive emptied(id) as (
       select name::regclass::oid from unnest($1::text[]) as name
       union select c.conrelid from emptied join pg_constraint c on c.contype = 'f' and c.confrelid = emptied.id
     ) select id::regclass::text as name from emptied order by id`,
    [tables],
  )
  const client = await admin.connect()
  try {
    // Without foreign keys and triggers, so that the order of the tables makes no difference.
    await client.query('set session_replication_role = replica')
    for (const { name } of rows) await client.query(`delete from ${name}`)
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

/** Loaded only on request, because importing the management API takes longer than most tests. */
async function loadManagement(...parts: Parameters<typeof openManagement>): Promise<ManageParts> {
  return (await import('../src/http/manage/manage-parts.ts')).openManagement(...parts)
}

type Call = { key?: string; headers?: Record<string, string>; body?: unknown }

type WireProduct = { id: string; name: string; price: number; quantity: number; commands: string[] }

export type Element = {
  id: string
  storeId: string
  gameUserId: string
  checkoutId: string
  deliveryType: 'APPROVE' | 'REFUND' | 'EXPIRE'
  products?: WireProduct[]
  product?: WireProduct
}

/** Adds a secret to those that no log line of the test run may contain. The global teardown searches the logs. */
export function rememberKey(key: string): void {
  appendFileSync(join(inject('runDir'), 'keys', `${process.pid}.txt`), `${key}\n`)
}
