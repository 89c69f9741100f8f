import { type QueryExecutorProvider, sql } from 'kysely'

/** A table with rows of stores, and its columns that are copied, sorted by name. */
export type TenantTable = {
  name: string
  /** The column with the id of the store. It is not among `columns`. */
  storeColumn: string
  columns: string[]
  /** The columns of the primary key, without the store. Rows are copied in this order. */
  primaryKey: string[]
  /** Whether a row can have megabytes. */
  hasContent: boolean
  /** Whether rows of other tables refer to its rows. */
  isParent: boolean
}

/** Tables that no archive contains, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  basket_lines: 'belong to baskets',
  baskets: 'visitors start a new basket at the new address',
  openid_nonces: 'are valid for some minutes',
  player_codes: 'are valid for some minutes',
  player_sessions: 'visitors sign in again at the new address',
  poll_windows: 'the next poll of a long queue starts at its beginning',
  stock_holds: 'limit the unpaid orders of a network, whose fingerprint only the old installation can compute',
  store_alerts: 'are e-mails to the staff, which the old installation sends',
  store_invitations: 'are in members.jsonl',
  store_members: 'are in members.jsonl, because accounts belong to an installation',
  storefront_drafts: 'are previews of a day',
  theme_errors: 'are counted again',
}

/** Tables that a move leaves out, because they refer to accounts of the installation. It takes everything else of LEFT_OUT along. */
const NOT_MOVED = ['store_alerts', 'store_invitations', 'store_members']

/**
 * Columns that are not copied: transactions of another cluster, which have a default here, accounts of another installation, and times by
 * which processes of this one read changes (`announce-store.ts`).
 * Imported events have no transaction, so that a live feed does not show them as new.
 */
const LEFT_OUT_COLUMNS: Readonly<Record<string, string[]>> = {
  api_tokens: ['created_by'],
  events: ['recorded_xid'],
  pending_deliveries: ['enqueued_xid'],
  server_keys: ['changed_at'],
  store_hosts: ['changed_at'],
  storefronts: ['changed_at'],
}

/** Answers to writes of the last day. Their scope is a store or an account, and they are needed only where the client repeats a write. */
const IDEMPOTENCY = 'idempotent_responses'

/** A store names its default server, which belongs to the store. */
const CIRCULAR = 'stores_id_default_server_id_fkey'

type Row = Omit<TenantTable, 'hasContent' | 'isParent'> & { parents: string[]; has_content: boolean }

/**
 * The tables of an archive, or of a move, or all of them. A table comes after those that its rows refer to. The catalog is the source, so
 * a new table is not forgotten.
 */
export async function readTenantTables(
  db: QueryExecutorProvider,
  { forMove = false, all = false } = {},
): Promise<TenantTable[]> {
  const leftOut = all ? [] : forMove ? NOT_MOVED : [...Object.keys(LEFT_OUT), IDEMPOTENCY]
  const { rows } = await sql<Row>`
    with tenant as (
      select c.oid, c.relname::text as name, case c.relname when 'stores' then 'id' when 'idempotent_responses' then 'scope' else 'store_id' end as store_column
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (c.relname in ('stores', 'idempotent_responses') or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped)))
    select t.name, t.store_column as "storeColumn",
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> t.store_column
        order by a.attname::text collate "C") as columns,
      array(select a.attname::text from pg_index i
        cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = t.oid and i.indisprimary and a.attname <> t.store_column order by k.place) as "primaryKey",
      exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'content' and a.atttypid = 'bytea'::regtype) as has_content,
      array(select distinct p.name from pg_constraint f join tenant p on p.oid = f.confrelid
        where f.conrelid = t.oid and f.contype = 'f' and f.conparentid = 0 and p.oid <> t.oid and f.conname <> ${CIRCULAR}) as parents
    from tenant t order by t.name collate "C"`.execute(db)
  const copied = rows.filter(({ name }) => !leftOut.includes(name))
  const parents = new Set(rows.flatMap((row) => row.parents))
  return sortByParents(copied).map(({ name, storeColumn, primaryKey, has_content: hasContent, columns }) => ({
    name,
    storeColumn,
    primaryKey,
    hasContent,
    isParent: parents.has(name),
    columns: columns.filter((column) => !(LEFT_OUT_COLUMNS[name] ?? []).includes(column)),
  }))
}

function sortByParents(rows: Row[]): Row[] {
  const sorted: Row[] = []
  const names = new Set<string>()
  let left = rows
  while (left.length > 0) {
    const known = new Set(left.map(({ name }) => name))
    const next = left.find(({ parents }) => parents.every((parent) => names.has(parent) || !known.has(parent)))
    if (!next) throw new Error(`the foreign keys of ${[...known].join(', ')} form a circle`)
    sorted.push(next)
    names.add(next.name)
    left = left.filter((row) => row !== next)
  }
  return sorted
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
