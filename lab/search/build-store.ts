import { fillDatabase } from '../database/fill-database.ts'
import { createSqlFunctions } from '../database/sql-functions.ts'

export type StoreSize = { checkouts: number; seed: number }

const MONTHS = 24
const DAY_MS = 24 * 3600 * 1000
const MONTH_MS = 30 * DAY_MS
/** For every ten checkouts of the store, another store has one. */
const CHECKOUTS_PER_OTHER = 10
const OTHER_STORES = 20

/**
 * Fills a migrated database as two years would: one store has nearly all checkouts, and rows of other stores are between
 * them. States, players and products are skewed, and some combinations do not exist: disputes are recent, but the player
 * "old-timer" and the old product are not.
 */
export async function buildStore(url: string, size: StoreSize): Promise<void> {
  const steps = [
    ...createSales(size),
    ...insertCatalogue(),
    ...insertCheckouts(),
    ...insertDeliveries(size),
    ...insertEntitlements(),
  ]
  await fillDatabase(url, 'building the store', steps)
}

/** Decides which player bought which product, and when. */
function createSales({ checkouts, seed }: StoreSize): string[] {
  const now = Date.now() - 60_000
  const begin = now - MONTHS * MONTH_MS
  const main = `(n between 1 and ${checkouts})`
  return [
    `select make_ledger_partitions(now() - interval '${MONTHS + 1} months', ${MONTHS + 2})`,
    createSqlFunctions({ seed, beginMs: begin }),
    `create unlogged table bench.sales as
     select n, store, ms, bench.id(ms, 'chk', n) as id, bench.id('sto', store) as store_id,
       case when n > ${checkouts} - ${checkouts} / 500 and n <= ${checkouts} and bench.chance('open', n, 10) < 3 then 'open'
         when n in (7, ${Math.round(checkouts / 3)}) then 'open'
         when r < 80 then 'abandoned'
         when r < 100 then 'refunded'
         when r < 130 and n > ${checkouts} * 0.7 then 'disputed'
         else 'paid' end as state,
       case when ${main} and bench.chance('whale', n, 100) < 20 then 'whale'
         when n <= ${checkouts} / 20 and bench.chance('old-timer', n, 100) < 30 then 'old-timer'
         when n = ${Math.round(checkouts / 2)} then 'once'
         else 'steam:' || lpad(bench.chance('player', n, ${Math.ceil(checkouts / 5)})::text, 10, '0') end as player,
       case when n in (11, ${Math.round(checkouts / 4)}, ${Math.round(checkouts / 2) + 3}) then 91
         when n <= ${checkouts} / 20 and bench.chance('old product', n, 10) < 2 then 90
         when bench.chance('product', n, 100) < 50 then 1
         when bench.chance('product', n, 100) < 75 then 2
         else 3 + bench.chance('other product', n, 80) end as product,
       case when bench.chance('has second', n, 10) < 3 then 4 + bench.chance('second', n, 80) end as second,
       case when n % 50000 = 0 then 'PIX-' || n when bench.chance('reference', n, 10) < 4 then 'ORD-' || n end as reference
     from (select n, case when n <= ${checkouts} then 1 else 2 + n % ${OTHER_STORES} end as store, bench.chance('state', n, 1000) as r,
             ${begin} + (${now - begin} * power(case when n <= ${checkouts} then n else (n - ${checkouts}) * ${CHECKOUTS_PER_OTHER} end / ${checkouts}::float8, 0.8))::bigint as ms
           from generate_series(1, ${checkouts + Math.floor(checkouts / CHECKOUTS_PER_OTHER)}::bigint) n) numbers
     order by ms`,
    'analyze bench.sales',
  ]
}

function insertCatalogue(): string[] {
  const stores = `generate_series(1, ${OTHER_STORES + 1}) s`
  return [
    `insert into stores (id, name, plan, url, currency) select bench.id('sto', s), 'Store ' || s, 'BASIC', 's' || s || '.example', 'BRL' from ${stores}`,
    // The fourth has been silent for an hour, the fifth has never called, the sixth is an MTA server.
    `insert into game_servers (store_id, id, name, profile, last_seen_at)
     select bench.id('sto', s), bench.id('srv', s * 10 + k), 'server ' || k, case k when 6 then 'mta' else 'standard' end,
       case k when 4 then now() - interval '1 hour' when 5 then null else now() end from ${stores}, generate_series(1, 6) k`,
    `insert into products (store_id, id, slug, name, price_minor, approve_commands, refund_commands, expire_commands, rebuy, delivers_to)
     select bench.id('sto', s), bench.id('prd', s * 100 + p), 'product-' || p, 'Product ' || p, p * 100, array['give {userId}'], array['take {userId}'], array['take {userId}'],
       'independent', 'default' from ${stores}, generate_series(1, 92) p`,
  ]
}

function insertCheckouts(): string[] {
  const line = (no: number, product: string) => `
    insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
      expire_commands, rebuy, server_ids, refunded_at)
    select store_id, id, ${no}, bench.id('prd', store * 100 + ${product}), 'Product ' || ${product}, ${product} * 100, 1, array['give {userId}'],
      array['take {userId}'], array['take {userId}'], 'independent', array[bench.id('srv', store * 10 + 1 + n % 3)],
      case when state = 'refunded' then bench.time(ms + 3600000) end
    from bench.sales where ${product} is not null`
  return [
    `insert into checkouts (store_id, id, reference, game_user_id, currency, state, created_at, paid_at, refunded_at, disputed_at)
     select store_id, id, reference, player, 'BRL', state, bench.time(ms),
       case when state not in ('open', 'abandoned') then bench.time(ms + 60000) end,
       case when state = 'refunded' then bench.time(ms + 3600000) end, case when state = 'disputed' then bench.time(ms + 3600000) end
     from bench.sales`,
    line(1, 'product'),
    line(2, 'second'),
    `insert into payments (store_id, checkout_id, provider, amount_minor, payment_ref, expires_at, created_at)
     select store_id, id, 'stripe', product * 100 + coalesce(second, 0) * 100, 'pi_' || n, bench.time(ms + 3600000), bench.time(ms)
     from bench.sales where n % 2 = 0`,
    `insert into events (store_id, id, type, body, created_at)
     select store_id, bench.id(ms + 60000, 'evt', n), 'checkout.paid', concat('{"type":"checkout.paid","timestamp":"', wire_time(bench.time(ms)),
       '","data":{"storeId":"sto_01k9x4c8v3fq6t2m7n5w0y1z2a","checkoutId":"', type_id('chk', id), '","gameUserId":"', player, '","currency":"BRL"}}'),
       bench.time(ms + 60000)
     from bench.sales where state = 'paid' and ms > (select max(ms) - ${MONTH_MS}::bigint from bench.sales)`,
  ]
}

/** Most deliveries are finished; some of the newest are pending. */
function insertDeliveries({ checkouts }: StoreSize): string[] {
  const content = `concat('[{"id":"', type_id('prd', bench.id('prd', store * 100 + product)), '","name":"Product","price":1,"quantity":1,"commands":["give {userId}"]}]')`
  const isPending = `(state = 'paid' and (n > ${checkouts * 0.98} and n <= ${checkouts} and bench.chance('recent', n, 10) = 0 or bench.chance('pending', n, 1000) = 0))`
  const server = `bench.id('srv', store * 10 + case when bench.chance('server', n, 1000) = 0 then 6 else 1 + n % 3 end)`
  const ledger = `insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
    created_at, dispatched_at, state, cancelled_by, finished_at, receipt)`
  const cancelled = `bench.chance('cancelled', n, 500) = 0`
  return [
    `create unlogged table bench.contents as select distinct store, product, ${content} as products from bench.sales`,
    `${ledger}
     select store_id, bench.id(ms + 60000, 'cmd', n), ${server}, n, id, player, 'APPROVE', '{1}', 1, products, bench.time(ms + 60000),
       bench.time(ms + 60200), case when ${cancelled} then 'cancelled' else 'processed' end, case when ${cancelled} then 'operator' end,
       bench.time(ms + 60000 + case when bench.chance('slow', n, 100) < 95 then 300 + bench.chance('latency', n, 2000) else bench.chance('delay', n, 86400000) end), 'ok'
     from bench.sales join bench.contents using (store, product) where state not in ('open', 'abandoned') and not ${isPending} order by ms`,
    `${ledger}
     select store_id, bench.id(ms + 3600000, 'rfd', n), ${server}, n, id, player, 'REFUND', '{1}', 1, products, bench.time(ms + 3600000),
       bench.time(ms + 3600200), 'processed', null, bench.time(ms + 3601000), 'ok'
     from bench.sales join bench.contents using (store, product) where state in ('refunded', 'disputed') order by ms`,
    `${ledger}
     select store_id, bench.id(ms + ${MONTH_MS}::bigint, 'exp', n), ${server}, n, id, player, 'EXPIRE', '{1}', 1, products,
       bench.time(ms + ${MONTH_MS}::bigint), bench.time(ms + ${MONTH_MS}::bigint), 'processed', null, bench.time(ms + ${MONTH_MS}::bigint + 1000), null
     from bench.sales join bench.contents using (store, product)
     where state = 'paid' and n % 20 = 0 and bench.time(ms + ${MONTH_MS}::bigint) < now() order by ms`,
    `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at,
       attempts, hold_reason, retry_at)
     select store_id, bench.id(ms + 60000, 'cmd', n), case when n % 97 = 0 then null else bench.id('srv', store * 10 + 1 + n % 5) end, id, player,
       'APPROVE', '{1}', products, bench.time(ms + 60000), bench.time(ms + 60200), case when n % 50 < 2 then 5 else 0 end,
       case when n % 50 = 0 then 'failed' end, case when n % 50 = 1 then now() + interval '1 minute' end
     from bench.sales join bench.contents using (store, product) where ${isPending} order by ms`,
  ]
}

function insertEntitlements(): string[] {
  const isTimed = 'n % 20 = 0'
  const until = `case when ${isTimed} then bench.time(ms + ${MONTH_MS}::bigint) else 'infinity' end`
  const ended = `case when state <> 'paid' then bench.time(ms + 3600000) when ${until} < now() then ${until} end`
  return [
    `insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by, created_at)
     select store_id, bench.id(ms + 60000, 'ent', n), bench.id('prd', store * 100 + product), player, 'independent',
       '00000000-0000-0000-0000-000000000000', ${until}, ${ended}, case when state <> 'paid' then 'refund' when ${until} < now() then 'expiry' end,
       bench.time(ms + 60000)
     from bench.sales where state not in ('open', 'abandoned') order by ms`,
    `insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, granted_at, revoked_at)
     select store_id, id, 1, bench.id(ms + 60000, 'ent', n), 1, case when ${isTimed} then ${MONTH_MS / 1000} end,
       array[bench.id('srv', store * 10 + 1 + n % 3)], bench.time(ms + 60000), case when state <> 'paid' then bench.time(ms + 3600000) end
     from bench.sales where state not in ('open', 'abandoned') order by ms`,
  ]
}
