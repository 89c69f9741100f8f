import { sql } from 'kysely'
import type { StoreId } from '../../ids.ts'
import { type CopySession, literal } from '../copy-session.ts'
import { quote, readTenantTables } from '../tenant-tables.ts'

/** Short transactions, so that other stores do not wait. */
const BATCH = 10_000

/** Removes all rows of a store that this cell does not serve. It can be repeated. */
export async function removeRows(db: CopySession, storeId: StoreId): Promise<void> {
  await sql`update stores set default_server_id = null where id = ${storeId}`.execute(db)
  const tables = await readTenantTables(db, { all: true })
  for (const { name, storeColumn } of tables.toReversed()) {
    const { rows: leaves } = await sql<{ leaf: string }>`
      select relid::regclass::text as leaf from pg_partition_tree(${name}) where isleaf
      union all select ${name} where not exists (select from pg_partition_tree(${name}))`.execute(db)
    for (const { leaf } of leaves) await removeFrom(db, leaf, `${quote(storeColumn)} = ${literal(storeId)}`)
  }
}

async function removeFrom(db: CopySession, leaf: string, where: string): Promise<void> {
  const statement = sql.raw(
    `delete from ${leaf} where ${where} and ctid = any (array(select ctid from ${leaf} where ${where} limit ${BATCH}))`,
  )
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db)
    if (numAffectedRows < BigInt(BATCH)) return
  }
}
