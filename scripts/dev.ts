import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { pino } from 'pino'
import { createToken } from '../server/src/access/create-token.ts'
import { TOKEN_SCOPES } from '../server/src/access/permissions.ts'
import { saveProduct } from '../server/src/catalog/save-product.ts'
import { sell } from '../server/src/checkouts/buy/sell.ts'
import { readConfig } from '../server/src/config.ts'
import { type Db, inStore, openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/setup/migrate.ts'
import { addGameServer } from '../server/src/delivery/add-game-server.ts'
import { listDeliveries } from '../server/src/delivery/read/list-deliveries.ts'
import { formatId, type StoreId } from '../server/src/ids.ts'
import { startServer } from '../server/src/main.ts'
import { connectProviderCredentials } from '../server/src/payments/connections/connect-provider.ts'
import { openPayments, type Payments } from '../server/src/payments/open-payments.ts'
import { sandboxCredentials } from '../server/src/payments/sandbox/sandbox-credentials.ts'
import { startPayment } from '../server/src/payments/start-payment.ts'
import { createStore } from '../server/src/stores/create-store.ts'

const WATCH_MS = 500

/** A running store with a purchase that waits for its game server. What it started itself is gone when it stops. */
async function dev(): Promise<void> {
  const given = process.env['DATABASE_URL']
  if (!given) console.log('DATABASE_URL is not set: starting a PostgreSQL for this run…')
  const cluster = given ? undefined : await startCluster()
  const databaseUrl = given ?? (cluster ? await createDatabase(cluster, { name: 'quartermaster' }) : '')
  await migrate(databaseUrl)

  const ports = { PORT: await portNear(8080), METRICS_PORT: await portNear(9091) }
  const keys = { SECRET_KEYS: `dev:${randomBytes(32).toString('base64')}` }
  const config = readConfig({ ...ports, ...keys, ...process.env, DATABASE_URL: databaseUrl })
  const server = await startServer(config, pino({ level: 'warn' }, pino.destination(2)))
  const database = openDatabase({ url: databaseUrl, poolSize: 2 })
  const base = `http://${server.host}:${server.port}`
  const demo = await createDemo(openPayments(database.app, { ...config, publicUrl: base }), config.cell)
  tell({ ...demo, databaseUrl, base })

  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  await watch(database.app, demo.storeId, stopped.signal)
  console.log('Stopping…')
  await server.stop()
  await database.close()
  await cluster?.stop()
}

type Demo = { storeId: StoreId; key: string; token: string; product: string; command: string; page: string | null }

async function createDemo(payments: Payments, cell: string): Promise<Demo> {
  const { db, accounts, sealer } = payments
  const { id: storeId } = await createStore(db, {
    name: 'Vale ⚔ Store',
    url: 'vale.example',
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
    mode: 'test',
  })
  const { key } = await addGameServer(db, { storeId, name: 'lobby', game: null, profile: 'standard', cell })
  const { id: productId } = await saveProduct(db, {
    storeId,
    name: 'VIP Gold',
    price: '19.90',
    commands: {
      approve: ['addvip {userId} gold'],
      refund: ['removevip {userId} gold'],
      expire: ['removevip {userId} gold'],
    },
    durationSeconds: 30 * 86_400,
    serverIds: [],
    buyerChoosesServer: false,
  })
  const sold = await sell(db, {
    storeId,
    gameUserId: 'steve-42',
    items: [{ productId, quantity: 1 }],
    serverId: null,
    reference: null,
  })
  await connectProviderCredentials(db, {
    sealer,
    storeId,
    provider: await accounts.provider('sandbox'),
    credentials: sandboxCredentials(storeId),
  })
  const { pageUrl } = await startPayment(payments, {
    sale: { storeId, gameUserId: 'alex-7', items: [{ productId, quantity: 1 }], serverId: null, reference: null },
    provider: 'sandbox',
  })
  const [command = ''] = sold.deliveryIds.map((id) => formatId('cmd', id))
  const { token } = await inStore(db, storeId, (tx) =>
    createToken(tx, { storeId, name: 'dev', scopes: [...TOKEN_SCOPES], expiresAt: null, by: null }),
  )
  return { storeId, key, token, product: formatId('prd', productId), command, page: pageUrl }
}

function tell({
  base,
  key,
  token,
  command,
  databaseUrl,
  storeId,
  product,
  page,
}: Demo & { base: string; databaseUrl: string }): void {
  const queue = `${base}/api/games/1.0/commands`
  console.log(`
A store is running, and steve-42 has just bought VIP Gold.

  documentation  ${base}/docs
  server key     ${key}

Be the game server, in another terminal. First see what waits:

  curl -s ${queue}/pending-commands -H 'Authorization: ${key}'

Then say that you ran it:

  curl -s ${queue}/mark-as-processed -H 'Authorization: ${key}' -H 'Content-Type: application/json' -d '{"commandQueueId":"${command}"}'

Now be a player, alex-7, who pays play money in the browser:

  ${page}

Be the owner. Every command works from elsewhere, too, over the management API (${base}/docs/manage-1.0):

  npx quartermaster login --url ${base} --token ${token}
  npx quartermaster checkout list --remote
  curl -s ${base}/api/manage/1.0/stores/${formatId('sto', storeId)}/checkouts -H 'Authorization: Bearer ${token}'

Sell again by hand, beside the database (refund, commands list and the others work the same way; add --help):

  DATABASE_URL=${databaseUrl} npx quartermaster sell --store ${formatId('sto', storeId)} --player steve-42 --product ${product}

What happens shows here. Ctrl+C ends it.
`)
}

/** Says what a player would notice: handed out, delivered, taken back. */
async function watch(db: Db, storeId: StoreId, signal: AbortSignal): Promise<void> {
  const told = new Map<string, string>()
  while (!signal.aborted) {
    for (const row of (await listDeliveries(db, { storeId, most: 100 })).toReversed()) {
      const now = row.state === 'pending' ? (row.dispatched_at ? 'handed out' : 'waiting') : row.state
      if (told.get(row.id) === now) continue
      told.set(row.id, now)
      const after = row.finished_at
        ? ` after ${((row.finished_at.getTime() - row.created_at.getTime()) / 1000).toFixed(1)} s`
        : ''
      console.log(
        `  ${row.delivery_type.padEnd(7)} for ${row.game_user_id}: ${now === 'processed' ? 'delivered' : now}${after}`,
      )
    }
    await sleep(WATCH_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** The usual port when it is free, so that addresses in the documents work as they are. */
async function portNear(port: number): Promise<string> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve('0'))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(String(port))))
  })
}

await dev()
