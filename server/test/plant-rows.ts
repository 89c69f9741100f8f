import type { StoreId } from '../src/ids.ts'
import { newId } from '../src/ids.ts'
import type { TestStore } from './store-records.ts'

/** A store in which every tenant table has at least one row: sold, offered, reported, refunded, running, waiting. */
export async function plantStore(store: TestStore): Promise<StoreId> {
  const storeId = await store.createStore()
  const { key, serverId } = await store.createServer(storeId)
  const timed = await store.createProduct(storeId, { durationSeconds: 1_000 })
  const named = await store.createProduct(storeId, { serverIds: [serverId] })
  const { checkoutId } = await store.sell(storeId, '42', [named], { reference: 'first' })
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await store.refund(storeId, checkoutId)
  await store.poll(key)
  await store.sell(storeId, '43', [timed], { reference: 'second' })
  await store.query('insert into poll_windows (store_id, server_id, position) values ($1, $2, 1)', [storeId, serverId])
  await store.query(
    `insert into delivery_attempts (store_id, command_id, attempt, server_id, outcome, steps_done, reason)
     select store_id, id, 1, server_id, 'failed', 0, 'no such player' from pending_commands where store_id = $1 limit 1`,
    [storeId],
  )
  await plantPayments(store, storeId)
  await plantWebhooks(store, storeId)
  return storeId
}

/** A payment with everything that can hang on one. */
async function plantPayments(store: TestStore, storeId: StoreId): Promise<void> {
  const statements = [
    `insert into payment_accounts (store_id, provider, key_id, sealed) values ($1, 'stripe', 'k1', '\\x00')`,
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, payment_ref, expires_at, refunded_minor)
     select store_id, id, 'stripe', 1990, 'page', 'payment', now(), 1990 from checkouts where store_id = $1 and reference = 'first'`,
    `insert into payment_notices (store_id, provider, event_id, kind) values ($1, 'stripe', 'evt_1', 'paid')`,
    `insert into parked_payments (store_id, id, provider, reason, subject, facts, settled_at, settled_note)
     values ($1, gen_random_uuid(), 'stripe', 'other_amount', 'payment', '{}', now(), 'seen')`,
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, finished_at)
     select store_id, gen_random_uuid(), checkout_id, '{1}', 1990, 'done', now() from payments where store_id = $1`,
    `insert into sandbox_payments (store_id, checkout_id, paid) select store_id, checkout_id, true from payments where store_id = $1`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

async function plantWebhooks(store: TestStore, storeId: StoreId): Promise<void> {
  const statements = [
    `insert into webhook_endpoints (store_id, id, url, event_types, secret, secret_key)
     values ($1, gen_random_uuid(), 'https://hook.example', '{}', '\\x00', 'k1')`,
    `insert into webhook_deliveries (store_id, event_id, endpoint_id)
     select e.store_id, e.id, w.id from events e join webhook_endpoints w on w.store_id = e.store_id where e.store_id = $1 limit 1`,
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select store_id, endpoint_id, now(), event_id, 200, 1 from webhook_deliveries where store_id = $1`,
  ]
  for (const statement of statements) await store.query(statement, [storeId])
}

export type TenantTable = { name: string; storeColumn: 'store_id' | 'id'; columns: string[] }

/** Every table of the product that holds rows of stores, as the catalogue lists them, with the columns one may write. */
export async function tenantTables(store: TestStore): Promise<TenantTable[]> {
  return store.query<TenantTable>(
    `select c.relname as name, case when c.relname = 'stores' then 'id' else 'store_id' end as "storeColumn",
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('migrations', 'migrations_lock')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     group by c.relname order by c.relname`,
  )
}

/** The statement that inserts a store's row once more, with some columns changed. Its parameters: the store, the changes. */
export function copyStatement({ name, storeColumn, columns }: TenantTable): string {
  const list = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${name}" (${list}) select ${list} from jsonb_populate_record(
    (select t from "${name}" t where t."${storeColumn}" = $1 limit 1), $2::jsonb)`
}

/** What makes a copy a row of its own. */
export function freshId({ columns }: TenantTable): Record<string, unknown> {
  if (columns.includes('id')) return { id: newId<StoreId>() }
  if (columns.includes('attempt')) return { attempt: 99 }
  return columns.includes('line_no') ? { line_no: 99 } : {}
}
