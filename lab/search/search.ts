import pg from 'pg'
import { readOptions } from '../../e2e/kit/options.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { query } from '../../e2e/kit/query.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { round } from '../figures.ts'
import { buildStore } from './build-store.ts'
import { type Call, type Explained, explainCalls } from './explain-calls.ts'
import { listCalls, singleCalls, statisticsCall } from './list-calls.ts'
import { readSamples } from './read-samples.ts'

const MAX_MS = 50
const MAX_STATISTICS_MS = 1_000
/** A page may count three sources and scan the shortest, and a filter reads two tables for each of its rows. */
const MAX_ROWS = 16_000
const MIN_CHECKOUTS = 20_000

const { short, without, ...options } = readOptions({
  script: 'lab search',
  about: `Explains every page of every list of a large store, with every filter and every pair of filters. No page may use a
sequential scan or read more than ${MAX_ROWS} rows. In the long form, each takes less than ${MAX_MS} ms of the database.

Times are those of the database, planning and execution together, the best of several. On a busy machine the CPU time of
the backend counts, where the system reports it. The short form checks plans and rows only, for some of the pairs.`,
  options: {
    checkouts: { type: 'number', help: 'checkouts in the store', default: 1_000_000, short: 25_000 },
    without: { type: 'text', help: 'drop this index first; the check must then fail' },
  },
})
if (options.checkouts < MIN_CHECKOUTS) throw new Error(`--checkouts must be at least ${MIN_CHECKOUTS}`)

await runHarness(options, async (defer) => {
  const environment = await startEnvironment(defer, {
    settings: { max_wal_size: '8GB', shared_buffers: short ? '256MB' : '1GB', autovacuum: 'off' },
  })
  const url = await environment.createDatabase('search')
  await buildStore(url, options)
  if (without !== undefined) await query(url, `drop index ${pg.escapeIdentifier(without)}`)
  const { pages, statistics } = await measure(url)
  const times = pages.map(({ ms }) => ms)
  return {
    figures: {
      checkouts: options.checkouts,
      pages: pages.length,
      worstMs: round(Math.max(...times), 1),
      worstCpuMs: round(Math.max(...pages.map(({ cpuMs }) => cpuMs)), 1),
      p95Ms: round(percentile(times, 0.95), 1),
      seqScans: pages.filter(({ seqScans }) => seqScans.length > 0).length,
      mostRows: Math.max(...pages.map(({ rowsRead }) => rowsRead)),
      figuresMs: round(statistics.ms, 1),
      figuresCpuMs: round(statistics.cpuMs, 1),
    },
    failures: pages.flatMap(checkPlan),
    missed: [...pages.flatMap(checkTime), ...checkStatistics(statistics)],
  }
})

async function measure(url: string): Promise<{ pages: Explained[]; statistics: Explained }> {
  const samples = await readSamples(url, options.checkouts)
  const calls = [...listCalls(samples).flatMap(selectForShortForm), ...singleCalls(samples)]
  const progress = startProgress('explaining pages', calls.length)
  const explain = (some: Call[]) =>
    explainCalls(url, { storeId: samples.storeId, calls: some, short, onExplained: () => progress.add(1) })
  const pages = await explain(calls)
  const [statistics] = await explain([statisticsCall(samples)])
  if (!statistics) throw new Error('The statistics were not measured')
  progress.done()
  return { pages, statistics }
}

/** The short form explains every filter alone, on the first and the last page, and some of the pairs. */
function selectForShortForm(calls: Call[]): Call[] {
  if (!short) return calls
  return calls.filter(({ name }, i) => (name.includes(' + ') ? i % 17 === 0 : !name.includes('middle')))
}

function checkPlan({ name, rowsRead, seqScans }: Explained): string[] {
  const failures: string[] = []
  if (seqScans.length > 0) failures.push(`${name}: sequential scan of ${[...new Set(seqScans)].join(', ')}`)
  if (rowsRead > MAX_ROWS) failures.push(`${name}: reads ${rowsRead} rows, more than ${MAX_ROWS}`)
  return failures
}

function checkTime({ name, ms, cpuMs }: Explained): string[] {
  if (short || Math.min(ms, cpuMs) <= MAX_MS) return []
  return [`${name}: takes ${round(ms, 1)} ms, ${round(cpuMs, 1)} ms of CPU, more than ${MAX_MS}`]
}

/** The statistics read a whole month, so only their time is checked. */
function checkStatistics({ ms, cpuMs }: Explained): string[] {
  if (short || Math.min(ms, cpuMs) <= MAX_STATISTICS_MS) return []
  return [`the statistics of a month take ${round(ms, 1)} ms, more than ${MAX_STATISTICS_MS}`]
}
