import { randomBytes } from 'node:crypto'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Pending } from '../../db/apply-migrations.ts'
import { readFunctions, readMigrations, SQL_FOLDERS, type SqlFile } from '../../db/migration-files.ts'
import { openOne } from '../../db/open-pool.ts'
import { runOutside, runsOutside } from '../../db/run-migration.ts'
import { type Effects, readEffects, readTables } from './read-effects.ts'

/** `ms` without any rows. */
export type Trial = Effects & { name: string; ms: number }

/**
 * Applies the pending files to an empty copy of the tables, in a database of its own, and reads what each of them locks. The
 * locks are real ones, and no one waits for them.
 */
export async function tryMigrations(databaseUrl: string, pending: Pending, folders = SQL_FOLDERS): Promise<Trial[]> {
  return withTemporaryDatabase(databaseUrl, async (db) => {
    await sql`create table migrations (name text primary key, checksum text not null, applied_at timestamptz)`.execute(
      db,
    )
    const isPending = ({ name }: SqlFile) => pending.migrations.some((each) => each.name === name)
    for (const file of (await readMigrations(folders)).filter((each) => !isPending(each))) await run(db, file)
    const trials: Trial[] = []
    for (const file of pending.migrations) trials.push(await tryFile(db, file))
    // Functions use each other, so all of them are created. Those that did not change lock nothing.
    for (const file of await readFunctions(folders)) {
      const trial = await tryFile(db, file)
      if (pending.functions.some(({ name }) => name === file.name)) trials.push(trial)
    }
    return trials
  })
}

async function run(db: QueryExecutorProvider, file: SqlFile): Promise<void> {
  if (runsOutside(file)) await runOutside(db, file)
  else await sql.raw(file.text).execute(db)
}

async function tryFile(db: Kysely<unknown>, file: SqlFile): Promise<Trial> {
  const before = await readTables(db)
  const startedAt = performance.now()
  const attempt = async (tx: QueryExecutorProvider) => {
    await run(tx, file)
    const ms = Math.ceil(performance.now() - startedAt)
    return { name: file.name, ms, ...(await readEffects(tx, before)) }
  }
  return runsOutside(file) ? attempt(db) : db.transaction().execute(attempt)
}

async function withTemporaryDatabase<T>(url: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const name = `quartermaster_check_${randomBytes(6).toString('hex')}`
  const temporary = new URL(url)
  temporary.pathname = `/${name}`
  const admin = openOne({ connectionString: url, application_name: 'quartermaster-check' })
  try {
    await sql.raw(`create database ${name}`).execute(admin)
    const db = openOne({ connectionString: temporary.href, application_name: 'quartermaster-check' })
    try {
      return await work(db)
    } finally {
      await db.destroy()
      await sql.raw(`drop database ${name}`).execute(admin)
    }
  } finally {
    await admin.destroy()
  }
}
