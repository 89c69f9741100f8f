import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { startProgress } from '../kit/progress.ts'
import { readConfig } from '../../server/src/config.ts'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { resendFailedEvents } from '../../server/src/webhooks/endpoints/resend-events.ts'
import { createPayments, type Payments } from '../../server/src/payments/create-payments.ts'
import { verify } from '../../server/src/verify/verify.ts'
import { scanDatabase } from '../../server/test/players/scan-database.ts'
import { freePort } from '../kit/game/free-port.ts'
import { type Server, startServer } from '../kit/start-server.ts'
import { createRandom } from '../kit/random.ts'
import { type Callers, callersOf } from './callers.ts'
import { expectStatus, liveALife, until } from './live-a-life.ts'
import { openStore, type Store } from './open-store.ts'
import { makeReceiver, type Receiver } from './receiver.ts'
import { canFind, type LogScan, scanLogs } from './scan-logs.ts'
import { snapshot, thingsOf } from './snapshot.ts'

const HELP = `Lets a player live a whole life in a store of a running server, erases them, and looks for them in every column of the
database and in every line of the logs, in every spelling. They must be nowhere; others must not have changed.

  npm run privacy -- [options]

  --short    the form for the check; it is the same
  --seed N   names the player
  --json     ends with one JSON object on a line`

/** So many columns and rows must know the player before, or the looking proves nothing. */
const LEAST_COLUMNS = 15
const LEAST_PLACES = 60

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await privacy()

type World = {
  cluster: Cluster
  database: Database
  payments: Payments
  admin: pg.Client
  callers: Callers
  others: Callers
  store: Store
  other: Store
  down: Receiver
  up: Receiver
}

async function privacy(): Promise<number> {
  const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed)
  const random = createRandom(seed)
  const name = () =>
    `Zoë "the \\ Planted" ${Array.from({ length: 16 }, () => random.integer(0, 15).toString(16)).join('')}`
  const player = name()
  const begun = Date.now()
  console.log(`seed ${seed}`)
  const ends: (() => Promise<unknown>)[] = []
  const progress = startProgress('a life, and its end', 5)
  try {
    const dir = await mkdtemp(join(tmpdir(), 'quartermaster-privacy-'))
    ends.unshift(() => rm(dir, { recursive: true, force: true }))
    const logFile = join(dir, 'server.log')
    const { world, stop } = await build(logFile, ends)
    progress.add(1)
    await liveALife(world, player)
    await liveALife({ payments: world.payments, store: world.other, callers: world.others }, name())
    await until('the receiver that is up has all', async () =>
      world.up.bodies.some((body) => body.includes('delivery.held')),
    )
    progress.add(1)
    const found = await eraseAndCompare(world, player)
    progress.add(1)
    await hearOfTheRest(world)
    await stop()
    progress.add(1)
    await world.admin.query('vacuum analyze')
    const after = await scanDatabase(asking(world.admin), player)
    const logs = await scanLogs([logFile, join(world.cluster.dir, 'server.log')], player)
    const { examples } = await verify(world.database.reader)
    progress.done()
    const told = world.down.bodies.filter((body) => body.includes(JSON.stringify(player)))
    const control = await canFind(join(dir, 'control.log'), player)
    return conclude({
      ...found,
      after,
      logs,
      control,
      examples,
      told: told.length,
      seed,
      seconds: (Date.now() - begun) / 1_000,
    })
  } finally {
    for (const end of ends) await end()
  }
}

async function build(
  logFile: string,
  ends: (() => Promise<unknown>)[],
): Promise<{ world: World; stop: Server['stop'] }> {
  const cluster = await startCluster()
  ends.unshift(() => cluster.stop())
  const databaseUrl = await createDatabase(cluster)
  await migrate(databaseUrl)
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW: '127.0.0.0/8',
  }
  const database = openDatabase({ url: databaseUrl, poolSize: 4 })
  ends.unshift(() => database.close())
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  ends.unshift(() => admin.end())
  const payments = createPayments(database.app, readConfig(env))
  const [up, down] = [makeReceiver(await freePort()), makeReceiver(await freePort())]
  ends.unshift(() => Promise.all([up.close(), down.close()]))
  await up.open()
  const store = await openStore(payments, [up.url, down.url])
  const other = await openStore(payments, [up.url])
  const product = await startServer(logFile, { settings: { ...env, LOG_LEVEL: 'trace' } })
  const { stop } = product
  ends.unshift(stop)
  const url = `http://127.0.0.1:${product.port}`
  const [callers, others] = [callersOf(url, store), callersOf(url, other)]
  return { world: { cluster, database, payments, admin, callers, others, store, other, up, down }, stop }
}

/** The scan's way to ask. */
function asking(admin: pg.Client) {
  return async (text: string, values: unknown[] = []) => (await admin.query<Record<string, unknown>>(text, values)).rows
}

type Found = { before: Record<string, number>; changed: string[]; pseudonym: string }

async function eraseAndCompare({ admin, callers }: World, player: string): Promise<Found> {
  await admin.query('analyze')
  const before = await scanDatabase(asking(admin), player)
  const [rows, own] = [await snapshot(admin), await thingsOf(admin, player)]
  const path = `/players/${encodeURIComponent(player)}/erase`
  expectStatus(await callers.manage('POST', path, {}), 409)
  const answer = await callers.manage('POST', path, { cancelPending: true })
  expectStatus(answer, 200)
  const left = await snapshot(admin)
  const changed = [...rows].filter((row) => !left.has(row) && !own.some((thing) => row.includes(thing)))
  return { before, changed, pseudonym: (JSON.parse(answer.text) as { pseudonym: string }).pseudonym }
}

/** The receiver that was down is up at last, and hears of what happened to somebody whom nobody knows any more. */
async function hearOfTheRest({ database, store, down }: World): Promise<void> {
  const [, endpointId] = store.endpointIds
  if (!endpointId) throw new Error('there is no second endpoint')
  await down.open()
  await resendFailedEvents(database.app, { storeId: store.storeId, endpointId, since: new Date(0) })
  await until('the receiver that was down has what waited', async () =>
    down.bodies.some((body) => body.includes('erased-')),
  )
}

type Outcome = Omit<Found, 'pseudonym'> & {
  after: Record<string, number>
  logs: LogScan
  /** Whether the search of the logs finds what is there. */
  control: boolean
  examples: string[]
  told: number
  seed: number
  seconds: number
}

function conclude({ before, changed, after, logs, control, examples, told, seed, seconds }: Outcome): number {
  const figures = {
    columnsBefore: Object.keys(before).length,
    placesBefore: sumOf(before),
    placesAfter: sumOf(after),
    logLines: logs.lines,
    logHits: logs.hits.length,
    othersChanged: changed.length,
    violations: examples.length,
    toldAfterwards: told,
    seed,
    seconds: Math.round(seconds),
  }
  const broken = [
    ...(figures.columnsBefore >= LEAST_COLUMNS && figures.placesBefore >= LEAST_PLACES
      ? []
      : [`only ${figures.placesBefore} rows in ${figures.columnsBefore} columns knew the player before`]),
    ...(control ? [] : ['the search of the logs does not find what is there']),
    ...(logs.lines > 50 ? [] : [`the logs have ${logs.lines} lines only`]),
    ...Object.entries(after).map(([place, count]) => `${count} rows of ${place} still know the player`),
    ...logs.hits.map((place) => `a log names the player: ${place}`),
    ...changed.map((row) => `a row of somebody else changed: ${row.slice(0, 300)}`),
    ...examples,
    ...(told > 0 ? [`${told} webhooks named the player after they were erased`] : []),
  ]
  for (const fault of broken.slice(0, 20)) console.log(`✗ ${fault}`)
  console.log(
    `\n${figures.placesBefore} rows in ${figures.columnsBefore} columns knew the player, ${figures.placesAfter} know them now; ` +
      `${figures.logHits} of ${figures.logLines} log lines name them; ${figures.othersChanged} rows of others changed; ${figures.seconds} s`,
  )
  if (options.json) console.log(JSON.stringify(figures))
  return broken.length === 0 ? 0 : 1
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
