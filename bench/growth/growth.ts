import { readOptions } from '../../e2e/kit/options.ts'
import { query, withClient } from '../../e2e/kit/query.ts'
import { type Defer, type Result, runHarness } from '../../e2e/kit/run-harness.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { buildHistory, type History, planHistory } from '../database/build-history.ts'
import { round } from '../figures.ts'
import { checkPlans } from './check-plans.ts'
import { measurePolls, type Side } from './measure-polls.ts'
import { measureSales } from './measure-sales.ts'

const MAX_GROWTH = 1.2
/** A planned poll takes about 20 µs, and one more level of an index is a noticeable part of that. */
const MAX_GROWTH_US = 15

const { only, short, major, finished, stores, pending, checkouts, data, skipVerify, ...options } = readOptions({
  script: 'bench:growth',
  about: `Compares the cost on a database with a long history and on one that is almost empty. A poll takes at most ${MAX_GROWTH} times
as long, and reads one index. Sales, refunds, pages and background work read the same, but for one page more for each level that an index has grown.`,
  options: {
    only: { type: 'text', help: 'one part: polls or sales', choices: ['polls', 'sales'] },
    checkouts: { type: 'number', help: 'checkouts, for the part about sales', default: 1_000_000, short: 100_000 },
    data: {
      type: 'text',
      help: 'a folder that keeps the databases of sales, so that the next run need not build them',
    },
    skipVerify: { type: 'flag', help: 'do not look for broken invariants, which takes as long as half of the build' },
    finished: { type: 'number', help: 'finished deliveries', default: 10_000_000, short: 200_000 },
    stores: { type: 'number', help: 'stores', default: 1_000_000, short: 20_000 },
    pending: { type: 'number', help: 'pending deliveries', default: 1_000_000, short: 20_000 },
    major: { type: 'text', help: 'version of PostgreSQL', choices: ['15', '18'] },
  },
})
if (data !== undefined && only !== 'sales') {
  console.error('--data keeps the databases of sales. Add --only sales.')
  process.exit(2)
}
const size = { finished, stores, pending }
const history = planHistory(size)

await runHarness(options, async (defer) => {
  const environment = await startEnvironment(defer, {
    ...(major !== undefined && { major: major === '18' ? 18 : 15 }),
    ...(data !== undefined && { dir: data }),
    settings: {
      // The pages that polls read fit into memory, as they do where polls come every second. The history need not fit.
      shared_buffers: stores > 100_000 ? '2GB' : '256MB',
      max_wal_size: '8GB',
      maintenance_work_mem: '512MB',
      autovacuum: 'off',
      track_io_timing: 'on',
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      'pg_stat_statements.track_utility': 'off',
    },
  })
  const polls = only === 'sales' ? undefined : await comparePolls(defer, environment)
  const sales =
    only === 'polls' ? undefined : await measureSales(defer, environment, { checkouts, short, skipVerify, ...options })
  return {
    figures: { ...polls?.figures, ...(sales && { sales: sales.figures }), postgres: environment.cluster.version },
    failures: [...(polls?.failures ?? []), ...(sales?.failures ?? [])],
  }
})

async function comparePolls(defer: Defer, { cluster, createDatabase }: Environment): Promise<Result> {
  async function prepareSide(database: string, plan: History): Promise<Side & { url: string }> {
    const url = await createDatabase(database)
    await buildHistory(url, plan, `building the ${database} database`)
    const { gateway, close } = openDatabase({ url, poolSize: 1 })
    defer(close)
    return { url, database, gateway, history: plan }
  }
  const small = await prepareSide('small', planHistory({ stores: 1_000 }))
  const big = await prepareSide('big', history)
  const { failures, ...plans } = await checkPlans(big.url, history)
  const sizes = await readSizes(big.url)
  const [before, after] = await withClient(cluster.url, async (admin) => {
    await admin.query('create extension if not exists pg_stat_statements')
    return measurePolls(admin, [small, big], short ? 40 : 300)
  })
  if (!before || !after) throw new Error('Nothing was measured')
  const ratio = after.poll / before.poll
  const ratioQueue = after.queue / before.queue
  if (hasGrown(before.poll, after.poll)) failures.push(`a poll takes ${round(ratio, 2)} times as long with the history`)
  // The short form has too few rounds to judge this statement alone.
  if (hasGrown(before.queue, after.queue) && !short)
    failures.push(`reading the queue takes ${round(ratioQueue, 2)} times as long with the history`)
  return {
    figures: {
      ratio: round(ratio, 3),
      smallUs: round(before.poll, 1),
      bigUs: round(after.poll, 1),
      ratioKeyLookup: round(after.keyLookup / before.keyLookup, 3),
      ratioQueue: round(ratioQueue, 3),
      bigQueueUs: round(after.queue, 1),
      bigPlanningUs: round(after.planning, 1),
      ...size,
      months: history.months,
      ...sizes,
      ...plans,
    },
    failures,
  }
}

function hasGrown(before: number, after: number): boolean {
  return after / before > MAX_GROWTH && after - before > MAX_GROWTH_US
}

/** On disk, with indexes. */
async function readSizes(url: string) {
  const [sizes] = await query<{ partitions: number; ledger: number; queue: number }>(
    url,
    `select count(*)::integer as partitions, sum(pg_total_relation_size(inhrelid))::float8 as ledger,
       pg_total_relation_size('pending_deliveries')::float8 as queue
     from pg_inherits where inhparent = 'delivery_ledger'::regclass`,
  )
  const { partitions = 0, ledger = 0, queue = 0 } = sizes ?? {}
  return {
    partitions,
    bytesPerFinished: Math.round(ledger / finished),
    bytesPerPending: Math.round(queue / pending),
  }
}
