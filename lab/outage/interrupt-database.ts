import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { isAlive } from '@quartermaster/local-postgres/process-table'
import pg from 'pg'
import type { Span } from '../../e2e/kit/kills/database-outages.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'

/**
 * `kill`: the whole database is killed. `restart`: it shuts down in order and starts again. `backend`: one of its
 * processes is killed, as by a lack of memory, so the database ends all others and recovers.
 */
export type Interruption = (typeof KINDS)[number]

const KINDS = ['kill', 'restart', 'backend'] as const
const BACK_WITHIN_MS = 60_000

/** Three of five are kills. Each kind comes early, so that a short run has all of them. */
export function planInterruptions(count: number, random: Random): Interruption[] {
  const more = Array.from({ length: Math.max(count - KINDS.length, 0) }, (_, i): Interruption => {
    if (i % 5 === 1) return 'restart'
    return i % 5 === 3 ? 'backend' : 'kill'
  })
  return [...random.shuffle(KINDS), ...random.shuffle(more)].slice(0, count)
}

/**
 * Returns the time until connections are accepted again. `holdMs` prolongs it, except for `backend`: that database recovers by
 * itself as soon as it can.
 */
export async function interruptDatabase(cluster: Cluster, kind: Interruption, holdMs: number): Promise<Span> {
  if (kind === 'backend') return killBackend(cluster)
  const start = Date.now()
  if (kind === 'restart') await shutDown(cluster.pid())
  // After a shutdown nothing is left to kill, but the cluster must know that it does not run.
  await cluster.kill()
  await sleep(holdMs)
  await cluster.start()
  return { start, end: Date.now() }
}

/** Does the same as `pg_ctl stop -m fast`. */
async function shutDown(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  await waitForDatabase(async () => !(await isAlive(pid)))
}

/** The second connection is idle. When it ends, the database has begun to end all processes. */
async function killBackend({ url }: Cluster): Promise<Span> {
  const [killed, idle] = [await connect(url), await connect(url)]
  if (!killed || !idle) throw new Error('Cannot connect to the database before the interruption')
  const idleEnded = new Promise((resolve) => idle.once('end', resolve))
  const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid')
  const start = Date.now()
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await idleEnded
  await waitForDatabase(async () => {
    const client = await connect(url)
    await client?.end()
    return client !== undefined
  })
  return { start, end: Date.now() }
}

async function connect(connectionString: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client,
    () => undefined,
  )
}

async function waitForDatabase(condition: () => Promise<boolean>): Promise<void> {
  const isDone = await waitUntil(condition, { timeoutMs: BACK_WITHIN_MS, intervalMs: 10 })
  if (!isDone) throw new Error(`The database did not change its state within ${BACK_WITHIN_MS / 1_000} s`)
}
