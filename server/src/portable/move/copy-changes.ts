import { sql } from 'kysely'
import type { StoreId } from '../../ids.ts'
import { type CopySession, literal } from '../copy-session.ts'
import { quote, type TenantTable } from '../tenant-tables.ts'

/** The oldest transaction that a snapshot does not see completely. Rows of it and of later ones can be missing in a copy. */
export async function readSnapshotStart(tx: CopySession): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx)
  return rows[0]?.xid ?? '0'
}

/** Rows that were written since an earlier snapshot. A few that the copy already has are among them. */
export function changedSince(xid: string): string {
  return `age(xmin) <= age('${BigInt(xid) % 4_294_967_296n}'::xid)`
}

/** What both ends must agree on for a table. `keys` reads each key, `rows` only counts. */
export type Measure = 'keys' | 'rows'

/** The number of rows, and for `keys` a sum over their keys. */
export async function measureRows(
  tx: CopySession,
  { storeId, table, by }: { storeId: StoreId; table: TenantTable; by: Measure },
): Promise<string> {
  const sum = by === 'keys' ? `sum(hashtextextended(${keyText(table)}, 0))` : 'null'
  const { rows } = await sql
    .raw<{ text: string }>(
      `select concat_ws(' ', count(*), ${sum}) as text from ${quote(table.name)} where ${quote(table.storeColumn)} = ${literal(storeId)}`,
    )
    .execute(tx)
  return rows[0]?.text ?? ''
}

/** Removes rows from the copy that the source no longer has. */
export async function removeMissing(
  { from, to }: { from: CopySession; to: CopySession },
  { storeId, table }: { storeId: StoreId; table: TenantTable },
): Promise<void> {
  const where = `${quote(table.storeColumn)} = ${literal(storeId)}`
  const { rows } = await sql
    .raw<{ key: string }>(`select ${keyText(table)} as key from ${quote(table.name)} where ${where}`)
    .execute(from)
  const keys = rows.map(({ key }) => key)
  await sql`delete from ${sql.raw(quote(table.name))} where ${sql.raw(where)} and not (${sql.raw(keyText(table))} = any (${keys}::text[]))`.execute(
    to,
  )
}

function keyText({ primaryKey }: TenantTable): string {
  return `row(${primaryKey.map(quote).join(', ')})::text`
}
