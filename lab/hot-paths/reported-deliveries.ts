import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type DeliveryId, formatId } from '../../server/src/ids.ts'
import { insertPending, insertStores, serverKey } from '../database/build-history.ts'
import { PURE } from '../database/sql-functions.ts'

export type DeliverySource = ReturnType<typeof createDeliverySource>

const SERVERS = 1_000
/** Fifteen digits, so that an id is a prefix and a number. */
const BASE = 100_000_000_000_000

const now = Date.now().toString(16).padStart(12, '0')
/** The part of an id before the number: time, version, kind and variant. */
const PREFIX = { store: `${now}70018`, server: `${now}70028`, delivery: `${now}70038`, checkout: `${now}70048` }

const POLL_INTERVAL_MS = 150

/** The deliveries that are reported, by number. Each can be reported once, so every round needs new ones. */
export function createDeliverySource(client: pg.Client) {
  let filledTo = BASE
  let next = BASE
  let movedBefore = 0

  return {
    /** Adds deliveries until `count` of them are pending after the last that was reported. Returns their numbers, without `to`. */
    async fill(count: number) {
      const to = Math.max(filledTo, next + count)
      for (const statement of insertPending(filledTo, to - 1, SERVERS)) await client.query(statement)
      filledTo = to
      // Neither autovacuum nor a checkpoint should run during the measurement.
      await client.query('vacuum (analyze) pending_deliveries')
      await client.query('checkpoint')
      return { from: next, to }
    },
    /** Waits until no more deliveries move. Returns how many moved into the ledger since the last call. */
    async countMoved() {
      let moved = -1
      for (let last = -2; moved !== last; await sleep(POLL_INTERVAL_MS)) {
        last = moved
        const counts = await countDeliveries(client, BASE, filledTo)
        moved = counts.moved
        if (moved + counts.pending !== filledTo - BASE) {
          throw new Error(
            `${moved} deliveries are in the ledger and ${counts.pending} are pending, but there were ${filledTo - BASE}`,
          )
        }
        next = Math.max(next, counts.last + 1)
        if (next === filledTo) throw new Error('There were not enough deliveries for this round')
      }
      const sinceLastCall = moved - movedBefore
      movedBefore = moved
      return sinceLastCall
    },
    countPending: async (from: number, to: number) => (await countDeliveries(client, from, to)).pending,
  }
}

/** One line for each report: the key of the server and the id of the delivery. */
export function reportLines({ from, to }: { from: number; to: number }): string {
  return Array.from({ length: to - from }, (_, i) => {
    const id = `${PREFIX.delivery}${from + i}` as DeliveryId
    return `${serverKey(1 + ((from + i - 1) % SERVERS))} ${formatId('cmd', id)}\n`
  }).join('')
}

/** Their ids are computed from numbers without a table. */
export async function prepareReports(client: pg.Client): Promise<void> {
  const idOf = (prefix: string, n: string) => `(n bigint) returns uuid ${PURE} ('${prefix}' || ${n})::uuid`
  await client.query(`
    set session_replication_role = replica;
    select make_ledger_partitions(now(), 1);
    create schema bench;
    create function bench.store ${idOf(PREFIX.store, `${BASE} + n`)};
    create function bench.server ${idOf(PREFIX.server, `${BASE} + n`)};
    create function bench.checkout ${idOf(PREFIX.checkout, 'n')};
    create function bench.delivery ${idOf(PREFIX.delivery, 'n')};
    create function bench.sold_at(n bigint) returns timestamptz language sql stable return now()`)
  for (const statement of insertStores(SERVERS)) await client.query(statement)
}

type Counts = { moved: number; pending: number; last: number }

async function countDeliveries(client: pg.Client, from: number, to: number): Promise<Counts> {
  const { rows } = await client.query<Counts>(
    `select moved, pending, last
     from (select count(*)::integer as moved, coalesce(max(right(replace(id::text, '-', ''), 15)), '0')::float8 as last
           from delivery_ledger where id >= $1 and id < $2) l,
       (select count(*)::integer as pending from pending_deliveries where id >= $1 and id < $2) p`,
    [`${PREFIX.delivery}${from}`, `${PREFIX.delivery}${to}`],
  )
  if (!rows[0]) throw new Error('The database returned no counts')
  return rows[0]
}
