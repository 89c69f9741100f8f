import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { Environment } from '../../e2e/kit/start-environment.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { BASE, PREFIX, SERVERS } from './reported-deliveries.ts'

type Settings = { databaseUrl: string; client: pg.Client; connections: number; first: number }

/**
 * One report as one statement, as a server would send it that does not combine requests. The connections take numbers in
 * turns, so that they read the tables in the same order as the load on the product.
 */
const SCRIPT = `\\set n :first + :k * :clients + :client_id
\\set s ${BASE} + 1 + (:n - 1) % ${SERVERS}
\\set k :k + 1
with done as (
  delete from pending_deliveries
  where store_id = ('${PREFIX.store}' || :s::text)::uuid
    and id = ('${PREFIX.delivery}' || :n::text)::uuid
    and server_id = ('${PREFIX.server}' || :s::text)::uuid
  returning store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
    resend_of, created_at, dispatched_at
)
insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos,
  unit, products, resend_of, created_at, dispatched_at, state)
select done.*, 'processed' from done
returning finished_at;
`

const CONNECT_TIMEOUT_MS = 60_000
/** A connection plans the first executions of its prepared statement again. */
export const WARM_UP_SECONDS = 2

/** Starts pgbench once and pauses it between the rounds, because connecting and warming up takes seconds. */
export async function startPgbench(
  defer: Defer,
  { cluster, folder }: Environment,
  { databaseUrl, client, connections, first }: Settings,
) {
  const name = `pgbench-${connections}`
  const script = join(folder, `${name}.sql`)
  await writeFile(script, SCRIPT)
  const child = spawn(
    join(cluster.binDir, 'pgbench'),
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${connections}`,
      '--jobs=2',
      '--transactions=2000000000',
      '--define=k=0',
      `--define=clients=${connections}`,
      `--define=first=${first}`,
      `--file=${script}`,
      databaseUrl,
    ],
    {
      // Its output is a summary that is not used, and errors when it is killed.
      stdio: 'ignore',
      env: { ...process.env, PGAPPNAME: name, PGOPTIONS: '-c role=quartermaster_gateway -c synchronous_commit=on' },
    },
  )
  const exited = once(child, 'exit')
  defer(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const areConnected = async () => (await countConnections(client, name)) === connections
  if (!(await waitUntil(areConnected, { timeoutMs: CONNECT_TIMEOUT_MS, intervalMs: 100 })))
    throw new Error(`${name} has ${await countConnections(client, name)} of ${connections} connections`)
  await sleep(WARM_UP_SECONDS * 1000)
  child.kill('SIGSTOP')
  /** Runs the paused pgbench for this time. Returns the seconds that it ran. */
  return async (seconds: number) => {
    const startedAt = performance.now()
    child.kill('SIGCONT')
    await sleep(seconds * 1000)
    child.kill('SIGSTOP')
    if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode}`)
    return (performance.now() - startedAt) / 1000
  }
}

async function countConnections(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query('select from pg_stat_activity where application_name = $1', [name])
  return rows.length
}
