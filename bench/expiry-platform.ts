import pg from 'pg'
import { DAY, FORTY_DAYS, shapesTable } from './expiry-shapes.ts'
import { startProgress } from '../e2e/kit/progress.ts'

export type Platform = {
  due: number
  /** So many of these become due one by one while the schedulers run. */
  soon: number
  soonSeconds: number
  /** Held as well, and not to be ended. */
  bait: number
  middleStores: number
  smallStores: number
  seed: number
}

/** Of what is due, the first store holds 40 in a hundred, the middle ones the next 30, and the small ones the rest. */
const FIRST_BELOW = 0.4
const MIDDLE_BELOW = 0.7
const PRODUCT = `'{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["removevip {userId} gold"]}'`

/**
 * Fills a migrated database with what an outage of a week leaves to be expired, and bait among it. What each
 * entitlement must leave behind is written down from the shapes alone, before the product has seen any of them.
 */
export async function buildPlatform(url: string, platform: Platform): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c session_replication_role=replica -c synchronous_commit=off -c work_mem=64MB -c jit=off',
  })
  await client.connect()
  try {
    const steps = [
      ...plan(platform),
      ...stores(platform),
      ...purchases(),
      ...deliveries(),
      'vacuum analyze',
      'checkpoint',
    ]
    const progress = startProgress('building the platform', steps.length)
    for (const step of steps) {
      await client.query(step)
      progress.add(1)
    }
    progress.done()
  } finally {
    await client.end()
  }
}

/** Ids and chances that the seed decides, and who holds what until when. */
function plan({ due, soon, soonSeconds, bait, middleStores, smallStores, seed }: Platform): string[] {
  const ms = Date.now() - 10 * DAY * 1000
  const pure = 'language sql immutable parallel safe return'
  return [
    `create schema bench;
     create function bench.id(kind text, n bigint) returns uuid ${pure}
       overlay(overlay(lpad(to_hex(${ms}), 12, '0') || substr(md5(${seed} || kind || n), 1, 20) placing '7' from 13) placing '8' from 17)::uuid;
     create function bench.chance(kind text, n bigint, below integer) returns integer ${pure}
       mod(('x' || substr(md5(${seed} || kind || n), 1, 7))::bit(28)::integer, below);
     create function bench.servers(store bigint, numbers integer[]) returns uuid[] ${pure}
       array(select bench.id('srv', store * 10 + number) from unnest(numbers) number)`,
    shapesTable(),
    `create table bench.held as
     select numbers.*, bench.id('sto', store) as store_id, bench.id('ent', n) as id, kind, product, rebuy, quantity, servers, earlier,
       earlier_refunded, seconds, quiet,
       case when soon then now() + interval '1 day' + make_interval(secs => ${soonSeconds} * (n - ${due - soon}) / ${Math.max(soon, 1)}::float8)
         when seconds is null then 'infinity'
         when seconds = ${FORTY_DAYS} then now() + make_interval(secs => 3600 + bench.chance('until', n, ${30 * DAY}))
         else now() - make_interval(secs => bench.chance('until', n, ${7 * DAY})) end as until
     from (select n::bigint, n > ${due} as bait, n between ${due - soon + 1} and ${due} as soon,
             case when place < ${FIRST_BELOW} then 1 when place < ${MIDDLE_BELOW} then 2 + n % ${middleStores}
               else 2 + ${middleStores} + n % ${smallStores} end::bigint as store
           from generate_series(1, ${due + bait}) n, lateral (select n % ${due} / ${due}::float8 as place) p) numbers
     join bench.shapes shape on shape.bait = numbers.bait and shape.no = bench.chance('shape', n, 100)`,
    // The newest purchase carries the number of what it grants, the one before it the same below zero.
    `create table bench.purchases as
     select n, n as no, store_id, id, bench.id('chk', n) as checkout_id, store, product, rebuy, quantity, seconds, quiet,
       kind = 'refunded' as refunded, bench.servers(store, servers) as server_ids,
       bench.servers(store, case when servers = '{}' then '{1}' else servers end) as placed, bench.id('prd', store * 10 + product) as product_id,
       case when seconds is null then now() - interval '3 days' else until - make_interval(secs => seconds) end as granted_at
     from bench.held
     union all
     select n, -n, store_id, id, bench.id('chk', -n), store, product, rebuy, quantity, ${DAY}, quiet, earlier_refunded, bench.servers(store, earlier),
       bench.servers(store, earlier), bench.id('prd', store * 10 + product),
       until - make_interval(secs => seconds + ${DAY} + 3600)
     from bench.held where earlier is not null`,
    'analyze bench.held; analyze bench.purchases',
  ]
}

function stores({ middleStores, smallStores }: Platform): string[] {
  const all = `generate_series(1, ${1 + middleStores + smallStores}) store`
  return [
    `insert into stores (id, name, plan, url, currency, default_server_id)
     select bench.id('sto', store), 'Store ' || store, 'BASIC', 's' || store || '.example', 'BRL', (bench.servers(store, '{1}'))[1] from ${all}`,
    `insert into game_servers (store_id, id, name, profile)
     select bench.id('sto', store), server, 'lobby', 'standard' from ${all}, unnest(bench.servers(store, '{1,2}')) server`,
    `insert into products (store_id, id, name, price_minor, approve_commands, refund_commands, expire_commands, duration_seconds, rebuy, delivers_to)
     select distinct on (store, product) store_id, bench.id('prd', store * 10 + product), 'VIP Gold', 1990, '{addvip}'::text[], '{removevip}'::text[],
       case when quiet then '{}' else '{removevip}' end::text[], seconds, rebuy, 'default' from bench.held order by store, product, n`,
  ]
}

function purchases(): string[] {
  return [
    `insert into checkouts (store_id, id, game_user_id, currency, state, created_at, paid_at, refunded_at)
     select store_id, checkout_id, n::text, 'BRL', case when refunded then 'refunded' else 'paid' end, granted_at, granted_at,
       case when refunded then granted_at end from bench.purchases`,
    `insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
       expire_commands, duration_seconds, rebuy, server_ids, refunded_at)
     select store_id, checkout_id, 1, product_id, 'VIP Gold', 1990, quantity, '{addvip}', '{removevip}',
       case when quiet then '{}' else '{removevip}' end::text[], seconds, rebuy, server_ids,
       case when refunded then granted_at end from bench.purchases`,
    `insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by)
     select store_id, id, bench.id('prd', store * 10 + product), n::text, rebuy, '00000000-0000-0000-0000-000000000000', until,
       case when kind = 'refunded' then until - interval '1 hour' end, case when kind = 'refunded' then 'refund' end from bench.held`,
    `insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product, granted_at, revoked_at)
     select store_id, checkout_id, 1, id, quantity, seconds, server_ids, case when not quiet then ${PRODUCT} end, granted_at,
       case when refunded then granted_at end from bench.purchases`,
  ]
}

/** A third waits, a third was offered, a third is done; what a refund left was done, what it took back was never offered. */
function deliveries(): string[] {
  const placed = `(select *, case when no < 0 and refunded then 'processed' when refunded then 'cancelled'
      when bench.chance('done', no, 3) = 2 then 'processed' else 'pending' end as state
    from bench.purchases, unnest(placed) server_id) p`
  const content = `'[' || array_to_string(array_fill((${PRODUCT})::text, array[quantity]), ',') || ']'`
  return [
    `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at)
     select store_id, gen_random_uuid(), server_id, checkout_id, n::text, 'APPROVE', '{1}', ${content}, granted_at,
       case when bench.chance('done', no, 3) = 1 then granted_at end from ${placed} where state = 'pending'`,
    `insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
       created_at, dispatched_at, state, cancelled_by, finished_at)
     select store_id, bench.id('cmd' || server_id, no), server_id, nextval(pg_get_serial_sequence('pending_deliveries', 'position')), checkout_id, n::text,
       'APPROVE', '{1}', 1, ${content}, granted_at, case when state = 'processed' then granted_at end, state,
       case when state = 'cancelled' then 'refund' end, granted_at from ${placed} where state <> 'pending'`,
    // One for each unit, on every server that any purchase of it went to, in the name of the newest purchase.
    `create table bench.expected as
     select distinct h.n, h.store_id, bench.id('chk', h.n) as checkout_id, server_id, unit, '[' || ${PRODUCT} || ']' as products
     from bench.held h join bench.purchases p on p.n = h.n, unnest(p.placed) server_id, generate_series(1, h.quantity) unit
     where not h.bait and not h.quiet`,
  ]
}
