import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { isAlive } from '@quartermaster/local-postgres/process-table'
import pg from 'pg'
import type { Random } from '../kit/random.ts'

/**
 * `kill`: the whole database dies. `restart`: it is shut down in an orderly way and started again. `backend`: one of its
 * processes dies, as of the lack of memory, and the database ends all the others itself and recovers.
 */
export type Blow = (typeof KINDS)[number]

/** From the blow to the moment when connections are accepted again. */
export type Outage = { blow: Blow; begun: number; ended: number }

const KINDS = ['kill', 'restart', 'backend'] as const
const BACK_WITHIN_MS = 60_000

/** Of every five three are kills; each kind comes early, so that a short run meets all. */
export function planBlows(count: number, random: Random): Blow[] {
  const more = Array.from({ length: Math.max(count - KINDS.length, 0) }, (_, i): Blow => {
    if (i % 5 === 1) return 'restart'
    return i % 5 === 3 ? 'backend' : 'kill'
  })
  return [...random.shuffle(KINDS), ...random.shuffle(more)].slice(0, count)
}

/** Takes the database away, and brings it back. One that loses a process comes back by itself, as soon as it can. */
export async function strike(cluster: Cluster, { blow, holdMs }: { blow: Blow; holdMs: number }): Promise<Outage> {
  if (blow === 'backend') return killBackend(cluster)
  const begun = Date.now()
  if (blow === 'restart') await shutDown(cluster.pid())
  // After a shutdown there is nothing left to kill; the cluster takes note of it.
  await cluster.kill()
  await sleep(holdMs)
  await cluster.start()
  return { blow, begun, ended: Date.now() }
}

/** What `pg_ctl stop -m fast` does. */
async function shutDown(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  await until(async () => !(await isAlive(pid)))
}

/** The witness is an idle connection: when it is gone, the database has begun to end everybody. */
async function killBackend({ url }: Cluster): Promise<Outage> {
  const [victim, witness] = [await connect(url), await connect(url)]
  if (!victim || !witness) throw new Error('The database was to be there')
  const gone = new Promise((resolve) => witness.once('end', resolve))
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
  const begun = Date.now()
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await gone
  await until(async () => {
    const client = await connect(url)
    await client?.end()
    return client !== undefined
  })
  return { blow: 'backend', begun, ended: Date.now() }
}

async function connect(connectionString: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client,
    () => undefined,
  )
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + BACK_WITHIN_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`The database was stuck for ${BACK_WITHIN_MS / 1_000} s`)
    await sleep(10)
  }
}
