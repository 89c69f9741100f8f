import { newId, type AuditId, type RedeliveryId, type StoreId } from '../../src/ids.ts'
import { insertStoreRows } from '../insert-store-rows.ts'
import type { TestStore } from '../store-records.ts'

/** The inserted text by `table.column`. */
export type InsertedTexts = Map<string, string>

/**
 * A store where everything is about one player, and every column that can contain free text contains text about them.
 * The columns come from the catalog of the database, so that new ones are included.
 */
export async function insertPlayerRows(
  store: TestStore,
  player: string,
): Promise<{ storeId: StoreId; inserted: InsertedTexts }> {
  const storeId = await insertStoreRows(store)
  await insertRecords(store, storeId, player)
  const inserted: InsertedTexts = new Map()
  for (const { table, column, type, inStore } of await wordColumns(store)) {
    const place = `${table}.${column}`
    const words = `about ${player} at ${place}`
    if (await fill(store, { storeId, player, table, column, type, inStore, words })) inserted.set(place, words)
  }
  await giveAllTo(store, storeId, player)
  return { storeId, inserted }
}

/** Rows about the player that `insertStoreRows` does not insert. */
async function insertRecords(store: TestStore, storeId: StoreId, player: string): Promise<void> {
  const [sold] = await store.query<{ id: string }>(
    "select type_id('chk', id) as id from checkouts where store_id = $1 and reference = 'first'",
    [storeId],
  )
  const audit = `insert into audit_log (store_id, id, actor_kind, actor_name, action, subject, details)
    values ($1, $2, 'command_line', 'command line', 'banPlayer', $3, $4)`
  // Sorted, because the order of ids within one millisecond is random.
  const ids = Array.from({ length: 4 }, () => newId<AuditId>()).toSorted()
  await store.query(audit, [storeId, ids[0], player, { reason: `${player} was rude` }])
  await store.query(audit, [storeId, ids[1], sold?.id, { reason: `${player} asked for it`, amount: 5 }])
  await store.query(audit, [storeId, ids[2], 'sale', { buyer: { gameUserId: player }, list: [player, 1] }])
  await store.query(audit, [storeId, ids[3], 'wipe', { gameUserIds: [player, 'another'] }])
  await store.query(
    `insert into idempotent_responses (scope, principal, key, fingerprint, claimed_until, status, body)
     values ($1, $1, 'k', sha256(''), now(), 200, $2)`,
    [storeId, JSON.stringify({ gameUserId: player, note: `for ${player}` })],
  )
  await store.query(
    `insert into redeliveries (store_id, id, game_user_ids, wiped_at, created_by) values ($1, $2, $3, now(), 'Ada')`,
    [storeId, newId<RedeliveryId>(), [player, 'another']],
  )
  await store.query('update player_bans set lifted_at = now() where store_id = $1', [storeId])
  const checkout = "(select id from checkouts where store_id = $1 and reference = 'first')"
  await store.query(`update payment_callbacks set checkout_id = ${checkout} where store_id = $1`, [storeId])
  await store.query(`update parked_payments set checkout_id = ${checkout} where store_id = $1`, [storeId])
}

type Column = { table: string; column: string; type: string; inStore: string }

/** All text columns, except those that never contain free text. */
async function wordColumns(store: TestStore): Promise<Column[]> {
  return store.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       s.attname || ' = $1' as "inStore"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     join pg_attribute s on s.attrelid = c.oid and (s.attname in ('store_id', 'scope') or c.relname = 'stores' and s.attname = 'id')
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'character varying', 'bytea')
       and c.relname || '.' || a.attname not in ('audit_log.subject', 'redeliveries.game_user_ids', 'events.type')
       -- Values of buyers, in a form of their own: see erase.test.ts. The key is a hash.
       and c.relname || '.' || a.attname not in ('checkout_lines.fields', 'grants.expire_products', 'basket_lines.fields_key')
       and a.attname <> 'game_user_id' and (s.attname <> 'scope' or c.relname = 'idempotent_responses')
     order by 1, 2`,
  )
}

/**
 * Writes the text into a row about the player, if there is one. A JSON value gets it as a field and a list as an item;
 * other values are replaced.
 */
async function fill(
  store: TestStore,
  {
    storeId,
    player,
    table,
    column,
    type,
    inStore,
    words,
  }: Column & { storeId: StoreId; player: string; words: string },
): Promise<boolean> {
  const value: Record<string, string> = {
    'text[]': `"${column}" || $2::text`,
    jsonb: `"${column}" || jsonb_build_object('note', $2::text)`,
    bytea: 'convert_to($2::text, $$UTF8$$)',
  }
  const inJson = `case when "${column}" like '{%' then
      case when "${column}"::jsonb ? 'data' then jsonb_set("${column}"::jsonb, '{data,reason}', to_jsonb($2::text))
      else "${column}"::jsonb || jsonb_build_object('note', $2::text) end::text
    when "${column}" like '[%' then ("${column}"::jsonb || to_jsonb($2::text))::text
    else $2::text end`
  try {
    const filled = await store.query(
      `update "${table}" set "${column}" = ${value[type] ?? inJson} where ${inStore} and ctid = (
         select ctid from "${table}" t where ${inStore}
         order by strpos(to_jsonb(t)::text, $3) = 0, "${column}" is null, ctid limit 1) returning 1 as one`,
      [storeId, words, JSON.stringify(player).slice(1, -1)],
    )
    return filled.length > 0
  } catch (error) {
    // A constraint or a trigger does not allow free text in this column.
    if (['23514', '22001', '23503'].includes(String((error as { code?: string }).code))) return false
    throw error
  }
}

async function giveAllTo(store: TestStore, storeId: StoreId, player: string): Promise<void> {
  for (const table of [
    'checkouts',
    'entitlements',
    'pending_deliveries',
    'delivery_ledger',
    'player_bans',
    'baskets',
    'player_sessions',
    'player_codes',
    'unnamed_players',
    'discount_code_players',
  ]) {
    await store.query(`update ${table} set game_user_id = $2 where store_id = $1`, [storeId, player])
  }
  await store.query(
    `update events set body = jsonb_set(body::jsonb, '{data,gameUserId}', to_jsonb($2::text))::text
     where store_id = $1 and body::jsonb -> 'data' ? 'gameUserId'`,
    [storeId, player],
  )
}
