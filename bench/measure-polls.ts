import { sql } from 'kysely'
import type pg from 'pg'
import type { GatewayDb } from '../server/src/db/database.ts'
import { listReady } from '../server/src/delivery/queue/list-ready.ts'
import { authenticateServers } from '../server/src/game-servers/authenticate-server.ts'
import { hashSecretToken } from '../server/src/secret-token.ts'
import { type History, keyOf } from './build-history.ts'

export type Side = { name: string; gateway: GatewayDb; history: History }

/** Microseconds that the database spent on planning and running, a poll. */
export type PollTime = { poll: number; keyLookup: number; queue: number; planning: number }

const POLLS_A_ROUND = 100
/** Polls that come alone: among many in one statement each costs a few microseconds, and the depth of an index shows. */
const BATCH = 1
const WARM_UP = 1_000
/** One poll in so many finds something. */
const IDLE_PER_BUSY = 100

/**
 * The database's own clock for the product's own two statements. The sides take turns, round by round, so that
 * whatever else the machine does meets both alike; of the rounds the median counts.
 */
export async function measurePolls(
  admin: pg.Client,
  sides: Side[],
  { rounds }: { rounds: number },
): Promise<PollTime[]> {
  for (const side of sides) await warmUp(side)
  const times: PollTime[][] = sides.map(() => [])
  for (let round = 0; round < rounds; round++) {
    // Turned round every time: the second place may be the warmer one.
    const order = round % 2 === 0 ? [...sides.keys()] : [...sides.keys()].toReversed()
    for (const index of order) {
      const side = sides[index]
      if (side) times[index]?.push(await measureRound(admin, side, WARM_UP + round * POLLS_A_ROUND))
    }
  }
  return times.map((list) => ({
    poll: medianOf(list.map((time) => time.poll)),
    keyLookup: medianOf(list.map((time) => time.keyLookup)),
    queue: medianOf(list.map((time) => time.queue)),
    planning: medianOf(list.map((time) => time.planning)),
  }))
}

/**
 * Every page that a poll may touch is read once, on the connection that will poll: a backend that has run for a
 * minute has them mapped, a new one pays for each first touch.
 */
async function warmUp(side: Side): Promise<void> {
  const walks = [
    ['pending_deliveries', 'store_id'],
    ['server_keys', 'key_hash'],
    ['game_servers', 'store_id'],
    ['stores', 'id'],
  ] as const
  await sql`select set_config('statement_timeout', '0', false), set_config('max_parallel_workers_per_gather', '0', false)`.execute(
    side.gateway,
  )
  for (const [table, column] of walks) {
    for (const scan of ['seqscan', 'indexscan']) {
      await sql`select set_config('enable_seqscan', ${scan === 'seqscan' ? 'on' : 'off'}, false)`.execute(side.gateway)
      await sql`select count(${sql.ref(column)}) from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
        side.gateway,
      )
    }
  }
  await sql`reset all`.execute(side.gateway)
  // A planner that sees a table of a thousand rows reads it whole. What is compared is the way that a full table is read.
  for (const way of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) {
    await sql`select set_config(${way}, 'off', false)`.execute(side.gateway)
  }
  await pollMany(side, 0, WARM_UP)
}

async function measureRound(admin: pg.Client, side: Side, first: number): Promise<PollTime> {
  await admin.query(
    'select pg_stat_statements_reset(0, (select oid from pg_database where datname = $1), 0)', //
    [side.name],
  )
  await pollMany(side, first, POLLS_A_ROUND)
  const { rows } = await admin.query<{ queue: boolean; calls: string; ms: number; plan_ms: number }>(
    `select query like '%from pending_deliveries%' as queue, sum(calls) as calls, sum(total_plan_time + total_exec_time) as ms,
       sum(total_plan_time) as plan_ms
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = $1) and userid = 'quartermaster_gateway'::regrole
     group by 1`,
    [side.name],
  )
  const microseconds = (queue: boolean) => {
    const row = rows.find((each) => each.queue === queue)
    if (!row || Number(row.calls) !== POLLS_A_ROUND / BATCH)
      throw new Error('the database did not count every statement')
    return (row.ms * 1000) / POLLS_A_ROUND
  }
  const keyLookup = microseconds(false)
  const queue = microseconds(true)
  const planning = (rows.reduce((sum, row) => sum + row.plan_ms, 0) * 1000) / POLLS_A_ROUND
  return { poll: keyLookup + queue, keyLookup, queue, planning }
}

async function pollMany(side: Side, first: number, count: number): Promise<void> {
  for (let i = first; i < first + count; i += BATCH) await pollBatch(side, i)
}

async function pollBatch({ gateway, history }: Side, first: number): Promise<void> {
  const { stores, busyStores, pending } = history
  const polls = Array.from({ length: BATCH }, (_, n) => {
    const i = first + n
    const busy = i % IDLE_PER_BUSY === 0
    // A large prime as the stride visits the stores in no order and comes to all of them.
    const store = busy ? 1 + ((i * 104_729) % busyStores) : busyStores + 1 + ((i * 104_729) % (stores - busyStores))
    return { store, elements: busy ? pending / busyStores : 0 }
  })
  const found = await authenticateServers(
    gateway,
    polls.map(({ store }) => hashSecretToken(keyOf(store))),
  )
  const callers = found.filter((caller) => caller !== undefined)
  if (callers.length !== BATCH) throw new Error('not every store was built')
  const queues = await listReady(gateway, callers, { limit: 17, contentBytes: 4_096 })
  for (const [i, { store, elements }] of polls.entries()) {
    const length = queues[i]?.length
    if (length !== elements) throw new Error(`store ${store} has ${length} elements instead of ${elements}`)
  }
}

function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
