import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { migrate } from '../server/src/setup/migrate.ts'
import { type Call, type Explained, explainCalls } from './explain-calls.ts'
import { startProgress } from '../e2e/kit/progress.ts'
import { checkoutCalls, commandCalls, entitlementCalls, figureCalls, readMarks, singleCalls } from './search-calls.ts'
import { buildStore, type Trade } from './search-store.ts'

const MOST_MS = 50
const MOST_FIGURES_MS = 1_000
/** Three sources may be counted, the shortest is scanned, and for each entry a filter looks into two tables. */
const MOST_ROWS = 16_000
const ROUNDS = 3
/** A page that is slow may have met another program: it is measured again, so often. */
const SECOND_CHANCES = 4

const { values } = parseArgs({
  options: {
    checkouts: { type: 'string' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
/** Few rows are rightly read as a whole. The short form forbids that, to see that an index would serve. */
const SETTINGS = values.short ? '-c enable_seqscan=off' : ''

if (values.help) {
  console.log(`Shows that every page of every list of a large store is quick, whatever is filtered by, and how it is found.

  npm run bench:search                 1,000,000 checkouts in one store, 100,000 in others; every page below ${MOST_MS} ms
  npm run bench:search -- --short      25,000: plans and numbers of rows only, a part of the pairs of filters
  --checkouts N                        another number
  --without NAME                       drop this index first: something must fail
  --seed N                             another mix of the same (1)
  --json                               the last line is one JSON object

Times are those of the database, planning and execution together, the best of several. Everything is in memory, so on a busy
machine a page is judged by the time that the database was on a processor for it, where the system tells that.`)
} else {
  process.exitCode = await main(chosenTrade())
}

async function main(trade: Trade): Promise<number> {
  const cluster = await startCluster({
    settings: { max_wal_size: '8GB', shared_buffers: values.short ? '256MB' : '1GB', autovacuum: 'off' },
  })
  try {
    const url = await createDatabase(cluster, { name: 'search' })
    await migrate(url)
    await buildStore(url, trade)
    const { pages, figures } = await measure(url, trade)
    const times = pages.map(({ ms }) => ms).sort((a, b) => a - b)
    const summary = {
      checkouts: trade.checkouts,
      pages: pages.length,
      worstMs: rounded(times.at(-1) ?? 0),
      worstCpuMs: rounded(Math.max(...pages.map(({ ms, cpuMs }) => cpuMs ?? ms))),
      p95Ms: rounded(times[Math.floor(times.length * 0.95)] ?? 0),
      seqScans: pages.filter(({ seqScans }) => seqScans.length > 0).length,
      mostRows: Math.max(...pages.map(({ rowsRead }) => rowsRead)),
      figuresMs: rounded(figures?.ms ?? 0),
      figuresCpuMs: rounded(figures?.cpuMs ?? 0),
      seed: trade.seed,
    }
    const faults = [...pages.flatMap(faultsOf), ...faultsOfFigures(figures)]
    for (const [name, value] of Object.entries(summary)) console.log(`${name.padEnd(10)} ${value}`)
    for (const fault of faults.slice(0, 20)) console.error(`FAILED: ${fault}`)
    if (faults.length > 20) console.error(`FAILED: and ${faults.length - 20} more`)
    if (values.json) console.log(JSON.stringify(summary))
    return faults.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

function chosenTrade(): Trade {
  const checkouts = Number(values.checkouts ?? (values.short ? 25_000 : 1_000_000))
  const seed = Number(values.seed)
  if (!Number.isInteger(checkouts) || checkouts < 20_000 || !Number.isInteger(seed)) {
    throw new Error('Give a whole number of at least 20000 as --checkouts, and a whole number as --seed')
  }
  return { checkouts, seed }
}

async function measure(
  url: string,
  { checkouts }: Trade,
): Promise<{ pages: Explained[]; figures: Explained | undefined }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if (values.without !== undefined) await client.query(`drop index ${pg.escapeIdentifier(values.without)}`)
    const marks = await readMarks(client, checkouts)
    const lists = [checkoutCalls(marks), commandCalls(marks), entitlementCalls(marks)].flatMap((calls) => someOf(calls))
    const calls = [...lists, ...singleCalls(marks)]
    const progress = startProgress('asking for pages', calls.length)
    const explain = (some: Call[], rounds: number) =>
      explainCalls(url, {
        storeId: marks.storeId,
        calls: some,
        rounds,
        settings: SETTINGS,
        done: () => progress.add(1),
      })
    let pages = await explain(calls, values.short ? 1 : ROUNDS)
    for (let chance = 0; chance < SECOND_CHANCES && !values.short; chance++) {
      const slow = new Set(pages.filter(({ ms }) => ms > MOST_MS).map(({ name }) => name))
      if (slow.size === 0 || slow.size > calls.length / 10) break
      const again = await explain(
        calls.filter(({ name }) => slow.has(name)),
        ROUNDS,
      )
      pages = pages.map((page) => again.find(({ name, ms }) => name === page.name && ms < page.ms) ?? page)
    }
    const [figures] = await explain(figureCalls(marks), values.short ? 1 : ROUNDS)
    progress.done()
    return { pages, figures }
  } finally {
    await client.end()
  }
}

/** The short form asks for every filter alone, at both ends of the list, and for some of the pairs. */
function someOf(calls: Call[]): Call[] {
  if (!values.short) return calls
  return calls.filter(({ name }, i) => (name.includes(' + ') ? i % 17 === 0 : !name.includes('middle')))
}

function faultsOf({ name, ms, cpuMs, rowsRead, seqScans }: Explained): string[] {
  const faults: string[] = []
  if (seqScans.length > 0) faults.push(`${name}: reads ${[...new Set(seqScans)].join(', ')} from end to end`)
  if (rowsRead > MOST_ROWS) faults.push(`${name}: reads ${rowsRead} rows, more than ${MOST_ROWS}`)
  if (!values.short && Math.min(ms, cpuMs ?? ms) > MOST_MS)
    faults.push(`${name}: takes ${rounded(ms)} ms, ${rounded(cpuMs ?? ms)} on the processor, more than ${MOST_MS}`)
  return faults
}

/** A month is read as a whole; only its time counts. */
function faultsOfFigures(figures: Explained | undefined): string[] {
  if (values.short || (figures && Math.min(figures.ms, figures.cpuMs ?? figures.ms) <= MOST_FIGURES_MS)) return []
  return [`the figures of a month take ${rounded(figures?.ms ?? Infinity)} ms, more than ${MOST_FIGURES_MS}`]
}

function rounded(value: number): number {
  return Number(value.toFixed(1))
}
