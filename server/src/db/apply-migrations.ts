import { type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../errors.ts'
import { type AppliedFile, isFunctionFile, readApplied, writeApplied } from './applied-files.ts'
import { applyFunctions, findChangedFunctions } from './apply-functions.ts'
import { readFunctions, readMigrations, SQL_FOLDERS, type SqlFile } from './migration-files.ts'

/** Applies new migrations and changed functions, and returns their names. The caller opens one transaction for all of it. */
export async function applyMigrations(db: QueryExecutorProvider, folders = SQL_FOLDERS): Promise<string[]> {
  // Another process may be migrating this database right now, which can take longer than the lock timeout.
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtext('quartermaster migrations'))`.execute(db)
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  const applied = await readApplied(db)
  const pending = findPending(await readMigrations(folders), applied)
  for (const file of pending) {
    await sql.raw(file.text).execute(db)
    await writeApplied(db, file)
  }
  const functions = await applyFunctions(db, await readFunctions(folders), applied)
  return [...pending, ...functions].map(({ name }) => name)
}

/** The names of the files that `migrate` would apply. */
export async function pendingMigrations(db: QueryExecutorProvider): Promise<string[]> {
  const files = await readMigrations(SQL_FOLDERS)
  const functions = await readFunctions(SQL_FOLDERS)
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.migrations') is not null as exists`.execute(db)
  const applied = rows[0]?.exists === true ? await readApplied(db) : []
  const known = applied.filter((each) => isFunctionFile(each) || files.some(({ name }) => name === each.name))
  // During an upgrade the older processes keep running on the newer database, and may have to start again.
  const isNewer = known.length < applied.length
  const changed = isNewer ? [] : await findChangedFunctions(db, functions, applied)
  return [...findPending(files, known), ...changed].map(({ name }) => name)
}

function findPending(files: SqlFile[], applied: AppliedFile[]): SqlFile[] {
  const migrations = applied.filter((each) => !isFunctionFile(each))
  for (const { name, checksum } of migrations) {
    const file = files.find((each) => each.name === name)
    if (!file) {
      throw refused(
        `Migration ${name} was applied to this database, but this version does not have it. Use the version of Quartermaster that applied it, or a newer one.`,
      )
    }
    if (file.checksum !== checksum) {
      throw refused(
        `Migration ${name} was changed after it was applied to this database. Restore server/migrations/${name}.sql and put the change into a new migration.`,
      )
    }
  }
  const pending = files.filter(({ name }) => !migrations.some((each) => each.name === name))
  const [first] = pending
  const last = migrations.at(-1)
  if (first && last && first.name < last.name) {
    throw refused(
      `Migration ${first.name} comes before ${last.name}, which is already applied. Give it a higher number.`,
    )
  }
  return pending
}

function refused(message: string): AppError {
  return new AppError('not_configured', message)
}
