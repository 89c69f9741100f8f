import { readFileSync } from 'node:fs'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables, Tx } from '../server/src/db/database.ts'
import type { StoreId } from '../server/src/ids.ts'

export type Call = { name: string; run: (tx: Tx) => Promise<unknown> }
export type Explained = {
  name: string
  /** Planning and execution of all its statements. */
  ms: number
  /** How long the database's process was on a processor for it, where the system tells: what is left of `ms` on a busy machine. */
  cpuMs: number | undefined
  rowsRead: number
  seqScans: string[]
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}
type Plan = { Plan: Node; 'Planning Time': number; 'Execution Time': number }

type Explaining = {
  storeId: StoreId
  calls: Call[]
  rounds: number
  /** Of the database's planner. */
  settings: string
  done: () => void
}

/** However short such a table is today, it grows with every sale. */
const NEVER_AS_A_WHOLE = /^(checkouts|checkout_lines|entitlements|grants|payments|events)$/
/** A table or a month that holds so little is read as a whole, and rightly. */
const SMALL = 200

/**
 * Runs a use case once for its statements, and then asks the database how it goes about each of them, as the product
 * asks: in one store, by the role of the application. Times are the best of several.
 */
export async function explainCalls(
  url: string,
  { storeId, calls, rounds, settings, done }: Explaining,
): Promise<Explained[]> {
  const statements: CompiledQuery[] = []
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    options: `-c role=quartermaster_app -c statement_timeout=60000 ${settings}`,
  })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  })
  const explained: Explained[] = []
  try {
    for (const { name, run } of calls) {
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('quartermaster.store_id', ${storeId}, true)`.execute(tx)
        statements.length = 0
        await run(tx)
        const asked = [...statements]
        const pid = await processOf(tx)
        const plans: Plan[][] = []
        const onProcessor: (number | undefined)[] = []
        for (let round = 0; round < rounds; round++) {
          const before = processorMs(pid)
          plans.push(await explainAll(tx, asked))
          onProcessor.push(before === undefined ? undefined : (processorMs(pid) ?? before) - before)
        }
        const known = onProcessor.flatMap((ms) => ms ?? [])
        explained.push({ name, cpuMs: known.length > 0 ? Math.min(...known) : undefined, ...judge(plans) })
      })
      done()
    }
  } finally {
    await db.destroy()
  }
  return explained
}

async function processOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

function processorMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return undefined
  }
}

async function explainAll(tx: Tx, statements: CompiledQuery[]): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const { sql: text, parameters } of statements) {
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [Plan] }>(
      CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]),
    )
    if (rows[0]) plans.push(rows[0]['QUERY PLAN'][0])
  }
  return plans
}

function judge(rounds: Plan[][]): Pick<Explained, 'ms' | 'rowsRead' | 'seqScans'> {
  const times = rounds.map((plans) =>
    plans.reduce((ms, plan) => ms + plan['Planning Time'] + plan['Execution Time'], 0),
  )
  const nodes = (rounds[0] ?? []).flatMap((plan) => flatten(plan.Plan)).filter((node) => node['Relation Name'])
  const seqScans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && !isSmall(node))
  return {
    ms: Math.min(...times),
    rowsRead: nodes.reduce((rows, node) => rows + (isSmall(node) ? 0 : rowsOf(node)), 0),
    seqScans: seqScans.map((node) => node['Relation Name'] ?? ''),
  }
}

function isSmall(node: Node): boolean {
  return (
    node['Node Type'] === 'Seq Scan' &&
    !NEVER_AS_A_WHOLE.test(node['Relation Name'] ?? '') &&
    rowsOf({ ...node, 'Actual Loops': 1 }) <= SMALL
  )
}

/** What a scan handed up and what it threw away. */
function rowsOf(node: Node): number {
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * (node['Actual Loops'] ?? 1))
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}
