import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/setup/migrate.ts'
import { buildHistory, type History } from './build-history.ts'
import { measurePolls, type PollTime, type Side } from './measure-polls.ts'
import { readPlans } from './poll-plan.ts'

const MOST_GROWTH = 1.2
/** A poll that is planned already takes some 20 µs, of which one more level of an index is a noticeable part. */
const MOST_MORE_US = 15
const MONTHS = 24
const PENDING_PER_BUSY_STORE = 2
const ALMOST_EMPTY: History = { stores: 1_000, busyStores: 10, pending: 20, finished: MONTHS, months: MONTHS }

const { values } = parseArgs({
  options: {
    finished: { type: 'string' },
    stores: { type: 'string' },
    pending: { type: 'string' },
    major: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(`Shows that a poll's database time does not grow with what was ever sold.

  npm run bench:growth                 10,000,000 finished commands, 1,000,000 stores, 1,000,000 pending commands
  npm run bench:growth -- --short      200,000, 20,000 and 20,000
  --finished N --stores N --pending N  other sizes
  --major 15|18                        which PostgreSQL
  --json                               the last line is one JSON object`)
} else {
  process.exitCode = await main(chosenHistory())
}

/** Two databases in one cluster, one almost empty and one with a history; the same polls on both. */
async function main(history: History): Promise<number> {
  const started = Date.now()
  const cluster = await startCluster({
    ...(values.major !== undefined && { major: values.major === '18' ? 18 : 15 }),
    settings: {
      // What a poll touches fits into memory, as it does where polls come every second; the history need not.
      shared_buffers: history.stores > 100_000 ? '2GB' : '256MB',
      max_wal_size: '8GB',
      autovacuum: 'off',
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
    },
  })
  try {
    const small = await prepare(cluster, 'small', ALMOST_EMPTY)
    const big = await prepare(cluster, 'big', history)
    const { faults, ...plans } = await readPlans(big.url, history)
    const room = await readRoom(big.url, history)
    const [before, after] = await measure(cluster, [small.side, big.side])
    const ratio = after.poll / before.poll
    const ratioQueue = after.queue / before.queue
    const grows = (now: number, then: number) => now / then > MOST_GROWTH && now - then > MOST_MORE_US
    if (grows(after.poll, before.poll)) faults.push(`a poll takes ${ratio.toFixed(2)} times as long with the history`)
    // The shorter statement alone, where enough rounds are measured for it: the key's lookup must not hide it.
    if (grows(after.queue, before.queue) && !values.short) {
      faults.push(`reading the queue takes ${ratioQueue.toFixed(2)} times as long with the history`)
    }
    const { finished, stores, pending, months } = history
    const figures = {
      ratio: rounded(ratio, 3),
      smallUs: rounded(before.poll, 1),
      bigUs: rounded(after.poll, 1),
      ratioKeyLookup: rounded(after.keyLookup / before.keyLookup, 3),
      ratioQueue: rounded(ratioQueue, 3),
      bigQueueUs: rounded(after.queue, 1),
      bigPlanningUs: rounded(after.planning, 1),
      finished,
      stores,
      pending,
      months,
      ...room,
      ...plans,
      postgres: cluster.version,
      seconds: rounded((Date.now() - started) / 1000, 1),
    }
    for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(17)} ${JSON.stringify(value)}`)
    for (const fault of faults) console.error(`FAILED: ${fault}`)
    if (values.json) console.log(JSON.stringify(figures))
    return faults.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

function chosenHistory(): History {
  const [finished, stores, pending] = values.short ? [200_000, 20_000, 20_000] : [10_000_000, 1_000_000, 1_000_000]
  const chosen = {
    stores: Number(values.stores ?? stores),
    pending: Number(values.pending ?? pending),
    finished: Number(values.finished ?? finished),
    months: MONTHS,
  }
  const busyStores = chosen.pending / PENDING_PER_BUSY_STORE
  if (!Number.isInteger(busyStores) || busyStores < 1 || busyStores >= chosen.stores || !(chosen.finished >= MONTHS)) {
    throw new Error(
      `Give at least ${MONTHS} finished commands, and an even number of pending ones below twice the number of stores`,
    )
  }
  return { ...chosen, busyStores }
}

async function prepare(cluster: Cluster, name: string, history: History): Promise<{ url: string; side: Side }> {
  const url = await createDatabase(cluster, { name })
  await migrate(url)
  await buildHistory(url, history, `building the ${name} database`)
  const { gateway } = openDatabase({ url, poolSize: 1 })
  return { url, side: { name, gateway, history } }
}

async function measure(cluster: Cluster, sides: [Side, Side]): Promise<[PollTime, PollTime]> {
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  try {
    await admin.query('create extension pg_stat_statements')
    const [before, after] = await measurePolls(admin, sides, { rounds: values.short ? 40 : 300 })
    if (!before || !after) throw new Error('nothing was measured')
    return [before, after]
  } finally {
    for (const { gateway } of sides) await gateway.destroy()
    await admin.end()
  }
}

/** Tables, indexes and everything: what an operator pays for. */
async function readRoom(url: string, { finished, pending }: History) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ partitions: number; ledger: number; waiting: number }>(
      `select count(*)::integer as partitions, sum(pg_total_relation_size(inhrelid))::float8 as ledger,
         pg_total_relation_size('pending_deliveries')::float8 as waiting
       from pg_inherits where inhparent = 'delivery_ledger'::regclass`,
    )
    const { partitions = 0, ledger = 0, waiting = 0 } = rows[0] ?? {}
    return {
      partitions,
      bytesPerFinished: Math.round(ledger / finished),
      bytesPerPending: Math.round(waiting / pending),
    }
  } finally {
    await client.end()
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
