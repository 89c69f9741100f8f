import pg from 'pg'
import { startProgress } from '../e2e/kit/progress.ts'

export type Trade = { checkouts: number; seed: number }

const MONTHS = 24
const DAY_MS = 24 * 3600 * 1000
/** For every ten checkouts of the store one of another store lies between them. */
const OTHERS = 10
const OTHER_STORES = 20

/**
 * Fills a migrated database as two years leave it: one store with nearly all checkouts, others between its rows.
 * States, players and products are skewed, and some pairs of them never meet: disputes are recent, an old-timer and an
 * old product are not.
 */
export async function buildStore(url: string, trade: Trade): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c session_replication_role=replica -c synchronous_commit=off -c work_mem=128MB -c jit=off',
  })
  await client.connect()
  try {
    const steps = [
      ...plan(trade),
      ...catalogue(),
      ...purchases(),
      ...deliveries(trade),
      ...goods(),
      'vacuum (analyze)',
      'checkpoint',
    ]
    const progress = startProgress('building the store', steps.length)
    for (const step of steps) {
      await client.query(step)
      progress.add(1)
    }
    progress.done()
  } finally {
    await client.end()
  }
}

/** Ids and chances that the seed decides, and who bought what when. */
function plan({ checkouts, seed }: Trade): string[] {
  const now = Date.now() - 60_000
  const begin = now - MONTHS * 30 * DAY_MS
  const pure = 'language sql immutable parallel safe return'
  const main = `(n between 1 and ${checkouts})`
  return [
    `select make_ledger_partitions(now() - interval '${MONTHS + 1} months', ${MONTHS + 2})`,
    `create schema bench;
     create function bench.id(ms bigint, kind text, n bigint) returns uuid ${pure}
       overlay(overlay(lpad(to_hex(ms), 12, '0') || substr(md5(${seed} || kind || n), 1, 20) placing '7' from 13) placing '8' from 17)::uuid;
     create function bench.named(kind text, n bigint) returns uuid ${pure} bench.id(${begin}, kind, n);
     create function bench.chance(kind integer, n bigint, below integer) returns integer ${pure}
       (abs(hashint8extended(n, ${seed}::bigint * 1000 + kind) % below))::integer;
     create function bench.moment(ms bigint) returns timestamptz ${pure} to_timestamp(ms / 1000.0)`,
    `create unlogged table bench.sales as
     select n, store, ms, bench.id(ms, 'chk', n) as id, bench.named('sto', store) as store_id,
       case when n > ${checkouts} - ${checkouts} / 500 and n <= ${checkouts} and bench.chance(2, n, 10) < 3 then 'open'
         when n in (7, ${Math.round(checkouts / 3)}) then 'open'
         when r < 80 then 'abandoned'
         when r < 100 then 'refunded'
         when r < 130 and n > ${checkouts} * 0.7 then 'disputed'
         else 'paid' end as state,
       case when ${main} and bench.chance(3, n, 100) < 20 then 'whale'
         when n <= ${checkouts} / 20 and bench.chance(4, n, 100) < 30 then 'old-timer'
         when n = ${Math.round(checkouts / 2)} then 'once'
         else 'steam:' || lpad(bench.chance(5, n, ${Math.ceil(checkouts / 5)})::text, 10, '0') end as player,
       case when n in (11, ${Math.round(checkouts / 4)}, ${Math.round(checkouts / 2) + 3}) then 91
         when n <= ${checkouts} / 20 and bench.chance(6, n, 10) < 2 then 90
         when bench.chance(7, n, 100) < 50 then 1
         when bench.chance(7, n, 100) < 75 then 2
         else 3 + bench.chance(8, n, 80) end as product,
       case when bench.chance(9, n, 10) < 3 then 4 + bench.chance(10, n, 80) end as second,
       case when n % 50000 = 0 then 'PIX-' || n when bench.chance(11, n, 10) < 4 then 'ORD-' || n end as reference
     from (select n, case when n <= ${checkouts} then 1 else 2 + n % ${OTHER_STORES} end as store, bench.chance(1, n, 1000) as r,
             ${begin} + (${now - begin} * power(case when n <= ${checkouts} then n else (n - ${checkouts}) * ${OTHERS} end / ${checkouts}::float8, 0.8))::bigint as ms
           from generate_series(1, ${checkouts + Math.floor(checkouts / OTHERS)}::bigint) n) numbers
     order by ms`,
    'analyze bench.sales',
  ]
}

function catalogue(): string[] {
  const stores = `generate_series(1, ${OTHER_STORES + 1}) s`
  return [
    `insert into stores (id, name, plan, url, currency) select bench.named('sto', s), 'Store ' || s, 'BASIC', 's' || s || '.example', 'BRL' from ${stores}`,
    // The fourth has been silent for an hour, the fifth never came, the sixth is an MTA server.
    `insert into game_servers (store_id, id, name, profile, last_seen_at)
     select bench.named('sto', s), bench.named('srv', s * 10 + k), 'server ' || k, case k when 6 then 'mta' else 'standard' end,
       case k when 4 then now() - interval '1 hour' when 5 then null else now() end from ${stores}, generate_series(1, 6) k`,
    `insert into products (store_id, id, name, price_minor, approve_commands, refund_commands, expire_commands, rebuy, delivers_to)
     select bench.named('sto', s), bench.named('prd', s * 100 + p), 'Product ' || p, p * 100, array['give {userId}'], array['take {userId}'], array['take {userId}'],
       'independent', 'default' from ${stores}, generate_series(1, 92) p`,
  ]
}

function purchases(): string[] {
  const line = (no: number, product: string) => `
    insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
      expire_commands, rebuy, server_ids, refunded_at)
    select store_id, id, ${no}, bench.named('prd', store * 100 + ${product}), 'Product ' || ${product}, ${product} * 100, 1, array['give {userId}'],
      array['take {userId}'], array['take {userId}'], 'independent', array[bench.named('srv', store * 10 + 1 + n % 3)],
      case when state = 'refunded' then bench.moment(ms + 3600000) end
    from bench.sales where ${product} is not null`
  return [
    `insert into checkouts (store_id, id, reference, game_user_id, currency, state, created_at, paid_at, refunded_at, disputed_at)
     select store_id, id, reference, player, 'BRL', state, bench.moment(ms),
       case when state not in ('open', 'abandoned') then bench.moment(ms + 60000) end,
       case when state = 'refunded' then bench.moment(ms + 3600000) end, case when state = 'disputed' then bench.moment(ms + 3600000) end
     from bench.sales`,
    line(1, 'product'),
    line(2, 'second'),
    `insert into payments (store_id, checkout_id, provider, amount_minor, payment_ref, expires_at, created_at)
     select store_id, id, 'stripe', product * 100 + coalesce(second, 0) * 100, 'pi_' || n, bench.moment(ms + 3600000), bench.moment(ms)
     from bench.sales where n % 2 = 0`,
    `insert into events (store_id, id, type, body, created_at)
     select store_id, bench.id(ms + 60000, 'evt', n), 'checkout.paid', concat('{"type":"checkout.paid","timestamp":"', wire_time(bench.moment(ms)),
       '","data":{"storeId":"sto_01k9x4c8v3fq6t2m7n5w0y1z2a","checkoutId":"', type_id('chk', id), '","gameUserId":"', player, '","currency":"BRL"}}'),
       bench.moment(ms + 60000)
     from bench.sales where state = 'paid' and ms > (select max(ms) - 30 * ${DAY_MS}::bigint from bench.sales)`,
  ]
}

/** What was paid was given, what came back was taken, some of it expired; of the newest a part still waits. */
function deliveries({ checkouts }: Trade): string[] {
  const content = `concat('[{"id":"', type_id('prd', bench.named('prd', store * 100 + product)), '","name":"Product","price":1,"quantity":1,"commands":["give {userId}"]}]')`
  const waits = `(state = 'paid' and (n > ${checkouts * 0.98} and n <= ${checkouts} and bench.chance(20, n, 10) = 0 or bench.chance(21, n, 1000) = 0))`
  const server = `bench.named('srv', store * 10 + case when bench.chance(22, n, 1000) = 0 then 6 else 1 + n % 3 end)`
  const ledger = `insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
    created_at, dispatched_at, state, cancelled_by, finished_at, receipt)`
  const cancelled = `bench.chance(23, n, 500) = 0`
  return [
    `create unlogged table bench.contents as select distinct store, product, ${content} as products from bench.sales`,
    `${ledger}
     select store_id, bench.id(ms + 60000, 'cmd', n), ${server}, n, id, player, 'APPROVE', '{1}', 1, products, bench.moment(ms + 60000),
       bench.moment(ms + 60200), case when ${cancelled} then 'cancelled' else 'processed' end, case when ${cancelled} then 'operator' end,
       bench.moment(ms + 60000 + case when bench.chance(24, n, 100) < 95 then 300 + bench.chance(25, n, 2000) else bench.chance(26, n, 86400000) end), 'ok'
     from bench.sales join bench.contents using (store, product) where state not in ('open', 'abandoned') and not ${waits} order by ms`,
    `${ledger}
     select store_id, bench.id(ms + 3600000, 'rfd', n), ${server}, n, id, player, 'REFUND', '{1}', 1, products, bench.moment(ms + 3600000),
       bench.moment(ms + 3600200), 'processed', null, bench.moment(ms + 3601000), 'ok'
     from bench.sales join bench.contents using (store, product) where state in ('refunded', 'disputed') order by ms`,
    `${ledger}
     select store_id, bench.id(ms + ${30 * DAY_MS}::bigint, 'exp', n), ${server}, n, id, player, 'EXPIRE', '{1}', 1, products,
       bench.moment(ms + ${30 * DAY_MS}::bigint), bench.moment(ms + ${30 * DAY_MS}::bigint), 'processed', null, bench.moment(ms + ${30 * DAY_MS}::bigint + 1000), null
     from bench.sales join bench.contents using (store, product)
     where state = 'paid' and n % 20 = 0 and bench.moment(ms + ${30 * DAY_MS}::bigint) < now() order by ms`,
    `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at,
       attempts, hold_reason, retry_at)
     select store_id, bench.id(ms + 60000, 'cmd', n), case when n % 97 = 0 then null else bench.named('srv', store * 10 + 1 + n % 5) end, id, player,
       'APPROVE', '{1}', products, bench.moment(ms + 60000), bench.moment(ms + 60200), case when n % 50 < 2 then 5 else 0 end,
       case when n % 50 = 0 then 'failed' end, case when n % 50 = 1 then now() + interval '1 minute' end
     from bench.sales join bench.contents using (store, product) where ${waits} order by ms`,
  ]
}

function goods(): string[] {
  const isTimed = 'n % 20 = 0'
  const until = `case when ${isTimed} then bench.moment(ms + ${30 * DAY_MS}::bigint) else 'infinity' end`
  const ended = `case when state <> 'paid' then bench.moment(ms + 3600000) when ${until} < now() then ${until} end`
  return [
    `insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by, created_at)
     select store_id, bench.id(ms + 60000, 'ent', n), bench.named('prd', store * 100 + product), player, 'independent',
       '00000000-0000-0000-0000-000000000000', ${until}, ${ended}, case when state <> 'paid' then 'refund' when ${until} < now() then 'expiry' end,
       bench.moment(ms + 60000)
     from bench.sales where state not in ('open', 'abandoned') order by ms`,
    `insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, granted_at, revoked_at)
     select store_id, id, 1, bench.id(ms + 60000, 'ent', n), 1, case when ${isTimed} then ${(30 * DAY_MS) / 1000} end,
       array[bench.named('srv', store * 10 + 1 + n % 3)], bench.moment(ms + 60000), case when state <> 'paid' then bench.moment(ms + 3600000) end
     from bench.sales where state not in ('open', 'abandoned') order by ms`,
  ]
}
