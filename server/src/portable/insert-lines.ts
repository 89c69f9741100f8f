import { sql } from 'kysely'
import pg from 'pg'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { type CopySession, isPosition, literal } from './copy-session.ts'
import { refused } from './manifest.ts'
import { quote, type TenantTable } from './tenant-tables.ts'

/** Columns that are filled after all rows are there, because they refer to tables that come later. */
const LATER: Readonly<Record<string, string[]>> = { stores: ['default_server_id'] }

type Batch = {
  storeId: StoreId
  table: TenantTable
  lines: string[]
  /** What is added to positions, so that they continue the sequence of this database. */
  positionOffset: bigint
  /** How many rows of this table were inserted before. Undefined if rows may be there already, which then get the new values. */
  inserted: number | undefined
}

/** Inserts rows of one store. A line cannot name another store, because the column is not read from it. */
export async function insertLines(
  tx: CopySession,
  { storeId, table, lines, positionOffset, inserted }: Batch,
): Promise<void> {
  const replaces = inserted === undefined
  const values = table.columns.map((column) => {
    if (isPosition(table.name, column)) return `r."position" + ${positionOffset}`
    return LATER[table.name]?.includes(column) ? 'null' : `r.${quote(column)}`
  })
  const names = [table.storeColumn, ...table.columns, ...unknownTransaction(table)].map(quote).join(', ')
  const selected = [literal(storeId), ...values, ...unknownTransaction(table).map(() => 'null')].join(', ')
  const into = `insert into ${quote(table.name)} (${names}) overriding system value select ${selected}`
  const { numAffectedRows } =
    await sql`${sql.raw(into)} from json_populate_recordset(${sql.raw(`null::${quote(table.name)}`)}, ${`[${lines.join(',')}]`}::json) r ${sql.raw(replaces ? onConflict(table) : '')}`
      .execute(tx)
      .catch((error: unknown) => explainRefusal(error, table.name))
  if (replaces) return
  if (numAffectedRows !== BigInt(lines.length)) throw refused(`A line of ${table.name} is not one row`)
  if (table.isParent) await analyzeAsItGrows(tx, { table, before: inserted, after: inserted + lines.length })
}

/** At 1,000 rows, 10,000 and so on. */
const FIRST_ANALYZED = 1_000

/**
 * Every row that refers to a row of this table is checked. If a store was removed here, the database remembers the table as empty, and may
 * choose an index for these checks with which each of them reads all rows of the store. Vacuum does not see the new rows before the end.
 * Others that copy at the same time do not wait: the first of them analyzes.
 */
async function analyzeAsItGrows(
  tx: CopySession,
  { table, before, after }: { table: TenantTable; before: number; after: number },
): Promise<void> {
  const digits = (rows: number) => Math.floor(Math.log10(Math.max(rows, 1)))
  if (after < FIRST_ANALYZED || digits(before) === digits(after)) return
  await sql.raw(`analyze (skip_locked) ${quote(table.name)}`).execute(tx)
}

/** A position never changes, and PostgreSQL does not let one that it generated be set. */
function onConflict({ name, storeColumn, primaryKey, columns }: TenantTable): string {
  const key = [storeColumn, ...primaryKey]
  const changing = columns.filter((column) => !key.includes(column) && !isPosition(name, column))
  const set = changing.map((column) => `${quote(column)} = excluded.${quote(column)}`)
  return `on conflict (${key.map(quote).join(', ')}) do ${set.length === 0 ? 'nothing' : `update set ${set.join(', ')}`}`
}

/** Events that were imported are not news for a live feed. */
function unknownTransaction({ name }: TenantTable): string[] {
  return name === 'events' ? ['recorded_xid'] : []
}

/** Fills the columns that `insertLines` left empty. */
export async function linkDefaultServer(tx: CopySession, storeId: StoreId, line: string): Promise<void> {
  const { default_server_id: id } = JSON.parse(line) as { default_server_id?: unknown }
  if (typeof id !== 'string') return
  await sql`update stores set default_server_id = ${id} where id = ${storeId}`
    .execute(tx)
    .catch((error: unknown) => explainRefusal(error, 'stores'))
}

const UNIQUE_VIOLATION = '23505'
/** Values, constraints, and numbers or texts that a column cannot hold. */
const REFUSALS = /^(22|23|42804|54)/

function explainRefusal(error: unknown, table: string): never {
  if (!(error instanceof pg.DatabaseError) || !REFUSALS.test(error.code ?? '')) throw error
  const place = error.constraint === undefined ? '' : ` (${error.constraint})`
  if (error.code === UNIQUE_VIOLATION)
    throw new AppError(
      'conflict',
      `A row of ${table} exists here already${place}: another store uses the same key, token or host. Remove it there, or import into another installation.`,
      { cause: error },
    )
  throw new AppError(
    'invalid_request',
    `The database refuses a row of ${table}${place}: ${error.message.slice(0, 200)}. The archive was changed; export the store again.`,
    { cause: error },
  )
}
