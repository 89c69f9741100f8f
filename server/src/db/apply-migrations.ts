import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { type AppliedFile, isFunctionFile, readApplied } from './applied-files.ts'
import { applyFunctions, findChangedFunctions } from './apply-functions.ts'
import { findPending } from './find-pending.ts'
import { readFunctions, readMigrations, SQL_FOLDERS, type SqlFile, type SqlFolders } from './migration-files.ts'
import { type MigrationStep, runInTransaction, runMigration, runStep } from './run-migration.ts'

const TURN_INTERVAL_MS = 100

type Options = { folders?: SqlFolders | undefined; onStep?: ((step: MigrationStep) => void) | undefined }

/**
 * Applies new migrations and changed functions, and returns their names. Every migration is a transaction of its own, so that
 * requests wait for one of them at most. If one fails, those before it stay: the running version works with them, too.
 */
export async function applyMigrations(
  db: Kysely<unknown>,
  { folders = SQL_FOLDERS, onStep = () => undefined }: Options = {},
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await waitForTurn(connection)
    await sql`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
      connection,
    )
    const [migrations, functions] = [await readMigrations(folders), await readFunctions(folders)]
    const applied = await readApplied(connection)
    if (applied.length === 0) return (await fillDatabase(connection, migrations, functions)).applied
    const done: string[] = []
    for (const file of findPending(migrations, applied)) {
      const step = await runMigration(connection, file, functions)
      done.push(...step.applied)
      onStep(step)
    }
    if (!(await hasChangedFunctions(connection, functions))) return done
    const replace = async (tx: QueryExecutorProvider) => applyFunctions(tx, functions, await readApplied(tx))
    const step = await runStep(connection, 'functions', replace)
    onStep(step)
    return [...done, ...step.applied]
  })
}

/** No one uses an empty database, so one transaction is enough. */
async function fillDatabase(db: Kysely<unknown>, migrations: SqlFile[], functions: SqlFile[]): Promise<MigrationStep> {
  return runStep(db, 'all', async (tx) => {
    for (const file of migrations) await runInTransaction(tx, file)
    return [...migrations, ...(await applyFunctions(tx, functions, []))]
  })
}

async function hasChangedFunctions(db: QueryExecutorProvider, functions: SqlFile[]): Promise<boolean> {
  const applied = await readApplied(db)
  const isForgotten = (each: AppliedFile) => isFunctionFile(each) && !functions.some(({ name }) => name === each.name)
  return applied.some(isForgotten) || (await findChangedFunctions(db, functions, applied)).length > 0
}

/**
 * One process at a time migrates a database. Waiting inside PostgreSQL would hold a snapshot, for which the other process waits
 * if it creates an index concurrently.
 */
async function waitForTurn(db: QueryExecutorProvider): Promise<void> {
  const tryLock = sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(hashtext('quartermaster migrations')) as "isLocked"`
  while (!(await tryLock.execute(db)).rows[0]?.isLocked) await sleep(TURN_INTERVAL_MS)
}

/** What `migrate` would apply, and what was applied before. */
export type Pending = { applied: AppliedFile[]; migrations: SqlFile[]; functions: SqlFile[] }

export async function readPending(db: QueryExecutorProvider, folders = SQL_FOLDERS): Promise<Pending> {
  const files = await readMigrations(folders)
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.migrations') is not null as exists`.execute(db)
  const applied = rows[0]?.exists === true ? await readApplied(db) : []
  const known = applied.filter((each) => isFunctionFile(each) || files.some(({ name }) => name === each.name))
  // During an upgrade the older processes keep running on the newer database, and may have to start again.
  const isNewer = known.length < applied.length
  const functions = isNewer ? [] : await findChangedFunctions(db, await readFunctions(folders), applied)
  return { applied, migrations: findPending(files, known), functions }
}

/** The names of the files that `migrate` would apply. */
export async function pendingMigrations(db: QueryExecutorProvider): Promise<string[]> {
  const { migrations, functions } = await readPending(db)
  return [...migrations, ...functions].map(({ name }) => name)
}
