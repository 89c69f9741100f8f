import { join } from 'node:path'
import pg from 'pg'
import { scanDatabase } from '../../server/test/players/scan-database.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { runCommand } from '../kit/run-command.ts'
import { type Defer, type Result, runHarness } from '../kit/run-harness.ts'
import { type Product, startProduct } from '../kit/start-product.ts'
import { createOwner } from '../kit/test-store.ts'
import { livePlayerLife, requireRejection, requireSoon } from './player-life.ts'
import { createPrivacyStore, type PrivacyStore } from './privacy-store.ts'
import { createReceiver, type Receiver } from './receiver.ts'
import { isSearchComplete, scanLogs } from './scan-logs.ts'
import { readOwnedValues, readRows } from './snapshot.ts'

/** If fewer columns and rows name the player before the erasure, the search proves nothing. */
const MIN_COLUMNS = 15
const MIN_PLACES = 60
const MIN_LOG_LINES = 50

const options = readOptions({
  script: 'privacy',
  about: `Lets everything happen to a player that can happen in a store, erases the player, and searches for them in every column
of the database and in every line of the logs, in all encodings. No place may name them, and other rows must not change.
The short form is the whole run; the seed chooses the name of the player.`,
  options: {},
})

await runHarness(options, async (defer) => {
  const random = createRandom(options.seed)
  const createName = () => {
    const digits = Array.from({ length: 16 }, () => random.integer(0, 15).toString(16))
    return `Zoë "the \\ Planted" ${digits.join('')}`
  }
  return run(defer, { player: createName(), otherPlayer: createName() })
})

type Setup = {
  product: Product
  superuser: pg.Client
  store: PrivacyStore
  other: PrivacyStore
  up: Receiver
  down: Receiver
}

async function run(defer: Defer, { player, otherPlayer }: { player: string; otherPlayer: string }): Promise<Result> {
  const progress = startProgress('life and erasure of a player', 5)
  const setup = await createSetup(defer)
  const { product, superuser, store, other, up, down } = setup
  const { server, cluster, logFile, databaseUrl } = product
  progress.add(1)
  await livePlayerLife(store, { url: server.url, player })
  await livePlayerLife(other, { url: server.url, player: otherPlayer })
  await requireSoon('the open receiver gets all events', async () =>
    up.bodies.some((body) => body.includes('delivery.held')),
  )
  progress.add(1)
  const { before, changed } = await eraseAndCompare(setup, player)
  progress.add(1)
  await receiveTheRest(setup)
  const { examples } = JSON.parse(await runCommand(['verify', '--json'], { databaseUrl })) as { examples: string[] }
  await server.stop()
  progress.add(1)
  await superuser.query('vacuum analyze')
  const after = await scanDatabase(asQuery(superuser), player)
  const logs = await scanLogs([logFile, join(cluster.dir, 'server.log')], player)
  const named = down.bodies.filter((body) => body.includes(JSON.stringify(player)))
  const searchWorks = await isSearchComplete(join(product.folder, 'control.log'), player)
  progress.done()

  const figures = {
    columnsBefore: Object.keys(before).length,
    placesBefore: sum(before),
    placesAfter: sum(after),
    logLines: logs.lines,
    logHits: logs.hits.length,
    othersChanged: changed.length,
    violations: examples.length,
    eventsAfterErasure: named.length,
  }
  const { columnsBefore, placesBefore } = figures
  const failures = [
    ...Object.entries(after).map(([place, count]) => `${count} rows of ${place} still name the player`),
    ...logs.hits.map((place) => `a log names the player: ${place}`),
    ...changed.map((row) => `a row of another player changed: ${row.slice(0, 300)}`),
    ...examples,
  ]
  if (columnsBefore < MIN_COLUMNS || placesBefore < MIN_PLACES) {
    failures.push(`only ${placesBefore} rows in ${columnsBefore} columns named the player before`)
  }
  if (!searchWorks) failures.push('the search in logs does not find all encodings')
  if (logs.lines <= MIN_LOG_LINES) failures.push(`the logs have only ${logs.lines} lines`)
  if (named.length > 0) failures.push(`${named.length} webhooks named the player after the erasure`)
  return { figures, failures }
}

async function createSetup(defer: Defer): Promise<Setup> {
  const settings = { WEBHOOK_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'trace' }
  const product = await startProduct(defer, { settings })
  const { databaseUrl, server } = product
  const superuser = new pg.Client({ connectionString: databaseUrl })
  await superuser.connect()
  defer(() => superuser.end())
  const [up, down] = [await createReceiver(), await createReceiver()]
  defer(() => Promise.all([up.close(), down.close()]))
  await down.close()
  const owner = await createOwner({ url: server.url, databaseUrl })
  const store = await createPrivacyStore(product, { owner, receivers: [up.url, down.url] })
  const other = await createPrivacyStore(product, { owner, receivers: [up.url] })
  return { product, superuser, store, other, up, down }
}

function asQuery(client: pg.Client) {
  return async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, values)).rows
}

/** Erases the player. The first try must fail, because deliveries are pending. */
async function eraseAndCompare({ superuser, store }: Setup, player: string) {
  await superuser.query('analyze')
  const before = await scanDatabase(asQuery(superuser), player)
  const [rows, owned] = [await readRows(superuser), await readOwnedValues(superuser, player)]
  const { storeId, manage } = store
  await requireRejection(manage.erasePlayer({ storeId, gameUserId: player }), 409)
  await manage.erasePlayer({ storeId, gameUserId: player, cancelPending: true })
  const rest = await readRows(superuser)
  const changed = [...rows].filter((row) => !rest.has(row) && !owned.some((value) => row.includes(value)))
  return { before, changed }
}

/** The closed receiver opens and gets the events of a player who was erased in the meantime. */
async function receiveTheRest({ store: { storeId, manage, webhookIds }, down }: Setup): Promise<void> {
  const [, endpointId] = webhookIds
  if (endpointId === undefined) throw new Error('The store has fewer than two webhooks')
  await down.open()
  await manage.resendFailedEvents({ storeId, endpointId, since: '2000-01-01T00:00:00.000Z' })
  await requireSoon('the opened receiver gets the events', async () =>
    down.bodies.some((body) => body.includes('erased-')),
  )
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}
