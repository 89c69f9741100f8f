import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { readOptions } from '../../e2e/kit/options.ts'
import { withClient } from '../../e2e/kit/query.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { compareSides, type Measured } from '../comparison.ts'
import { postCallbacks, signCallback } from './callbacks.ts'
import { recordStatements, toScript } from './record-statements.ts'
import { createStores, FIRST_NUMBER, openCheckouts, type SellingStore } from './selling-stores.ts'

const MIN_RATIO = 0.6
const STORES = 8
const WARM_UP_CALLBACKS = 1_000

const { callbacks, rounds, connections, ...options } = readOptions({
  script: 'lab enqueue',
  about: `Compares payment callbacks over HTTP through one server process with the same transactions under pgbench, without the
product. The server reaches at least ${MIN_RATIO} of the speed of pgbench. Needs PostgreSQL 15 (Debian's package).`,
  options: {
    callbacks: { type: 'number', help: 'callbacks in each round', default: 4_000, short: 1_000 },
    rounds: { type: 'number', help: 'rounds', default: 5, short: 3 },
    connections: { type: 'number', help: 'connections to the server, to the database, and of pgbench', default: 16 },
  },
})

type Context = { environment: Environment; databaseUrl: string; client: pg.Client; stores: SellingStore[] }

await runHarness(options, async (defer) => {
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }
  const environment = await startEnvironment(defer, { major: 15, settings })
  const databaseUrl = await environment.createDatabase('enqueue')
  const { url, port } = await environment.startServer(databaseUrl, {
    settings: { DATABASE_POOL: String(connections), LOG_LEVEL: 'warn' },
  })
  const stores = await createStores({ url, databaseUrl }, STORES)
  return withClient(databaseUrl, async (client) => {
    const context = { environment, databaseUrl, client, stores }
    const takeCheckouts = createCheckoutSource(client, stores)
    const scripts = await writeScripts(context, await takeCheckouts(STORES))
    const countOf = (round: number) => (round === 0 ? Math.min(callbacks, WARM_UP_CALLBACKS) : callbacks)
    const product = {
      name: 'server',
      title: 'Quartermaster, one process',
      async measure(round: number) {
        const count = countOf(round)
        const signed = signCallbacks(stores, { from: await takeCheckouts(count), count })
        return { perSecond: count / (await postCallbacks(port, signed, connections)), failures: [] }
      },
    }
    const pgbench = {
      name: 'pgbench',
      title: `pgbench, ${scripts.statements} statements for each callback`,
      async measure(round: number) {
        const each = Math.ceil(countOf(round) / connections)
        // pgbench chooses a script at random, so each store needs a checkout for every number.
        const from = await takeCheckouts((each + 1) * connections * STORES)
        return measurePgbench(context, { files: scripts.files, each, from })
      },
    }
    const comparison = { label: 'callbacks', rounds, minRatio: MIN_RATIO }
    const { figures, ...judged } = await compareSides([product, pgbench], comparison)
    return { figures: { ...figures, statements: scripts.statements, callbacks, rounds, connections }, ...judged }
  })
})

/** Opens checkouts that no round has paid yet, and returns the number of the first. */
function createCheckoutSource(client: pg.Client, stores: SellingStore[]): (count: number) => Promise<number> {
  let next = 0
  return async (count) => {
    const from = next
    next += Math.ceil(count / STORES) * STORES
    await openCheckouts(client, stores, { from, count: next - from })
    return from
  }
}

function signCallbacks(stores: SellingStore[], { from, count }: { from: number; count: number }) {
  return Array.from({ length: count }, (_, i) => {
    const store = stores[(from + i) % stores.length]
    if (!store) throw new Error('There is no store')
    return signCallback(store, from + i)
  })
}

/** One script for each store. */
async function writeScripts({ environment, databaseUrl, client, stores }: Context, from: number) {
  // All other ids in a statement were created for the recorded callback.
  const { rows } = await client.query<{ id: string }>(
    'select id from stores union all select id from products union all select id from game_servers',
  )
  const existingIds = new Set(rows.map(({ id }) => id))
  const recorded = await Array.fromAsync(stores, (store, i) => recordStatements(databaseUrl, store, from + i))
  const files = await Array.fromAsync(recorded, async (statements, i) => {
    const file = join(environment.folder, `pay-${i}.sql`)
    await writeFile(file, toScript(statements, { n: from + i, stores: stores.length, existingIds }))
    return file
  })
  return { files, statements: recorded[0]?.length ?? 0 }
}

async function measurePgbench(
  { environment: { cluster }, databaseUrl }: Context,
  { files, each, from }: { files: string[]; each: number; from: number },
): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    join(cluster.binDir, 'pgbench'),
    [
      '--no-vacuum',
      `--client=${connections}`,
      '--jobs=1',
      `--transactions=${each}`,
      '--define=k=0',
      `--define=many=${each + 1}`,
      `--define=base=${FIRST_NUMBER + from}`,
      ...files.flatMap((file) => ['--file', file]),
      databaseUrl,
    ],
    { env: { ...process.env, PGOPTIONS: '-c role=quartermaster_app -c synchronous_commit=on' } },
  )
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!stdout.includes('number of failed transactions: 0 ') || Number.isNaN(perSecond))
    throw new Error(`pgbench failed:\n${stdout}`)
  return { perSecond, failures: [] }
}
