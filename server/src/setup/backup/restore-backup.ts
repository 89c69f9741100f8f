import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { isFunctionFile } from '../../db/applied-files.ts'
import { readMigrations, SQL_FOLDERS } from '../../db/migration-files.ts'
import { openOne } from '../../db/open-pool.ts'
import { AppError } from '../../errors.ts'
import { createRoles } from '../create-roles.ts'
import { migrate } from '../migrate.ts'
import { compareCounts, countRows } from './count-rows.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { requireProgram, runProgram } from './postgres-program.ts'

/** Restores into an empty database, in one transaction. A backup of an older version is then brought to this version. */
export async function restoreBackup(databaseUrl: string, { file }: { file: string }): Promise<Manifest> {
  const manifest = await readManifest(file)
  await requireKnownMigrations(manifest)
  await requireProgram('pg_restore', manifest.pgDump, `pg_dump ${manifest.pgDump} made the backup`)
  const db = openOne({ connectionString: databaseUrl, application_name: 'quartermaster-restore' })
  try {
    await requireEmptyDatabase(db, manifest)
    await createRoles(db)
    // Another owner, on another machine: only the names of our roles are the same.
    const portable = ['--no-owner', '--no-tablespaces', '--no-comments', '--schema=public']
    await runProgram('pg_restore', ['--single-transaction', '--exit-on-error', ...portable, file], databaseUrl)
    await requireAllRows(db, manifest)
  } finally {
    await db.destroy()
  }
  await migrate(databaseUrl)
  return manifest
}

async function requireKnownMigrations({ migrations, version }: Manifest): Promise<void> {
  const files = await readMigrations(SQL_FOLDERS)
  for (const { name, checksum } of migrations.filter((each) => !isFunctionFile(each))) {
    const file = files.find((each) => each.name === name)
    if (file?.checksum === checksum) continue
    const reason = file ? `has another migration ${name}` : `does not have the migration ${name}`
    throw new AppError(
      'conflict',
      `Quartermaster ${version} made this backup, and this version ${reason}. Restore it with the version that made it, then upgrade.`,
    )
  }
}

async function requireEmptyDatabase(db: QueryExecutorProvider, { postgres }: Manifest): Promise<void> {
  const { rows } = await sql<{ major: number; relations: number }>`
    select current_setting('server_version_num')::integer / 10000 as major,
      (select count(*)::integer from pg_class where relnamespace = 'public'::regnamespace) as relations`.execute(db)
  const { major = 0, relations = 0 } = rows[0] ?? {}
  if (relations > 0) {
    throw new AppError(
      'conflict',
      'The database of DATABASE_URL is not empty. Create a new one with createdb, and put its name into DATABASE_URL.',
    )
  }
  if (major < postgres) {
    throw new AppError(
      'conflict',
      `The backup is from PostgreSQL ${postgres}, but this server is version ${major}. Use PostgreSQL ${postgres} or newer.`,
    )
  }
}

async function requireAllRows(db: Kysely<unknown>, manifest: Manifest): Promise<void> {
  const found = await db.transaction().execute(async (tx) => {
    await sql`set local role quartermaster_backup`.execute(tx)
    return countRows(tx)
  })
  const differences = compareCounts(manifest.rows, found)
  if (differences.length === 0) return
  const examples = differences.slice(0, 5).join(', ')
  throw new AppError('unavailable', `The database was not restored completely: ${examples}. Drop it and try again.`)
}
