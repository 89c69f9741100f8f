import { type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../errors.ts'
import { readMigrations, type SqlFile } from './migration-files.ts'

type Applied = { name: string; checksum: string | null }

/** Runs inside one transaction: all pending migrations are applied, or none. Returns their names. */
export async function applyMigrations(db: QueryExecutorProvider, folder?: URL): Promise<string[]> {
  // Another process may be migrating this database right now, which can take longer than the lock timeout.
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtext('quartermaster migrations'))`.execute(db)
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(db)
  const files = await readMigrations(folder)
  const pending = findPending(files, await readApplied(db))
  for (const { name, text, checksum } of pending) {
    await sql.raw(text).execute(db)
    await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(db)
  }
  return pending.map(({ name }) => name)
}

/** What `migrate` would apply. Migrations of a newer version are fine here: its older processes keep running. */
export async function pendingMigrations(db: QueryExecutorProvider): Promise<string[]> {
  const files = await readMigrations()
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.migrations') is not null as exists`.execute(db)
  const applied = rows[0]?.exists === true ? await readApplied(db) : []
  const known = applied.filter(({ name }) => files.some((file) => file.name === name))
  return findPending(files, known).map(({ name }) => name)
}

/** A table of an earlier development version has no checksums; then every file counts as changed. */
async function readApplied(db: QueryExecutorProvider): Promise<Applied[]> {
  const { rows } = await sql<Applied>`
    select name, to_jsonb(migrations) ->> 'checksum' as checksum from migrations order by name`.execute(db)
  return rows
}

function findPending(files: SqlFile[], applied: Applied[]): SqlFile[] {
  for (const { name, checksum } of applied) {
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
  const pending = files.filter(({ name }) => !applied.some((each) => each.name === name))
  const [first] = pending
  const last = applied.at(-1)
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
