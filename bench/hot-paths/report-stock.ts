import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type DeliveryId, formatId } from '../../server/src/ids.ts'
import { keyOf } from '../build-history.ts'

/** Elements of one side, by number. Each is reported once, so every turn needs new ones. */
export type Stock = {
  first: number
  /** Sees to it that so many wait behind the last that was reported, and says which: from there on, up to not including. */
  fill: (count: number) => Promise<{ from: number; to: number }>
  /** How many were moved into the ledger since the last time, once nothing moves any more. */
  settle: () => Promise<number>
  waiting: (from: number, to: number) => Promise<number>
}

export const SERVERS = 1_000
/** Fifteen digits, so that a number can stand in an id as it is. */
export const BASE = 100_000_000_000_000

const LANE = 1_000_000_000_000
const now = Date.now().toString(16).padStart(12, '0')
/** What stands before the number in an id of each kind: the time, the version, the kind, the variant. */
export const PREFIX = { store: `${now}70018`, server: `${now}70028`, command: `${now}70038`, checkout: `${now}70048` }

const CONTENT = `'[{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["addvip {userId} gold"]}]'`
const LOOK_AGAIN_MS = 150

/** Numbers of its own for each lane. */
export function openStock(client: pg.Client, lane: number): Stock {
  const first = BASE + lane * LANE
  let filled = first
  let next = first
  let before = 0

  return {
    first,
    async fill(count) {
      const to = Math.max(filled, next + count)
      if (to > filled) await addElements(client, filled, to - 1)
      filled = to
      // So that neither what filling leaves behind nor a checkpoint falls into the turn.
      await client.query('vacuum (analyze) pending_deliveries')
      await client.query('checkpoint')
      return { from: next, to }
    },
    async settle() {
      let moved = -1
      for (let seen = -2; moved !== seen; await sleep(LOOK_AGAIN_MS)) {
        seen = moved
        const { waiting, last, ...found } = await look(client, first, filled)
        moved = found.moved
        if (moved + waiting !== filled - first) {
          throw new Error(`of ${filled - first} elements ${moved} are in the ledger and ${waiting} wait`)
        }
        next = Math.max(next, last + 1)
        if (next === filled) throw new Error('there were not enough elements for this turn')
      }
      const since = moved - before
      before = moved
      return since
    },
    waiting: async (from, to) => (await look(client, from, to)).waiting,
  }
}

/** A line for each report: the key of the element's server, and the element as its server knows it. */
export function reportLines({ from, to }: { from: number; to: number }): string {
  return Array.from({ length: to - from }, (_, i) => {
    const id = `${PREFIX.command}${from + i}` as DeliveryId
    return `${keyOf((from + i) % SERVERS)} ${formatId('cmd', id)}\n`
  }).join('')
}

/** Servers and elements with ids that are computed from a number with no table and no function of ours. */
export async function openServers(client: pg.Client): Promise<void> {
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
      select ${store}, ${server}, ${server}, sha256(convert_to('bench-key-' || lpad((n - ${BASE})::text, 12, '0'), 'UTF8')),
        '…', 'imported' from ${numbers}`)
}

async function addElements(client: pg.Client, from: number, to: number): Promise<void> {
  const numbers = `(select n, ${BASE} + n % ${SERVERS} as s from generate_series(${from}::bigint, ${to}) n) e`
  const store = `('${PREFIX.store}' || s)::uuid`
  const checkout = `('${PREFIX.checkout}' || n)::uuid`
  await client.query(`
    insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
      select ${store}, ${checkout}, n::text, 'BRL', 'paid', now() from ${numbers};
    insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, dispatched_at)
      select ${store}, ('${PREFIX.command}' || n)::uuid, ('${PREFIX.server}' || s)::uuid, ${checkout}, n::text, 'APPROVE', '{1}',
        ${CONTENT}, now() from ${numbers}`)
}

type Look = { moved: number; last: number; waiting: number }

async function look(client: pg.Client, from: number, to: number): Promise<Look> {
  const { rows } = await client.query<Look>(
    `select moved, waiting, last
     from (select count(*)::integer as moved, coalesce(max(right(replace(id::text, '-', ''), 15)), '0')::float8 as last
           from delivery_ledger where id >= $1 and id < $2) l,
       (select count(*)::integer as waiting from pending_deliveries where id >= $1 and id < $2) p`,
    [`${PREFIX.command}${from}`, `${PREFIX.command}${to}`],
  )
  if (!rows[0]) throw new Error('the database did not count')
  return rows[0]
}
