import { formsOf } from '../../server/test/players/scan-database.ts'
import { query } from '../../e2e/kit/query.ts'

/** Tables that a running server changes at any time. */
const CHANGING_TABLES = '^(api_tokens|game_servers|server_keys|server_key_addresses|webhook_(endpoints|deliveries))$'
/** Columns of deliveries that change when the time of a retry comes. */
const CHANGING_COLUMNS = ['retry_at', 'enqueued_xid']

/** Every row of the product, as text. */
export async function readRows(databaseUrl: string): Promise<Set<string>> {
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname !~ $1`,
    [CHANGING_TABLES],
  )
  const all = new Set<string>()
  for (const { name } of tables) {
    const statement = `select (to_jsonb(t) - $1::text[])::text as row from "${name}" t`
    const rows = await query<{ row: string }>(databaseUrl, statement, [CHANGING_COLUMNS])
    for (const { row } of rows) all.add(`${name} ${row}`)
  }
  return all
}

/** The player's name in all encodings, and all ids of their rows. A row with one of them belongs to the player. */
export async function readOwnedValues(databaseUrl: string, player: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    databaseUrl,
    `with bought as (select store_id, id from checkouts where game_user_id = $1)
     select id::text from bought
     union select type_id('chk', id) from bought
     union select p.id::text from bought b join pending_deliveries p on p.store_id = b.store_id and p.checkout_id = b.id
     union select id::text from entitlements where game_user_id = $1
     union select l.id::text from bought b join delivery_ledger l on l.store_id = b.store_id and l.checkout_id = b.id`,
    [player],
  )
  return [...formsOf(player), ...rows.map(({ id }) => id)]
}
