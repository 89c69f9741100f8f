import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../server/src/db/database.ts'
import type { StoreId } from '../../server/src/ids.ts'
import { explain, openRecorder, type Plan, type PlanNode, planNodes } from '../database/statement-recorder.ts'

export type Call = { name: string; run: (tx: Tx) => Promise<unknown> }
export type Explained = { name: string } & ReturnType<typeof summarize>

type Options = { storeId: StoreId; calls: Call[]; short: boolean; onExplained: () => void }

const ROUNDS = 3
/** These tables grow with every sale, so a sequential scan of them is a fault however small they are. */
const GROWING_TABLES = ['checkouts', 'checkout_lines', 'entitlements', 'grants', 'payments', 'events']
/** A sequential scan of another table or partition is right up to this number of rows. */
const MAX_SCANNED_ROWS = 200

/**
 * Runs a use case once to record its statements, then explains each of them with the role of the application and in one
 * store, as the product runs them. Times are the best of several rounds.
 */
export async function explainCalls(url: string, { storeId, calls, short, onExplained }: Options): Promise<Explained[]> {
  // A small table is rightly read with a sequential scan. The short form forbids that, to see that an index exists.
  const planner = { enable_seqscan: short ? 'off' : 'on' }
  const { db, record } = openRecorder(url, { role: 'quartermaster_app', statement_timeout: '60000', ...planner })
  const explained: Explained[] = []
  try {
    for (const { name, run } of calls) {
      await inStore(db as Db, storeId, async (tx) => {
        const statements = await record(() => run(tx))
        const pid = await readBackendPid(tx)
        const plans: Plan[][] = []
        const cpuTimes: number[] = []
        for (let round = 0; round < (short ? 1 : ROUNDS); round++) {
          const before = readCpuMs(pid)
          plans.push(await Array.fromAsync(statements, (statement) => explain(tx, statement, 'timing off')))
          cpuTimes.push(readCpuMs(pid) - before)
        }
        explained.push({ name, ...summarize(plans, cpuTimes) })
      })
      onExplained()
    }
  } finally {
    await db.destroy()
  }
  return explained
}

async function readBackendPid(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

/** In nanoseconds, which `/proc/<pid>/stat` does not have. NaN where the system does not report it. */
function readCpuMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return Number.NaN
  }
}

function summarize(rounds: Plan[][], cpuTimes: number[]) {
  const times = rounds.map((plans) =>
    plans.reduce((ms, plan) => ms + plan['Planning Time'] + plan['Execution Time'], 0),
  )
  const ms = Math.min(...times)
  const cpuMs = Math.min(...cpuTimes)
  const scans = (rounds[0] ?? [])
    .flatMap((plan) => planNodes(plan.Plan))
    .filter((node) => node['Relation Name'] && !isSmallScan(node))
  return {
    /** Planning and execution of all statements. */
    ms,
    /** Of the backend, or `ms` where the system does not report it. On a busy machine it is more reliable. */
    cpuMs: Number.isNaN(cpuMs) ? ms : cpuMs,
    rowsRead: scans.reduce((rows, node) => rows + rowsPerLoop(node) * (node['Actual Loops'] ?? 1), 0),
    seqScans: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
  }
}

function isSmallScan(node: PlanNode): boolean {
  return (
    node['Node Type'] === 'Seq Scan' &&
    !GROWING_TABLES.includes(node['Relation Name'] ?? '') &&
    rowsPerLoop(node) <= MAX_SCANNED_ROWS
  )
}

/** The rows that a scan returned and those that it discarded. */
function rowsPerLoop(node: PlanNode): number {
  return (
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  )
}
