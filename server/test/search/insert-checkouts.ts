import type { GameServerId, ProductId, StoreId } from '../../src/ids.ts'
import type { TestStore } from '../store-records.ts'

export type InsertedStore = {
  storeId: StoreId
  servers: GameServerId[]
  products: ProductId[]
}

/**
 * Inserts checkouts at hourly intervals, with lines, deliveries and entitlements. Some combinations do not occur:
 * disputed checkouts are new, and those of the old-timer and of the last product are old.
 */
export async function insertCheckouts(store: TestStore, checkouts: number): Promise<InsertedStore> {
  const storeId = await store.createStore()
  const servers = [await store.createServer(storeId), await store.createServer(storeId)].map(({ serverId }) => serverId)
  const products: ProductId[] = []
  for (let i = 0; i < 3; i++) products.push(await store.createProduct(storeId))
  const id = (hours: string, kind: string) =>
    `overlay(overlay(replace(first_id_at(now() - make_interval(hours => (${hours})::integer))::text, '-', '') placing substr(md5('${kind}' || n), 1, 20) from 13) placing '7' from 13)::uuid`
  await store.query(`create table if not exists inserted (store_id uuid, n integer, id uuid, delivery_id uuid, entitlement_id uuid, state text,
    player text, product uuid, second uuid, server uuid, at timestamptz)`)
  await store.query(
    `insert into inserted
     select $1, n, ${id(`$2 + 1 - n`, 'chk')}, ${id(`$2 + 1 - n`, 'cmd')}, ${id(`$2 + 1 - n`, 'ent')},
       case when n % 50 = 3 then 'open' when n % 9 = 1 then 'abandoned' when n % 40 = 5 then 'refunded' when n % 30 = 7 and n > $2 * 0.8 then 'disputed'
         else 'paid' end,
       case when n < $2 / 5 and n % 3 = 0 then 'old-timer' when n % 2 = 0 then 'whale' else 'p-' || n % 700 end,
       case when n < $2 / 5 and n % 4 = 0 then $5::uuid when n % 5 = 0 then $4 else $3 end,
       case when n % 7 = 0 then $4::uuid end, case when n % 100 = 0 then $7::uuid else $6 end,
       now() - make_interval(hours => $2 + 1 - n)
     from generate_series(1, $2::integer) n`,
    [storeId, checkouts, ...products, ...servers],
  )
  for (const statement of STATEMENTS) await store.query(statement, [storeId])
  await store.query('analyze checkouts, checkout_lines, delivery_ledger, pending_deliveries, entitlements, grants')
  return { storeId, servers, products }
}

const STATEMENTS = [
  `insert into checkouts (store_id, id, reference, game_user_id, currency, state, created_at, paid_at, refunded_at, disputed_at)
   select store_id, id, case when n % 4 = 0 then 'ORD-' || n end, player, 'BRL', state, at, case when state not in ('open', 'abandoned') then at end,
     case state when 'refunded' then at end, case state when 'disputed' then at end from inserted where store_id = $1`,
  ...['product', 'second'].map(
    (product, i) => `
   insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
     expire_commands, rebuy, server_ids)
   select store_id, id, ${i + 1}, ${product}, 'Thing', 100 * (1 + n % 10), 1 + n % 2, '{x}', '{x}', '{x}', 'independent', array[server]
   from inserted where store_id = $1 and ${product} is not null`,
  ),
  `insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products, created_at,
     dispatched_at, state, cancelled_by, finished_at)
   select store_id, delivery_id, server, n, id, player, case when n % 20 = 0 then 'REFUND' else 'APPROVE' end, '{1}', 1,
     '[{"id":"' || type_id('prd', product) || '","name":"Thing","commands":["x"]}]', at, at, case when n % 60 = 0 then 'cancelled' else 'processed' end,
     case when n % 60 = 0 then 'operator' end, at from inserted where store_id = $1 and state <> 'open' and n % 25 <> 2`,
  `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at, attempts,
     hold_reason, retry_at)
   select store_id, delivery_id, server, id, player, 'APPROVE', '{1}', '[{"id":"' || type_id('prd', product) || '","name":"Thing","commands":["x"]}]', at, at,
     5, case when n % 2 = 0 then 'failed' end, case when n % 3 = 0 and n % 2 = 1 then now() end
   from inserted where store_id = $1 and state <> 'open' and n % 25 = 2`,
  `insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by, created_at)
   select store_id, entitlement_id, product, player, 'independent', '00000000-0000-0000-0000-000000000000',
     case when n % 3 = 0 then at + interval '1 year' else 'infinity' end, case when state = 'refunded' then at end,
     case when state = 'refunded' then 'refund' end, at
   from inserted where store_id = $1 and state not in ('open', 'abandoned')`,
  `insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, server_ids, granted_at)
   select store_id, id, 1, entitlement_id, 1, array[server], at from inserted where store_id = $1 and state not in ('open', 'abandoned')`,
]
