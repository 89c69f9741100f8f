import { sql } from 'kysely'
import type { StoreId } from '../ids.ts'
import { type CopySession, isPosition, literal } from './copy-session.ts'
import { refused } from './manifest.ts'
import { quote, type TenantTable } from './tenant-tables.ts'

/** Far beyond what a store has, and far below what overflows when a worker adds to it: one statement works for many stores. */
const IMPLAUSIBLE: Readonly<Record<string, (column: string) => string>> = {
  smallint: (column) => `abs(${column}::integer) > 30000`,
  integer: (column) => `abs(${column}::bigint) > 2000000000`,
  bigint: (column) => `abs(${column}::numeric) > 1000000000000000`,
  'timestamp with time zone': (column) =>
    `isfinite(${column}) and ${column} not between '1970-01-01Z'::timestamptz and '9000-01-01Z'::timestamptz`,
}

/** Which columns may be infinite: what is owned for ever. */
const INFINITE = new Set(['entitlements.until'])

/** Refuses numbers and times that the rules of the tables accept, but that no store can have. */
export async function requirePlausibleValues(
  tx: CopySession,
  { storeId, tables }: { storeId: StoreId; tables: TenantTable[] },
): Promise<void> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${tables.map(({ name }) => name)}::text[])
      and a.attnum > 0 and not a.attisdropped`.execute(tx)
  for (const { name, storeColumn } of tables) {
    const checks = columns
      .filter(({ table }) => table === name)
      // Positions are checked when their sequence continues.
      .filter(({ column }) => !isPosition(name, column))
      .flatMap(({ column, type }) => {
        const isWrong = IMPLAUSIBLE[type]?.(quote(column))
        if (isWrong === undefined) return []
        const isTime = type.startsWith('timestamp') && !INFINITE.has(`${name}.${column}`)
        return isTime ? [isWrong, `not isfinite(${quote(column)})`] : [isWrong]
      })
    if (checks.length === 0) continue
    const wrong = sql.raw(
      `select from ${quote(name)} where ${quote(storeColumn)} = ${literal(storeId)} and (${checks.join(' or ')}) limit 1`,
    )
    if ((await wrong.execute(tx)).rows.length > 0)
      throw refused(`A row of ${name} has a number or a time that no store can have`)
  }
}
