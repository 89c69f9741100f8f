import { sql } from 'kysely'
import type pg from 'pg'
import type { GatewayDb } from '../../server/src/db/database.ts'
import { listReady } from '../../server/src/delivery/queue/list-ready.ts'
import { authenticateServers } from '../../server/src/game-servers/authenticate-server.ts'
import { hashSecretToken } from '../../server/src/secret-token.ts'
import { alternateRounds } from '../comparison.ts'
import {
  type History,
  PENDING_PER_BUSY_STORE,
  POLLS_PER_BUSY,
  serverKey,
  storeOfPoll,
} from '../database/build-history.ts'
import { median } from '../figures.ts'

export type Side = { database: string; gateway: GatewayDb; history: History }

/** The time that the database spends on one poll, planning included, in microseconds. */
export type PollTime = { poll: number; keyLookup: number; queue: number; planning: number }

const POLLS_PER_ROUND = 100
const WARM_UP_POLLS = 1_000

/**
 * Measures the two statements of a poll with pg_stat_statements. Polls are sent one by one: in a batch, each costs only
 * a few microseconds and the depth of an index dominates. The result is the median of the rounds.
 */
export async function measurePolls(admin: pg.Client, sides: Side[], rounds: number): Promise<PollTime[]> {
  for (const side of sides) await warmUp(side)
  const measured = sides.map((side) => ({
    measure: (round: number) => measureRound(admin, side, WARM_UP_POLLS + round * POLLS_PER_ROUND),
  }))
  const times = await alternateRounds(measured, { rounds, label: 'polls' })
  return times.map((list) => ({
    poll: median(list.map(({ poll }) => poll)),
    keyLookup: median(list.map(({ keyLookup }) => keyLookup)),
    queue: median(list.map(({ queue }) => queue)),
    planning: median(list.map(({ planning }) => planning)),
  }))
}

/** Reads every page of the tables and their indexes on the connection that polls, because its first read of a page is slower. */
async function warmUp(side: Side): Promise<void> {
  const { gateway } = side
  const indexed = { pending_deliveries: 'store_id', server_keys: 'key_hash', game_servers: 'store_id', stores: 'id' }
  const set = (name: string, value: string) => sql`select set_config(${name}, ${value}, false)`.execute(gateway)
  await set('statement_timeout', '0')
  await set('max_parallel_workers_per_gather', '0')
  for (const [table, column] of Object.entries(indexed)) {
    for (const seqScan of ['on', 'off']) {
      await set('enable_seqscan', seqScan)
      await sql`select count(${sql.ref(column)}) from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
        gateway,
      )
    }
  }
  await sql`reset all`.execute(gateway)
  // Otherwise the small database would be joined in another way than a large one.
  for (const name of ['enable_hashjoin', 'enable_mergejoin']) await set(name, 'off')
  for (let i = 0; i < WARM_UP_POLLS; i++) await sendPoll(side, i)
}

async function measureRound(admin: pg.Client, side: Side, first: number): Promise<PollTime> {
  await admin.query(
    'select pg_stat_statements_reset(0, (select oid from pg_database where datname = $1), 0)', //
    [side.database],
  )
  for (let i = first; i < first + POLLS_PER_ROUND; i++) await sendPoll(side, i)
  const { rows } = await admin.query<{ queue: boolean; calls: string; ms: number; plan_ms: number }>(
    `select query like '%from pending_deliveries%' as queue, sum(calls) as calls, sum(total_plan_time + total_exec_time) as ms,
       sum(total_plan_time) as plan_ms
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = $1) and userid = 'quartermaster_gateway'::regrole
     group by 1`,
    [side.database],
  )
  const perPoll = (ms: number) => (ms * 1_000) / POLLS_PER_ROUND
  const timeOf = (isQueue: boolean) => {
    const row = rows.find(({ queue }) => queue === isQueue)
    if (Number(row?.calls) !== POLLS_PER_ROUND) throw new Error('pg_stat_statements did not count every statement')
    return perPoll(row?.ms ?? Number.NaN)
  }
  const keyLookup = timeOf(false)
  const queue = timeOf(true)
  return { poll: keyLookup + queue, keyLookup, queue, planning: perPoll(rows.reduce((ms, row) => ms + row.plan_ms, 0)) }
}

async function sendPoll({ gateway, history }: Side, i: number): Promise<void> {
  const store = storeOfPoll(i, history)
  const [caller] = await authenticateServers(gateway, [hashSecretToken(serverKey(store))])
  if (!caller) throw new Error(`Store ${store} does not exist`)
  const [queue] = await listReady(gateway, [caller], { limit: 17, contentBytes: 4_096 })
  const expected = i % POLLS_PER_BUSY === 0 ? PENDING_PER_BUSY_STORE : 0
  if (queue?.length !== expected) throw new Error(`Store ${store} has ${queue?.length} deliveries, not ${expected}`)
}
