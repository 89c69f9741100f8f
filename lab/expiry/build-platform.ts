import { fillDatabase } from '../database/fill-database.ts'
import { createSqlFunctions } from '../database/sql-functions.ts'
import { createShapes, DAY, FORTY_DAYS } from './entitlement-shapes.ts'

type PlatformSize = ReturnType<typeof planPlatform>

/** The first store has 40 % of the entitlements, the medium stores the next 30 %, and the small ones the rest. */
const LARGE_SHARE = 0.4
const MEDIUM_SHARE = 0.7
const PRODUCT = `'{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["removevip {userId} gold"]}'`

/** `due` entitlements must expire. */
export function planPlatform({ due, short, seed }: { due: number; short: boolean; seed: number }) {
  return {
    due,
    seed,
    /** How many of them become due one by one while the servers run, and within how many seconds. */
    dueLater: Math.floor(due / 100),
    dueLaterSeconds: short ? 2 : 10,
    /** Entitlements that must not expire. */
    notDue: Math.floor(due / 5),
    mediumStores: Math.max(10, Math.floor(due / 1_000)),
    smallStores: Math.floor(due / 5),
  }
}

/**
 * Fills a migrated database with the expiries that an outage of a week leaves behind. `bench.expected` lists the
 * deliveries that must exist afterwards. It is derived from the shapes alone, not from results of the product.
 */
export async function buildPlatform(url: string, size: PlatformSize): Promise<void> {
  const steps = [...createPlan(size), ...insertStores(size), ...insertPurchases(), ...insertDeliveries()]
  await fillDatabase(url, 'building the platform', steps)
}

/** Decides which player owns which product, and until when. */
function createPlan(size: PlatformSize): string[] {
  const { due, dueLater, dueLaterSeconds, notDue, mediumStores, smallStores, seed } = size
  const firstLater = due - dueLater
  return [
    createSqlFunctions({ seed, beginMs: Date.now() - 10 * DAY * 1000 }),
    `create function bench.servers(store bigint, numbers integer[]) returns uuid[] language sql immutable parallel safe return
       array(select bench.id('srv', store * 10 + number) from unnest(numbers) number)`,
    createShapes(),
    `create table bench.owned as
     select numbers.*, bench.id('sto', store) as store_id, bench.id('ent', n) as id, kind, product, rebuy, quantity, servers, earlier,
       earlier_refunded, seconds, without_commands,
       case when is_due_later then now() + interval '1 day' + make_interval(secs => ${dueLaterSeconds} * (n - ${firstLater}) / ${Math.max(dueLater, 1)}::float8)
         when seconds is null then 'infinity'
         when seconds = ${FORTY_DAYS} then now() + make_interval(secs => 3600 + bench.chance('until', n, ${30 * DAY}))
         else now() - make_interval(secs => bench.chance('until', n, ${7 * DAY})) end as until
     from (select n::bigint, n <= ${due} as is_due, n > ${firstLater} and n <= ${due} as is_due_later,
             case when place < ${LARGE_SHARE} then 1 when place < ${MEDIUM_SHARE} then 2 + n % ${mediumStores}
               else 2 + ${mediumStores} + n % ${smallStores} end::bigint as store
           from generate_series(1, ${due + notDue}) n, lateral (select n % ${due} / ${due}::float8 as place) p) numbers
     join bench.shapes shape on shape.is_due = numbers.is_due and shape.no = bench.chance('shape', n, 100)`,
    // The newest purchase has the number of its entitlement, and an earlier purchase has that number with a minus sign.
    `create table bench.purchases as
     select n, n as no, store_id, id, bench.id('chk', n) as checkout_id, store, product, rebuy, quantity, seconds, without_commands,
       kind = 'refunded' as refunded, bench.servers(store, servers) as server_ids,
       bench.servers(store, case when servers = '{}' then '{1}' else servers end) as placed, bench.id('prd', store * 10 + product) as product_id,
       case when seconds is null then now() - interval '3 days' else until - make_interval(secs => seconds) end as granted_at
     from bench.owned
     union all
     select n, -n, store_id, id, bench.id('chk', -n), store, product, rebuy, quantity, ${DAY}, without_commands, earlier_refunded, bench.servers(store, earlier),
       bench.servers(store, earlier), bench.id('prd', store * 10 + product),
       until - make_interval(secs => seconds + ${DAY} + 3600)
     from bench.owned where earlier is not null`,
    'analyze bench.owned; analyze bench.purchases',
  ]
}

function insertStores({ mediumStores, smallStores }: PlatformSize): string[] {
  const all = `generate_series(1, ${1 + mediumStores + smallStores}) store`
  return [
    `insert into stores (id, name, plan, url, currency, default_server_id)
     select bench.id('sto', store), 'Store ' || store, 'BASIC', 's' || store || '.example', 'BRL', (bench.servers(store, '{1}'))[1] from ${all}`,
    `insert into game_servers (store_id, id, name, profile)
     select bench.id('sto', store), server, 'lobby', 'standard' from ${all}, unnest(bench.servers(store, '{1,2}')) server`,
    `insert into products (store_id, id, slug, name, price_minor, approve_commands, refund_commands, expire_commands, duration_seconds, rebuy, delivers_to)
     select distinct on (store, product) store_id, bench.id('prd', store * 10 + product), 'vip-' || product, 'VIP Gold', 1990, '{addvip}'::text[], '{removevip}'::text[],
       case when without_commands then '{}' else '{removevip}' end::text[], seconds, rebuy, 'default' from bench.owned order by store, product, n`,
  ]
}

function insertPurchases(): string[] {
  return [
    `insert into checkouts (store_id, id, game_user_id, currency, state, created_at, paid_at, refunded_at)
     select store_id, checkout_id, n::text, 'BRL', case when refunded then 'refunded' else 'paid' end, granted_at, granted_at,
       case when refunded then granted_at end from bench.purchases`,
    `insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
       expire_commands, duration_seconds, rebuy, server_ids, refunded_at)
     select store_id, checkout_id, 1, product_id, 'VIP Gold', 1990, quantity, '{addvip}', '{removevip}',
       case when without_commands then '{}' else '{removevip}' end::text[], seconds, rebuy, server_ids,
       case when refunded then granted_at end from bench.purchases`,
    `insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by)
     select store_id, id, bench.id('prd', store * 10 + product), n::text, rebuy, '00000000-0000-0000-0000-000000000000', until,
       case when kind = 'refunded' then until - interval '1 hour' end, case when kind = 'refunded' then 'refund' end from bench.owned`,
    `insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product, granted_at, revoked_at)
     select store_id, checkout_id, 1, id, quantity, seconds, server_ids, case when not without_commands then ${PRODUCT} end, granted_at,
       case when refunded then granted_at end from bench.purchases`,
  ]
}

/**
 * A third is pending, a third is dispatched, and a third has run. If a purchase was refunded and another remained, its
 * delivery has run; otherwise the refund cancelled it.
 */
function insertDeliveries(): string[] {
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
    // One for each unit, on every server of any of its purchases, in the checkout of the newest purchase.
    `create table bench.expected as
     select distinct o.n, o.store_id, bench.id('chk', o.n) as checkout_id, server_id, unit, '[' || ${PRODUCT} || ']' as products
     from bench.owned o join bench.purchases p on p.n = o.n, unnest(p.placed) server_id, generate_series(1, o.quantity) unit
     where o.is_due and not o.without_commands`,
  ]
}
