import { inBatches } from '../database/build-history.ts'
import { fillDatabase } from '../database/fill-database.ts'
import { createSqlFunctions } from '../database/sql-functions.ts'

export type SalesPlan = { checkouts: number; stores: number; seed: number }

const MONTHS = 24
const DAY_MS = 24 * 3600 * 1000
/** The last days are the same on every side: what is in progress depends on the rate of sales, not on the history. */
const RECENT_CHECKOUTS = 1_000
const RECENT_MS = 3 * DAY_MS
const CHECKOUTS_PER_STORE = 500
const MIN_STORES = 20
const BATCHES_PER_VACUUM = 10

/** The tables that get rows with every sale. Those of webhooks and mails do too, but a worker empties them again. */
export const SALES_TABLES = [
  'checkouts',
  'checkout_lines',
  'checkout_buyers',
  'payments',
  'payment_callbacks',
  'entitlements',
  'grants',
  'delivery_ledger',
  'events',
  'audit_log',
]

/** A hundredth of the stores has half of the sales. */
export function planSales({ checkouts, seed }: { checkouts: number; seed: number }): SalesPlan {
  if (checkouts < 2 * RECENT_CHECKOUTS) throw new Error(`--checkouts must be at least ${2 * RECENT_CHECKOUTS}`)
  return { checkouts, stores: Math.max(MIN_STORES, Math.floor(checkouts / CHECKOUTS_PER_STORE)), seed }
}

/**
 * Fills a migrated database as two years of sales would, in the order of time. Each row is as the workers leave it: addresses of
 * buyers are there for 180 days, events for 30. Indexes are built at the end, which is several times as fast as keeping them.
 */
export async function buildSales(url: string, plan: SalesPlan, label: string): Promise<void> {
  const now = Date.now() - 600_000
  const begin = now - MONTHS * 30 * DAY_MS
  const all = inBatches(1, plan.checkouts)
  const batches = Array.from({ length: Math.ceil(all.length / BATCHES_PER_VACUUM) }, (_, i) =>
    all.slice(i * BATCHES_PER_VACUUM, (i + 1) * BATCHES_PER_VACUUM),
  )
  await fillDatabase(url, label, [
    `select make_ledger_partitions(now() - interval '${MONTHS + 1} months', ${MONTHS + 2})`,
    createSqlFunctions({ seed: plan.seed, beginMs: begin }),
    insertStores(plan.stores),
    `update pg_index set indisready = false, indisvalid = false where indrelid in (
       select unnest('{${SALES_TABLES.join()}}'::regclass[]) union select inhrelid from pg_inherits where inhparent = 'delivery_ledger'::regclass)`,
    ...batches.flatMap((list) => [
      list.map((batch) => insertSales(plan, { ...batch, begin, now })),
      // Now, while these pages are in memory. At the end each would be read and written once more.
      SALES_TABLES.map((table) => `vacuum ${table}`),
    ]),
    SALES_TABLES.map((table) => `reindex table ${table}`),
    `select setval('pending_deliveries_position_seq', ${3 * plan.checkouts})`,
  ])
}

/** Each store has one server and three products. They can use the sandbox, as test stores do. */
function insertStores(stores: number): string {
  return `
    create unlogged table bench.stores as
      select s, bench.id('sto', s) as id, bench.id('srv', s) as server_id, bench.id('prd', s * 10) as product_id,
        bench.id('prd', s * 10 + 1) as second_id from generate_series(1, ${stores}) s;
    create index on bench.stores (s);
    analyze bench.stores;
    insert into stores (id, name, plan, url, currency, mode, default_server_id)
      select id, 'Store ' || s, 'BASIC', 's' || s || '.example', 'EUR', 'test', server_id from bench.stores;
    insert into storefronts (store_id) select id from bench.stores;
    insert into game_servers (store_id, id, name, profile, initialized_at, last_seen_at)
      select id, server_id, 'lobby', 'standard', now(), now() from bench.stores;
    insert into products (store_id, id, slug, name, price_minor, approve_commands, refund_commands, expire_commands, duration_seconds,
      rebuy, delivers_to)
      select id, bench.id('prd', s * 10 + p), 'product-' || p, 'Product ' || p, 990, array['give {userId} gold'], array['take {userId} gold'],
        array['take {userId} gold'], case p when 2 then 2592000 end, 'independent', 'default' from bench.stores, generate_series(0, 2) p;`
}

type Batch = { from: number; to: number; begin: number; now: number }

/** One statement for all rows of some checkouts. */
function insertSales({ checkouts, stores }: SalesPlan, { from, to, begin, now }: Batch): string {
  const history = checkouts - RECENT_CHECKOUTS
  const busy = Math.max(1, Math.floor(stores / 100))
  const playersOf = (among: number) => Math.max(1, Math.floor(checkouts / 2 / among / 3))
  // A day less than the workers allow, so that nothing becomes due while they are measured.
  const isSince = (days: number) => `ms > ${now - (days - 1) * DAY_MS}`
  const products = `'[{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"Product 0","price":9.9,"quantity":1,"commands":["give {userId} gold"]}]'`
  const line = (no: number, product: string) => `
    insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
      expire_commands, duration_seconds, rebuy, server_ids, refunded_at)
    select store_id, id, ${no}, ${product}, 'Product ${no - 1}', 990, 1, array['give {userId} gold'], array['take {userId} gold'],
      array['take {userId} gold'], null, 'independent', array[server_id], case when state = 'refunded' then bench.time(ms + 3600000) end
    from sales where lines >= ${no}`
  const entitlement = (no: number, product: string) => `
    insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by, created_at)
    select store_id, bench.id(ms + 60000, 'ent${no}', n), ${product}, player, 'independent', '00000000-0000-0000-0000-000000000000',
      case when is_reversed then '-infinity' when is_timed then bench.time(ms + 60000) + interval '94608000 s' else 'infinity' end,
      case when is_reversed then bench.time(ms + 3600000) end, case when is_reversed then 'refund' end, bench.time(ms + 60000)
    from sales where is_paid and lines >= ${no}`
  const grant = (no: number) => `
    insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, granted_at, revoked_at)
    select store_id, id, ${no}, bench.id(ms + 60000, 'ent${no}', n), 1, case when is_timed then 94608000 end, array[server_id],
      bench.time(ms + 60000), case when is_reversed then bench.time(ms + 3600000) end
    from sales where is_paid and lines >= ${no}`
  const ledger = (type: string, { place, afterMs, of }: { place: number; afterMs: number; of: string }) => `
    insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
      created_at, dispatched_at, state, finished_at, receipt)
    select store_id, bench.id(ms + ${afterMs}, '${type}', n), server_id, n * 2 + ${place}, id, player, '${type}',
      case lines when 1 then '{1}'::smallint[] else '{1,2}' end, 1, ${products}, bench.time(ms + ${afterMs}), bench.time(ms + ${afterMs + 200}),
      'processed', bench.time(ms + ${afterMs + 900}), null
    from sales where ${of}`
  const event = (type: string, of: string) => `
    insert into events (store_id, id, type, body, created_at)
    select store_id, bench.id(ms + 60000, '${type}', n), '${type}', concat('{"type":"${type}","timestamp":"2026-01-01T00:00:00.000Z","data":{"storeId":"',
      'sto_01k9x4c8v3fq6t2m7n5w0y1z2a","checkoutId":"chk_01k9x4c8v3fq6t2m7n5w0y1z2a","gameUserId":"', player, '","currency":"EUR","total":9.9,',
      '"lines":[{"lineNo":1,"productId":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"Product 0","quantity":1,"price":9.9,"paid":9.9}]}}'),
      bench.time(ms + 60000)
    from sales where ${of} and ${isSince(30)}`
  const callback = (kind: string, of: string) => `
    insert into payment_callbacks (store_id, provider, event_id, kind, checkout_id, received_at)
    select store_id, 'stripe', 'evt_3' || substr(md5('${kind}' || n), 1, 24), '${kind}', id, bench.time(ms + 60000) from sales where ${of}`
  const parts = [
    `insert into checkouts (store_id, id, reference, game_user_id, currency, state, created_at, paid_at, refunded_at, disputed_at)
     select store_id, id, case when n % 10 < 3 then 'ORD-' || n end, player, 'EUR', state, bench.time(ms),
       case when is_paid then bench.time(ms + 60000) end, case when state = 'refunded' then bench.time(ms + 3600000) end,
       case when state = 'disputed' then bench.time(ms + 3600000) end from sales`,
    line(1, 'product_id'),
    line(2, 'second_id'),
    // Nearly all orders are of the storefront. Four of five buyers enter an address; the token stays until the receipt is sent.
    `insert into checkout_buyers (store_id, checkout_id, token_hash, token_sealed, key_id, email, locale, consented_at, consent_version, created_at)
     select store_id, id, sha256(convert_to('order' || n, 'UTF8')), case when is_sealed then decode(repeat('ab', 75), 'hex') end,
       case when is_sealed then 'test' end, case when n % 5 > 0 and (${isSince(7)} or is_paid and ${isSince(180)})
         then 'player' || n || '@mail.example' end, 'en', bench.time(ms), '2026-01', bench.time(ms)
     from (select *, ${isSince(7)} and (not is_paid or n % 5 = 0) as is_sealed from sales) buyers`,
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, page_url, payment_ref, refunded_minor, dispute, closed,
       created_at, expires_at, return_url)
     select store_id, id, 'stripe', 990 * lines, 'cs_live_a1' || md5('page' || n) || substr(md5('page2' || n), 1, 24),
       case when not is_paid and ${isSince(7)} then 'https://checkout.stripe.com/c/pay/' || repeat(md5('url' || n), 10) end,
       case when is_paid then 'pi_3' || substr(md5('payment' || n), 1, 23) end, case when state = 'refunded' then 990 * lines else 0 end,
       case when state = 'disputed' then 'open' else 'none' end, not is_paid, bench.time(ms), bench.time(ms + 3600000),
       'https://s.example/o' from sales`,
    callback('checkout.session.completed', 'is_paid'),
    callback('charge.refunded', 'is_reversed'),
    entitlement(1, 'product_id'),
    entitlement(2, 'second_id'),
    grant(1),
    grant(2),
    ledger('APPROVE', { place: 0, afterMs: 60_000, of: 'is_paid' }),
    ledger('REFUND', { place: 1, afterMs: 3_600_000, of: 'is_reversed' }),
    event('checkout.opened', 'true'),
    event('checkout.paid', 'is_paid'),
  ]
  const audit = `insert into audit_log (store_id, id, at, actor_kind, actor_id, actor_name, action, subject, details, address, request_id)
    select store_id, bench.id(ms, 'aud', n), bench.time(ms), 'member', server_id, 'ana@vale.example', 'refundCheckout',
      'chk_01' || substr(md5('subject' || n), 1, 24), '{"lines": [1], "reason": "asked for it"}', '203.0.113.7', 'req-' || n
    from sales where n % 20 = 0`
  const named = parts.map((part, i) => `part${i} as (${part})`)
  return `with sales as materialized (
      select *, state <> 'abandoned' as is_paid, state in ('refunded', 'disputed') as is_reversed, n % 5 = 1 as is_timed,
        bench.id(ms, 'chk', n) as id, '7656119' || lpad(bench.chance('player', n, case when store <= ${busy} then ${playersOf(busy)} else ${playersOf(stores - busy)} end)::text, 10, '0') as player
      from (
        select numbers.*, o.id as store_id, o.server_id, o.product_id, o.second_id,
          case when r < 80 then 'abandoned' when r < 100 then 'refunded' when r < 103 then 'disputed' else 'paid' end as state,
          case when n % 10 < 3 then 2 else 1 end as lines
        from (
          select n, bench.chance('state', n, 1000) as r,
            case when n % 2 = 0 then 1 + bench.chance('busy', n, ${busy}) else ${busy + 1} + bench.chance('other', n, ${stores - busy}) end as store,
            case when n <= ${history} then ${begin} + n * ${now - RECENT_MS - begin} / ${history}
              else ${now - RECENT_MS} + (n - ${history}) * ${RECENT_MS} / ${RECENT_CHECKOUTS} end as ms
          from generate_series(${from}::bigint, ${to}) n) numbers
        join bench.stores o on o.s = numbers.store) sold
      order by n),
    ${named.join(',\n')}
    ${audit}`
}
