import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { scanDatabase } from '../../server/test/players/scan-database.ts'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { listen } from '../../e2e/kit/game/listen.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { query } from '../../e2e/kit/query.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { type Defer, runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { livePlayerLife, requireSoon } from './player-life.ts'
import { createPrivacyStore, type PrivacyStore } from './privacy-store.ts'
import { isSearchComplete, scanLogs } from './scan-logs.ts'
import { readOwnedValues, readRows } from './snapshot.ts'

/** If fewer columns and rows name the player before the erasure, the search proves nothing. */
const MIN_COLUMNS = 15
const MIN_PLACES = 60
const MIN_LOG_LINES = 50

const options = readOptions({
  script: 'lab privacy',
  about: `Lets everything happen to a player that can happen in a store, erases the player, and searches for them in every column
of the database and in every line of the logs, in all encodings. No place may name them, and other rows must not change.
The short form is the whole run; the seed chooses the name of the player.`,
  options: {},
})

const random = createRandom(options.seed)

await runHarness(options, async (defer) => {
  const [player, otherPlayer] = [createName(), createName()]
  const progress = startProgress('life and erasure of a player', 5)
  const settings = { WEBHOOK_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'trace' }
  const product = await startProduct(defer, { settings })
  const { server, cluster, logFile, databaseUrl } = product
  const openBodies: string[] = []
  const open = await listen(collect(openBodies))
  defer(() => open.close())
  const closedPort = await freePort()
  const owner = await createOwner({ url: server.url, databaseUrl })
  const receivers = [open.url, `http://127.0.0.1:${closedPort}`]
  const store = await createPrivacyStore(product, { owner, receivers })
  const other = await createPrivacyStore(product, { owner, receivers: [open.url] })
  progress.add(1)
  await livePlayerLife(store, player)
  await livePlayerLife(other, otherPlayer)
  await requireSoon('the open receiver gets all events', async () =>
    openBodies.some((body) => body.includes('delivery.held')),
  )
  progress.add(1)
  const { before, changed } = await eraseAndCompare(databaseUrl, store, player)
  progress.add(1)
  const lateBodies = await receiveTheRest(defer, store, closedPort)
  const { examples } = await verify(databaseUrl)
  await server.stop()
  progress.add(1)
  await query(databaseUrl, 'vacuum analyze')
  const after = await scan(databaseUrl, player)
  const logs = await scanLogs([logFile, join(cluster.dir, 'server.log')], player)
  const named = lateBodies.filter((body) => body.includes(JSON.stringify(player)))
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
})

function createName(): string {
  const digits = Array.from({ length: 16 }, () => random.integer(0, 15).toString(16))
  return `Zoë "the \\ Planted" ${digits.join('')}`
}

/** Receives webhooks. */
function collect(bodies: string[]): RequestListener {
  return (request, response) => {
    request.on('end', () => response.writeHead(204).end())
    // The server can close the connection when it stops.
    text(request).then((body) => bodies.push(body), console.error)
  }
}

function scan(databaseUrl: string, player: string): Promise<Record<string, number>> {
  return scanDatabase((statement, values) => query(databaseUrl, statement, values), player)
}

/** Erases the player. The first try must fail, because deliveries are pending. */
async function eraseAndCompare(databaseUrl: string, { storeId, manage }: PrivacyStore, player: string) {
  await query(databaseUrl, 'analyze')
  const before = await scan(databaseUrl, player)
  const [rows, owned] = [await readRows(databaseUrl), await readOwnedValues(databaseUrl, player)]
  await assert.rejects(manage.erasePlayer({ storeId, gameUserId: player }), { status: 409 })
  await manage.erasePlayer({ storeId, gameUserId: player, cancelPending: true })
  const rest = await readRows(databaseUrl)
  const changed = [...rows].filter((row) => !rest.has(row) && !owned.some((value) => row.includes(value)))
  return { before, changed }
}

/** The closed receiver opens and gets the events of a player who was erased in the meantime. */
async function receiveTheRest(defer: Defer, { storeId, manage, webhookIds }: PrivacyStore, port: number) {
  const [, endpointId = ''] = webhookIds
  const bodies: string[] = []
  const receiver = await listen(collect(bodies), port)
  defer(() => receiver.close())
  await manage.resendFailedEvents({ storeId, endpointId, since: '2000-01-01T00:00:00.000Z' })
  await requireSoon('the opened receiver gets the events', async () => bodies.some((body) => body.includes('erased-')))
  return bodies
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}
