import type pg from 'pg'
import { formsOf } from '../../server/test/players/scan-database.ts'

/** Tables that a running server changes at any time. */
const CHANGING_TABLES = [
  'api_tokens',
  'game_servers',
  'server_keys',
  'server_key_addresses',
  'webhook_endpoints',
  'webhook_deliveries',
]

/** Every row of the product, as text. */
export async function readRows(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> all($1)`,
    [CHANGING_TABLES],
  )
  const all = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)
    for (const { row } of rows) all.add(`${name} ${row}`)
  }
  return all
}

/** The player's name in all encodings, and all ids of their rows. A row with one of them belongs to the player. */
export async function readOwnedValues(client: pg.Client, player: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
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
