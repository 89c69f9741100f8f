import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { BASE, PREFIX, SERVERS } from './report-stock.ts'
import { startChild } from './start-child.ts'

/** Connected, warm and held: it goes on for the time of a turn, and is held again. */
export type Pgbench = { turn: (seconds: number) => Promise<{ seconds: number }>; stop: () => Promise<void> }

type Settings = {
  binDir: string
  folder: string
  databaseUrl: string
  client: pg.Client
  clients: number
  first: number
}

/**
 * One report as one statement, as a server would send it that serves each request by itself. Clients take their numbers
 * in turns, so that they walk the tables in the same order as the load on us does.
 */
const SCRIPT = `\\set n :first + :k * :clients + :client_id
\\set s ${BASE} + :n % ${SERVERS}
\\set k :k + 1
with done as (
  delete from pending_deliveries
  where store_id = ('${PREFIX.store}' || :s::text)::uuid
    and id = ('${PREFIX.command}' || :n::text)::uuid
    and server_id = ('${PREFIX.server}' || :s::text)::uuid
  returning store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
    resend_of, created_at, dispatched_at
)
insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos,
  unit, products, resend_of, created_at, dispatched_at, state)
select done.*, 'processed' from done
returning finished_at;
`

const CONNECTED_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 100
/** The first uses of a prepared statement are planned one by one. */
export const WARM_UP_SECONDS = 2

/**
 * Starts pgbench once for all rounds and holds it between them: to connect so many clients and to warm each of them up
 * takes seconds, and nobody pays that for every report.
 */
export async function startPgbench({
  binDir,
  folder,
  databaseUrl,
  client,
  clients,
  first,
}: Settings): Promise<Pgbench> {
  const name = `pgbench-${clients}`
  const script = join(folder, `${name}.sql`)
  await writeFile(script, SCRIPT)
  const { process: child, exited } = await startChild(
    join(binDir, 'pgbench'),
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${clients}`,
      '--jobs=2',
      '--transactions=2000000000',
      '--define=k=0',
      `--define=clients=${clients}`,
      `--define=first=${first}`,
      `--file=${script}`,
      databaseUrl,
    ],
    {
      logFile: join(folder, `${name}.log`),
      env: { PGOPTIONS: '-c role=quartermaster_gateway -c synchronous_commit=on', PGAPPNAME: name },
    },
  )
  await connected(client, { name, clients })
  await sleep(WARM_UP_SECONDS * 1000)
  child.kill('SIGSTOP')
  return {
    async turn(seconds) {
      const begun = performance.now()
      child.kill('SIGCONT')
      await sleep(seconds * 1000)
      child.kill('SIGSTOP')
      if (child.exitCode !== null) throw new Error(`${name} ended by itself with ${child.exitCode}`)
      return { seconds: (performance.now() - begun) / 1000 }
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function connected(client: pg.Client, { name, clients }: { name: string; clients: number }): Promise<void> {
  const deadline = Date.now() + CONNECTED_WITHIN_MS
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from pg_stat_activity where application_name = $1',
      [name],
    )
    if (rows[0]?.count === clients) return
    if (Date.now() > deadline) throw new Error(`${name} has ${rows[0]?.count} connections of ${clients}`)
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Microseconds that the database needs to make the three ids of a report from numbers: what pgbench pays and we do not. */
export async function costOfIds(client: pg.Client): Promise<number> {
  const many = 300_000
  const time = async (expression: string) => {
    const begun = performance.now()
    await client.query(`select count(${expression}) from generate_series(${BASE}, ${BASE + many - 1}) n`)
    return performance.now() - begun
  }
  let cost = 0
  for (const kind of ['store', 'server', 'command'] as const) {
    cost += (await time(`('${PREFIX[kind]}' || n::text)::uuid`)) - (await time('n::text'))
  }
  return (cost * 1000) / many
}
