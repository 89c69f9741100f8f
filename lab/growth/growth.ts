import { readOptions } from '../../e2e/kit/options.ts'
import { query } from '../../e2e/kit/query.ts'
import { type Result, runHarness } from '../../e2e/kit/run-harness.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { buildHistory, planHistory } from '../database/build-history.ts'
import { checkPlans } from './check-plans.ts'
import { measureSales } from './measure-sales.ts'

const { only, short, major, finished, stores, pending, checkouts, data, skipVerify, ...options } = readOptions({
  script: 'lab growth',
  about: `Reads the plans of polls and reports on a database with a long history: one index, and as few pages however much was sold.
Compares sales, refunds, pages, lists of staff and background work with a database that is almost empty: they read the same, but for one page more for
each level that an index has grown.`,
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
  const polls = only === 'sales' ? undefined : await checkPolls(environment)
  const sales =
    only === 'polls' ? undefined : await measureSales(defer, environment, { checkouts, short, skipVerify, ...options })
  return {
    figures: { ...polls?.figures, ...(sales && { sales: sales.figures }), postgres: environment.cluster.version },
    failures: [...(polls?.failures ?? []), ...(sales?.failures ?? [])],
    missed: [...(polls?.missed ?? []), ...(sales?.missed ?? [])],
  }
})

/** Time is not compared: a poll that reads as few pages with a long history as without one costs the same. */
async function checkPolls({ createDatabase }: Environment): Promise<Result> {
  const url = await createDatabase('history')
  await buildHistory(url, history, 'building the database')
  const { failures, ...plans } = await checkPlans(url, history)
  return { figures: { ...size, months: history.months, ...(await readSizes(url)), ...plans }, failures }
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
