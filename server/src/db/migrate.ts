import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { openPool } from './open-pool.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const MONTHS_AHEAD = 4

export type Migrated = { applied: string[]; partitions: string[] }

/** Brings a database to this version, as its owner. Running it again, or twice at once, changes nothing. */
export async function migrate(connectionString: string): Promise<Migrated> {
  // Waiting for a lock behind a long query would stop every query behind us.
  const pool = openPool({
    connectionString,
    max: 2,
    options: '-c lock_timeout=2000',
    application_name: 'quartermaster-migrate',
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { error, results } = await migratorOf(db).migrateToLatest()
    if (error) throw error
    const partitions = await makePartitions(db)
    return { applied: (results ?? []).map(({ migrationName }) => migrationName), partitions }
  } finally {
    await db.destroy()
  }
}

/** Names of migrations that this version has and the database has not. */
export async function missingMigrations(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ known: string | null }>`select to_regclass('public.migrations')::text as known`.execute(
    db,
  )
  if (rows[0]?.known === null) return Object.keys(await fromFolder.getMigrations())
  const { rows: done } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const names = new Set(done.map(({ name }) => name))
  return Object.keys(await fromFolder.getMigrations()).filter((name) => !names.has(name))
}

/** The ledger's months from the last one to a few ahead. Harmless to repeat. */
export async function makePartitions(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select make_ledger_partitions(now() - interval '1 month', ${MONTHS_AHEAD + 2}::integer) as name`.execute(db)
  return rows.map(({ name }) => name)
}

const fromFolder: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort()
    const steps = files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      return [
        file.replace('.sql', ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
      ] as const
    })
    return Object.fromEntries(await Promise.all(steps))
  },
}

function migratorOf(db: Kysely<unknown>): Migrator {
  return new Migrator({
    db,
    provider: fromFolder,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
}
