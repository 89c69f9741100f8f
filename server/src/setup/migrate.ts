import { Kysely, PostgresDialect } from 'kysely'
import { applyMigrations } from '../db/apply-migrations.ts'
import type { SqlFolders } from '../db/migration-files.ts'
import { openPool } from '../db/open-pool.ts'
import { makeLedgerPartitions } from '../delivery/ledger/make-ledger-partitions.ts'

/** `applied`: migrations, and files of SQL functions whose text changed. */
export type Migrated = { applied: string[]; partitions: string[] }

/** Brings a database to this version, as its owner. Repeating it, or running it twice at once, changes nothing. */
export async function migrate(connectionString: string, folders?: SqlFolders): Promise<Migrated> {
  // A migration that waits for a lock behind a long query would block every query behind it.
  const options = '-c lock_timeout=2000'
  const pool = openPool({ connectionString, max: 1, options, application_name: 'quartermaster-migrate' })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const applied = await db.transaction().execute((tx) => applyMigrations(tx, folders))
    return { applied, partitions: await makeLedgerPartitions(db) }
  } finally {
    await db.destroy()
  }
}
