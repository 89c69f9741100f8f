import { type QueryExecutorProvider, sql } from 'kysely'
import { applyMigrations } from '../db/apply-migrations.ts'
import type { SqlFolders } from '../db/migration-files.ts'
import { openOne } from '../db/open-pool.ts'
import type { MigrationStep } from '../db/run-migration.ts'
import { makeLedgerPartitions } from '../delivery/ledger/make-ledger-partitions.ts'
import { AppError } from '../errors.ts'
import { allowBackup } from './allow-backup.ts'
import { createRoles } from './create-roles.ts'

/** `applied`: migrations, and files of SQL functions whose text changed. */
export type Migrated = { applied: string[]; partitions: string[] }

/** Brings a database to this version, as its owner. Repeating it, or running it twice at once, changes nothing. */
export async function migrate(
  connectionString: string,
  folders?: SqlFolders,
  onStep?: (step: MigrationStep) => void,
): Promise<Migrated> {
  // A statement that waits for a lock behind a long query would block every query behind it.
  const options = '-c lock_timeout=2000'
  const db = openOne({ connectionString, options, application_name: 'quartermaster-migrate' })
  try {
    await createRoles(db)
    await requirePolicies(db)
    const applied = await applyMigrations(db, { folders, onStep })
    const partitions = await makeLedgerPartitions(db)
    await db.transaction().execute(allowBackup)
    return { applied, partitions }
  } finally {
    await db.destroy()
  }
}

/** A dump that is restored before the roles exist loses its policies and grants, but its list of migrations looks complete. */
export async function findTablesWithoutPolicies(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and c.relforcerowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname <> 'backup')
    order by c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

export const LOST_RIGHTS_ADVICE =
  'The tables were restored before the roles existed, so their rights are lost. `quartermaster migrate` creates the roles; after that, create an empty database and restore into it again (docs/operate/backup.md)'

async function requirePolicies(db: QueryExecutorProvider): Promise<void> {
  const tables = await findTablesWithoutPolicies(db)
  if (tables.length === 0) return
  throw new AppError(
    'not_configured',
    `${tables.length} tables of this database have no policies. ${LOST_RIGHTS_ADVICE}.`,
  )
}
