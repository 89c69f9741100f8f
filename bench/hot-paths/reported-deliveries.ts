import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type DeliveryId, formatId } from '../../server/src/ids.ts'
import { PRODUCTS, serverKey, serverKeyHash } from '../database/build-history.ts'

/** The deliveries that one side reports, by number. Each can be reported once, so every round needs new ones. */
export type DeliverySource = {
  first: number
  /** Adds deliveries until `count` of them are pending after the last that was reported. Returns their numbers, without `to`. */
  fill: (count: number) => Promise<{ from: number; to: number }>
  /** Waits until no more deliveries move. Returns how many moved into the ledger since the last call. */
  countMoved: () => Promise<number>
  countPending: (from: number, to: number) => Promise<number>
}

export const SERVERS = 1_000
/** Fifteen digits, so that an id is a prefix and a number. */
export const BASE = 100_000_000_000_000
const NUMBERS_PER_SOURCE = 1_000_000_000_000

const now = Date.now().toString(16).padStart(12, '0')
/** The part of an id before the number: time, version, kind and variant. */
export const PREFIX = { store: `${now}70018`, server: `${now}70028`, delivery: `${now}70038`, checkout: `${now}70048` }

const POLL_INTERVAL_MS = 150

/** Sources with different indexes have different numbers. */
export function createDeliverySource(client: pg.Client, index: number): DeliverySource {
  const first = BASE + index * NUMBERS_PER_SOURCE
  let filledTo = first
  let next = first
  let movedBefore = 0

  return {
    first,
    async fill(count) {
      const to = Math.max(filledTo, next + count)
      if (to > filledTo) await insertDeliveries(client, filledTo, to - 1)
      filledTo = to
      // Neither autovacuum nor a checkpoint should run during the measurement.
      await client.query('vacuum (analyze) pending_deliveries')
      await client.query('checkpoint')
      return { from: next, to }
    },
    async countMoved() {
      let moved = -1
      for (let last = -2; moved !== last; await sleep(POLL_INTERVAL_MS)) {
        last = moved
        const counts = await countDeliveries(client, first, filledTo)
        moved = counts.moved
        if (moved + counts.pending !== filledTo - first) {
          throw new Error(
            `${moved} deliveries are in the ledger and ${counts.pending} are pending, but there were ${filledTo - first}`,
          )
        }
        next = Math.max(next, counts.last + 1)
        if (next === filledTo) throw new Error('There were not enough deliveries for this round')
      }
      const sinceLastCall = moved - movedBefore
      movedBefore = moved
      return sinceLastCall
    },
    countPending: async (from, to) => (await countDeliveries(client, from, to)).pending,
  }
}

/** One line for each report: the key of the server and the id of the delivery. */
export function reportLines({ from, to }: { from: number; to: number }): string {
  return Array.from({ length: to - from }, (_, i) => {
    const id = `${PREFIX.delivery}${from + i}` as DeliveryId
    return `${serverKey((from + i) % SERVERS)} ${formatId('cmd', id)}\n`
  }).join('')
}

/** Their ids are computed from numbers without a table or a function, as pgbench has to do. */
export async function insertServers(client: pg.Client): Promise<void> {
  const numbers = `(select ${BASE} + n as n from generate_series(0, ${SERVERS - 1}) n) s`
  const store = `('${PREFIX.store}' || n)::uuid`
  const server = `('${PREFIX.server}' || n)::uuid`
  await client.query(`
    set session_replication_role = replica;
    select make_ledger_partitions(now(), 1);
    insert into stores (id, name, plan, url, currency, default_server_id)
      select ${store}, 'Store ' || n, 'BASIC', 's' || n || '.example', 'BRL', ${server} from ${numbers};
    insert into game_servers (store_id, id, name, profile, port, address, initialized_at, last_seen_at)
      select ${store}, ${server}, 'lobby', 'standard', 30120, '203.0.113.7', now(), now() from ${numbers};
    insert into server_keys (store_id, id, server_id, key_hash, hint, source)
      select ${store}, ${server}, ${server}, ${serverKeyHash(`n - ${BASE}`)}, '…', 'imported' from ${numbers}`)
}

async function insertDeliveries(client: pg.Client, from: number, to: number): Promise<void> {
  const numbers = `(select n, ${BASE} + n % ${SERVERS} as s from generate_series(${from}::bigint, ${to}) n) e`
  const store = `('${PREFIX.store}' || s)::uuid`
  const checkout = `('${PREFIX.checkout}' || n)::uuid`
  await client.query(`
    insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
      select ${store}, ${checkout}, n::text, 'BRL', 'paid', now() from ${numbers};
    insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, dispatched_at)
      select ${store}, ('${PREFIX.delivery}' || n)::uuid, ('${PREFIX.server}' || s)::uuid, ${checkout}, n::text, 'APPROVE', '{1}',
        ${PRODUCTS}, now() from ${numbers}`)
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
