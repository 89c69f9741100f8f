import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../errors.ts'
import { readApplied, writeApplied } from './applied-files.ts'
import { applyMissingFunctions } from './apply-functions.ts'
import type { SqlFile } from './migration-files.ts'
import { isLockError, retryWhileLocked } from './retry-while-locked.ts'

/** One transaction of `migrate`. `attempts` is more than 1 if other transactions held its tables for too long. */
export type MigrationStep = { name: string; applied: string[]; startedAt: string; ms: number; attempts: number }

/**
 * While a migration waits for a table, every request to this table waits behind it. So it gives up soon, lets them pass, and
 * tries again.
 */
const LOCK_TIMEOUT_MS = 300
const MAX_PAUSE_MS = 1_000
/** PostgreSQL cancels an autovacuum that blocks a statement only after `deadlock_timeout`, which is a second. */
const LONG_LOCK_TIMEOUT_MS = 1_500
const ATTEMPTS_BEFORE_LONG = 20
const MAX_WAIT_MS = 120_000

/**
 * The first line of a migration that cannot run in a transaction. squawk knows it, too. Requests do not wait for its statements,
 * so these have no lock timeout.
 */
const OUTSIDE_TRANSACTION = '-- squawk-disable-assume-in-transaction\n'
const IS_CONCURRENT = /\bindex concurrently\b/i

/** Applies a migration, and the functions that the database does not have and that can be created after it. */
export async function runMigration(db: Kysely<unknown>, file: SqlFile, functions: SqlFile[]): Promise<MigrationStep> {
  const isOutside = runsOutside(file)
  if (isOutside) await runOutside(db, file)
  return runStep(db, file.name, async (tx) => {
    if (isOutside) await writeApplied(tx, file)
    else await runInTransaction(tx, file)
    // A trigger can be what keeps the running version working on the changed table.
    return [file, ...(await applyMissingFunctions(tx, functions, await readApplied(tx)))]
  })
}

/** In an empty database, also a file that creates indexes concurrently: there it makes no difference. */
export async function runInTransaction(tx: QueryExecutorProvider, file: SqlFile): Promise<void> {
  const text = runsOutside(file) ? file.text.replaceAll(/\bconcurrently\b/gi, '') : file.text
  await sql.raw(text).execute(tx)
  await writeApplied(tx, file)
}

/** Repeats the transaction until it gets its locks. `work` returns the applied files. */
export async function runStep(
  db: Kysely<unknown>,
  name: string,
  work: (tx: QueryExecutorProvider) => Promise<SqlFile[]>,
): Promise<MigrationStep> {
  const startedAt = new Date()
  let attempts = 0
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      const timeout = ++attempts > ATTEMPTS_BEFORE_LONG ? LONG_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS
      await sql.raw(`set local lock_timeout = ${timeout}`).execute(tx)
      return work(tx)
    })
  try {
    const files = await retryWhileLocked(startedAt.getTime() + MAX_WAIT_MS, attempt, { maxPauseMs: MAX_PAUSE_MS })
    const ms = Date.now() - startedAt.getTime()
    return { name, applied: files.map((file) => file.name), startedAt: startedAt.toISOString(), ms, attempts }
  } catch (error) {
    if (!isLockError(error)) throw error
    throw new AppError(
      'unavailable',
      `${name} was not applied, because other transactions kept its tables locked for ${MAX_WAIT_MS / 1_000} s. Wait for the end of a running backup and close open sessions (select * from pg_stat_activity order by xact_start), then run \`quartermaster migrate\` again. What was applied before stays.`,
      { cause: error },
    )
  }
}

export function runsOutside({ text }: SqlFile): boolean {
  return text.startsWith(OUTSIDE_TRANSACTION)
}

/** Runs a migration whose statements cannot be in a transaction. */
export async function runOutside(db: QueryExecutorProvider, { name, text }: SqlFile): Promise<void> {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const other = statements.find((each) => !IS_CONCURRENT.test(each))
  if (other !== undefined) {
    throw new AppError(
      'not_configured',
      `Migration ${name} cannot run outside a transaction: "${other}" does not create or drop an index concurrently. Put it into another migration.`,
    )
  }
  await sql`set lock_timeout = 0`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}
