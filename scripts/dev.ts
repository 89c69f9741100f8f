import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { pino } from 'pino'
import { readConfig } from '../server/src/config/config.ts'
import { type Db, openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/setup/migrate.ts'
import { listDeliveries } from '../server/src/checkouts/read/list-deliveries.ts'
import { formatId, type StoreId } from '../server/src/ids.ts'
import { startServer } from '../server/src/main.ts'
import { createPayments } from '../server/src/payments/create-payments.ts'
import { type Addresses, originOf } from '../server/src/stores/hosts/store-origin.ts'
import { buildDashboard } from './dev-store/build-dashboard.ts'
import { createFirstLink, OWNER_EMAIL } from './dev-store/create-first-link.ts'
import { type DevStore, fillStore } from './dev-store/fill-store.ts'

const POLL_INTERVAL_MS = 500

/** Runs a test store with one delivery that waits for a game server. Without DATABASE_URL it uses a temporary database. */
async function dev(): Promise<void> {
  await buildDashboard()
  const ownDatabase = process.env['DATABASE_URL']
  if (!ownDatabase) console.log('DATABASE_URL is not set. Starting a temporary PostgreSQL …')
  const cluster = ownDatabase ? undefined : await startCluster()
  const databaseUrl = ownDatabase ?? (cluster ? await createDatabase(cluster, { name: 'quartermaster' }) : '')
  await migrate(databaseUrl)

  const { PORT = await preferPort(8080) } = process.env
  const ports = { PORT, METRICS_PORT: await preferPort(9091) }
  const keys = { SECRET_KEYS: `dev:${randomBytes(32).toString('base64')}` }
  const hosts = {
    PUBLIC_URL: `http://manage.localhost:${PORT}`,
    STOREFRONT_DOMAIN: 'stores.localhost',
  }
  const config = readConfig({ ...ports, ...keys, ...hosts, ...process.env, DATABASE_URL: databaseUrl })
  const server = await startServer(config, pino({ level: 'error' }, pino.destination(2)))
  const database = openDatabase({ url: databaseUrl, poolSize: 2 })
  const base = `http://${server.host}:${server.port}`
  const demo = await fillStore(createPayments(database.app, config), { cell: config.cell, base })
  const link = await createFirstLink(database.accounts, config)
  printGuide({ ...demo, ...config, link, databaseUrl, base, isTemporary: cluster !== undefined })

  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  await printDeliveries(database.app, demo.storeId, stopped.signal)
  console.log('Stopping …')
  await server.stop()
  await database.close()
  await cluster?.stop()
}

type Guide = DevStore & Addresses & { link: string; base: string; databaseUrl: string; isTemporary: boolean }

function printGuide(guide: Guide): void {
  const { link, base, key, token, delivery, databaseUrl, storeId, product, isTemporary } = guide
  const commands = `${base}/api/games/1.0/commands`
  const store = formatId('sto', storeId)
  console.log(`
Quartermaster is running. Open the dashboard in your browser; it leads you to a delivered test sale in a few minutes:

  ${link}

The test store "Vale" takes play money. Open it in your browser and buy something:

  ${originOf({ host: 'vale', kind: 'label' }, guide)}

The player steve-42 has just bought the product Knight. A game server has to deliver it: it fetches the command
"give {userId} knight", runs it in its console for steve-42 and reports back. Play the game server in a second terminal.

1. Fetch the pending deliveries, with the key of the server:

  curl -s ${commands}/pending-commands -H 'Authorization: ${key}'

2. Report that you ran the command:

  curl -s ${commands}/mark-as-processed -H 'Authorization: ${key}' -H 'Content-Type: application/json' -d '{"commandQueueId":"${delivery}"}'

3. Buy something in the store as another player, press Pay on the payment page, then fetch again.

4. Play the owner of the store. An API token gives access to the management API, also for the command line:

  npx quartermaster login --url ${base} --token ${token}
  npx quartermaster checkout list --remote
  curl -s ${base}/api/manage/1.0/stores/${store}/checkouts -H 'Authorization: Bearer ${token}'

5. On this machine, the command line can also use the database directly. Sell again, or try \`delivery list\` and \`refund\`:

  DATABASE_URL=${databaseUrl} npx quartermaster sell --store ${store} --player steve-42 --product ${product}

6. See Vale in the dashboard too, once you have created your account:

  DATABASE_URL=${databaseUrl} npx quartermaster member add --store ${store} --email ${OWNER_EMAIL} --role owner

Each kind of page has its own origin, as in production. Browsers find names below localhost on this machine; programs can use
${base} for the management and the APIs.

  the store            ${originOf({ host: 'vale', kind: 'label' }, guide)}
  the dashboard        ${guide.publicUrl}
  APIs and documents   ${guide.apiUrl}/docs

Deliveries are shown below. Press Ctrl+C to stop${isTemporary ? ' and delete the temporary database' : ''}.
`)
}

/** Prints a line whenever the state of a delivery changes. */
async function printDeliveries(db: Db, storeId: StoreId, signal: AbortSignal): Promise<void> {
  const printed = new Map<string, string>()
  while (!signal.aborted) {
    for (const row of (await listDeliveries(db, { storeId, limit: 100 })).toReversed()) {
      const state = describeState(row)
      if (printed.get(row.id) === state) continue
      printed.set(row.id, state)
      const seconds = row.finished_at && (row.finished_at.getTime() - row.created_at.getTime()) / 1000
      const duration = seconds === null ? '' : ` after ${seconds.toFixed(1)} s`
      console.log(`  ${row.delivery_type.padEnd(7)} for ${row.game_user_id}: ${state}${duration}`)
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
  }
}

function describeState({ state, dispatched_at }: { state: string; dispatched_at: Date | null }): string {
  if (state === 'pending') return dispatched_at ? 'dispatched' : 'waiting'
  return state === 'processed' ? 'delivered' : state
}

/** The usual port if it is free, so that the addresses in the documentation work unchanged; otherwise any free port. */
async function preferPort(port: number): Promise<string> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(preferPort(0)))
      .listen(port, '127.0.0.1', () => {
        const { port: free } = probe.address() as AddressInfo
        probe.close(() => resolve(String(free)))
      })
  })
}

await dev()
