import type pg from 'pg'
import { query, withClient } from '../../e2e/kit/query.ts'
import { runCommand } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { Environment } from '../../e2e/kit/start-environment.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { verify } from '../../server/src/verify/verify.ts'
import { alternateRounds } from '../comparison.ts'
import { median, round } from '../figures.ts'
import { buildSales, planSales, SALES_TABLES, type SalesPlan } from './build-sales.ts'
import { openSide, SALES_PATHS, type SalesPath, type SalesSide } from './sales-paths.ts'

const SMALL_CHECKOUTS = 10_000
/** How many rows an entry of an upper level of an index stands for. */
const ROWS_PER_ENTRY = 200
/** A level of a small index is most of what a path reads that finds little, and some microseconds are not growth. */
const MAX_GROWTH_BUFFERS = 60
const MAX_GROWTH_US = 300

type Cost = { buffers: number; reads: number; us: number }

/** Compares what sales, pages and workers cost on a database with many checkouts and on one with few. */
export async function measureSales(
  defer: Defer,
  environment: Environment,
  { checkouts, seed, short, skipVerify }: { checkouts: number; seed: number; short: boolean; skipVerify: boolean },
) {
  const maxGrowth = maxGrowthOf(checkouts)
  const rounds = short ? 3 : 10
  const callsPerRound = short ? 5 : 20
  const { cluster } = environment
  async function prepare(count: number): Promise<SalesSide & { url: string; buildSeconds: number }> {
    const plan = planSales({ checkouts: count, seed })
    const startedAt = Date.now()
    const { url, database } = await prepareDatabase(environment, plan)
    const buildSeconds = Math.round((Date.now() - startedAt) / 1000)
    // A small table is rightly read with a sequential scan, which a large one is not. The short form only sees that an index exists.
    if (short || count === SMALL_CHECKOUTS) await query(url, `alter database ${database} set enable_seqscan = off`)
    const side = await openSide(url, { ...plan, database, count: (rounds + 1) * (callsPerRound + 1) })
    return { ...side, url, buildSeconds }
  }
  const small = await prepare(SMALL_CHECKOUTS)
  defer(() => small.close())
  const big = await prepare(checkouts)
  let isOpen = true
  const closeBig = async () => {
    if (isOpen) await big.close()
    isOpen = false
  }
  defer(closeBig)
  const bytes = await readBytes(big.url, checkouts)
  await query(big.url, 'select pg_stat_reset()')
  const paths = await withClient(cluster.url, async (admin) => {
    await admin.query('create extension if not exists pg_stat_statements')
    const sides = [small, big].map((side) => ({
      measure: (turn: number) =>
        Array.fromAsync(SALES_PATHS, (path) =>
          measureCalls(admin, { side, path, calls: path.isWorker === true ? 2 : callsPerRound, turn }),
        ),
    }))
    const [before = [], after = []] = await alternateRounds(sides, { rounds, label: 'sales, pages and workers' })
    const costOf = (turns: Cost[][], i: number) => medianOf(turns.flatMap((costs) => costs[i] ?? []))
    return SALES_PATHS.map(({ name }, i) => compare({ name, short, maxGrowth }, costOf(before, i), costOf(after, i)))
  })
  await closeBig()
  const scanned = await query<{ name: string }>(
    big.url,
    `select relname as name from pg_stat_user_tables where seq_scan > 0 and pg_relation_size(relid) > 1e6
       and (relname = any($1) or relname like 'delivery\\_ledger\\_%')`,
    [SALES_TABLES],
  )
  console.table(Object.fromEntries(paths.map(({ name, figures }) => [name, figures])))
  const { verifySeconds, violations } = skipVerify ? {} : await verifySales(big.url)
  return {
    figures: {
      checkouts,
      stores: big.stores,
      maxGrowth: round(maxGrowth, 2),
      buildSeconds: big.buildSeconds,
      ...(verifySeconds !== undefined && { verifySeconds }),
      bytesPerCheckout: Object.values(bytes).reduce((sum, { table, indexes }) => sum + table + indexes, 0),
      bytes,
      paths: Object.fromEntries(paths.map(({ name, figures }) => [name, figures])),
    },
    failures: [
      ...scanned.map(({ name }) => `a path reads all of ${name} with a sequential scan`),
      ...(violations ?? []),
    ],
    missed: paths.flatMap((path) => path.missed),
  }
}

/** Builds the sales, or takes those of an earlier run, which may need new migrations. A build gets its name when it is complete. */
async function prepareDatabase(
  { cluster, createDatabase }: Environment,
  plan: SalesPlan,
): Promise<{ database: string; url: string }> {
  const database = `sales_${plan.checkouts}_${plan.seed}`
  const url = new URL(`/${database}`, cluster.url).href
  const existing = await query(cluster.url, 'select from pg_database where datname = $1', [database])
  if (existing.length > 0) {
    await runCommand(['migrate'], { databaseUrl: url })
    return { database, url }
  }
  const unfinished = `${database}_unfinished`
  await query(cluster.url, `drop database if exists ${unfinished}`)
  await buildSales(await createDatabase(unfinished), plan, `building ${plan.checkouts} checkouts`)
  await query(cluster.url, `alter database ${unfinished} rename to ${database}`)
  return { database, url }
}

/** The time without waiting for the disk: the first read of a page depends on the memory of the machine. */
async function measureCalls(
  admin: pg.Client,
  { side, path, calls, turn }: { side: SalesSide; path: SalesPath; calls: number; turn: number },
): Promise<Cost> {
  const { database } = side
  // A connection that was closed meanwhile, because nothing used it, has read nothing of the catalog.
  await path.run(side, turn * (calls + 1))
  await admin.query('select pg_stat_statements_reset(0, (select oid from pg_database where datname = $1), 0)', [
    database,
  ])
  for (let i = 1; i <= calls; i++) await path.run(side, turn * (calls + 1) + i)
  const { rows } = await admin.query<Cost>(
    `select sum(shared_blks_hit + shared_blks_read)::float8 as buffers, sum(shared_blks_read)::float8 as reads,
       1000 * sum(total_plan_time + total_exec_time
         - coalesce(to_jsonb(s)->>'shared_blk_read_time', to_jsonb(s)->>'blk_read_time')::float8)::float8 as us
     from pg_stat_statements s where dbid = (select oid from pg_database where datname = $1) and userid <> 'postgres'::regrole`,
    [database],
  )
  const per = calls * (path.perStore === true ? side.stores : 1)
  const { buffers, reads, us } = rows[0] ?? { buffers: 0, reads: 0, us: 0 }
  return { buffers: buffers / per, reads: reads / per, us: us / per }
}

function medianOf(list: Cost[]): Cost {
  const of = (name: keyof Cost) => median(list.map((cost) => cost[name]))
  return { buffers: of('buffers'), reads: of('reads'), us: of('us') }
}

/** A lookup in a small index reads a page of each of its two levels. More rows need more levels. A tenth is noise. */
function maxGrowthOf(checkouts: number): number {
  const levels = Math.ceil(Math.log(checkouts / SMALL_CHECKOUTS) / Math.log(ROWS_PER_ENTRY))
  return (2 + levels) / 2 + 0.1
}

type Compared = { name: string; short: boolean; maxGrowth: number }

function compare({ name, short, maxGrowth }: Compared, before: Cost, after: Cost) {
  const ratioBuffers = after.buffers / Math.max(1, before.buffers)
  const ratioUs = after.us / Math.max(1, before.us)
  const missed: string[] = []
  if (ratioBuffers > maxGrowth && after.buffers - before.buffers > MAX_GROWTH_BUFFERS)
    missed.push(`${name}: ${round(after.buffers, 0)} buffers instead of ${round(before.buffers, 0)}`)
  // The short form has too few rounds to judge times.
  else if (!short && ratioUs > maxGrowth && after.us - before.us > MAX_GROWTH_US && ratioBuffers > 1.1)
    missed.push(`${name}: ${round(after.us, 0)} µs instead of ${round(before.us, 0)}`)
  const figures = {
    smallBuffers: round(before.buffers, 1),
    bigBuffers: round(after.buffers, 1),
    bigReads: round(after.reads, 1),
    ratioBuffers: round(ratioBuffers, 2),
    smallUs: round(before.us, 0),
    bigUs: round(after.us, 0),
    ratioUs: round(ratioUs, 2),
  }
  return { name, figures, missed }
}

/** On disk, for each checkout. Indexes were built at the end; those that grow with sales are up to a half larger. */
async function readBytes(url: string, checkouts: number): Promise<Record<string, { table: number; indexes: number }>> {
  const rows = await query<{ name: string; table: number; indexes: number }>(
    url,
    `select name, sum(pg_table_size(c.oid))::float8 as table, sum(pg_indexes_size(c.oid))::float8 as indexes
     from unnest($1::text[]) name join pg_class c on c.oid = name::regclass
       or c.oid in (select inhrelid from pg_inherits where inhparent = name::regclass) group by name`,
    [SALES_TABLES],
  )
  return Object.fromEntries(
    rows.map(({ name, table, indexes }) => [
      name,
      { table: Math.round(table / checkouts), indexes: Math.round(indexes / checkouts) },
    ]),
  )
}

/** It reads everything, so its time grows with the history. Its result shows that the generated sales are like real ones. */
async function verifySales(url: string): Promise<{ verifySeconds: number; violations: string[] }> {
  const { reader, close } = openDatabase({ url, poolSize: 1 })
  try {
    const startedAt = Date.now()
    const { examples } = await verify(reader)
    return { verifySeconds: Math.round((Date.now() - startedAt) / 1000), violations: examples }
  } finally {
    await close()
  }
}
