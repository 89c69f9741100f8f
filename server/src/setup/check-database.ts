import { type QueryExecutorProvider, sql } from 'kysely'
import { pendingMigrations } from '../db/apply-migrations.ts'
import { openOne } from '../db/open-pool.ts'
import { AppError } from '../errors.ts'
import { ROLES } from './create-roles.ts'
import { findTablesWithoutPolicies, LOST_RIGHTS_ADVICE } from './migrate.ts'

export type Finding = { check: string; ok: boolean; found: string; advice: string }

const LEAST_MONTHS_AHEAD = 2
const MOST_CLOCK_DIFFERENCE_MS = 5_000

type Settings = {
  version: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  now: Date
}

/**
 * Looks at what a store's money depends on. Every finding that is not ok says what to do. Connects without a
 * role, because the roles may be what is missing.
 */
export async function checkDatabase(connectionString: string, { now }: { now: () => Date }): Promise<Finding[]> {
  const db = openOne({ connectionString, application_name: 'quartermaster-check' })
  try {
    return await findings(db, now)
  } finally {
    await db.destroy()
  }
}

async function findings(db: QueryExecutorProvider, now: () => Date): Promise<Finding[]> {
  const { rows } = await sql<Settings>`
    select current_setting('server_version_num')::integer / 10000 as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
      clock_timestamp() as now`.execute(db)
  const settings = rows[0]
  if (!settings) throw new Error('the database did not answer')
  const difference = Math.abs(settings.now.getTime() - now().getTime())
  const found: Finding[] = [
    finding('PostgreSQL version', settings.version >= 15, String(settings.version), 'Use PostgreSQL 15 or newer'),
    finding(
      'fsync',
      settings.fsync === 'on',
      settings.fsync,
      'Set fsync = on: without it a power cut loses paid purchases',
    ),
    finding(
      'full_page_writes',
      settings.full_page_writes === 'on',
      settings.full_page_writes,
      'Set full_page_writes = on: without it a power cut can corrupt tables',
    ),
    finding(
      'synchronous_commit',
      settings.synchronous_commit !== 'off',
      settings.synchronous_commit,
      'Set synchronous_commit = on: without it an acknowledged sale can be lost',
    ),
    finding(
      'clock',
      difference <= MOST_CLOCK_DIFFERENCE_MS,
      `${(difference / 1000).toFixed(1)} s apart`,
      'Run a time service on both machines; due times follow the database',
    ),
  ]
  const migrations = await checkMigrations(db)
  found.push(migrations)
  if (migrations.ok) found.push(...(await checkWalls(db)), await checkPartitions(db))
  return found
}

async function checkMigrations(db: QueryExecutorProvider): Promise<Finding> {
  try {
    const missing = (await pendingMigrations(db)).length
    const found = missing === 0 ? 'all applied' : `${missing} not applied yet`
    return finding('migrations', missing === 0, found, 'Run `quartermaster migrate`')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return finding('migrations', false, 'different', error.message)
  }
}

/** The roles must not be able to go round row-level security, and every table must have it. */
async function checkWalls(db: QueryExecutorProvider): Promise<Finding[]> {
  const { rows: roles } = await sql<{ name: string }>`
    select rolname as name from pg_roles
    where rolname = any(${ROLES}) and not rolsuper and not rolbypassrls and pg_has_role(session_user, rolname, case when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end)`.execute(
    db,
  )
  const { rows: open } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and not (c.relrowsecurity and c.relforcerowsecurity)`.execute(db)
  const bare = await findTablesWithoutPolicies(db)
  const lacking = ROLES.filter((role) => !roles.some(({ name }) => name === role))
  return [
    finding(
      'roles',
      lacking.length === 0,
      lacking.length === 0 ? `${ROLES.length} in use` : `no ${lacking.join(', ')}`,
      'Run `quartermaster migrate` as a user that may create roles; the roles must not be superusers or bypass row-level security',
    ),
    finding(
      'row-level security',
      open.length === 0,
      open.length === 0 ? 'forced on every table' : `off on ${open.map(({ name }) => name).join(', ')}`,
      'Enable and force row-level security on these tables',
    ),
    finding(
      'policies',
      bare.length === 0,
      bare.length === 0 ? 'on every table' : `none on ${bare.length} tables`,
      LOST_RIGHTS_ADVICE,
    ),
  ]
}

async function checkPartitions(db: QueryExecutorProvider): Promise<Finding> {
  const { rows } = await sql<{ ahead: number }>`
    select count(*)::integer as ahead from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'delivery_ledger'::regclass
      and c.relname > 'delivery_ledger_' || to_char(now() at time zone 'UTC', 'YYYY_MM') and c.relname ~ '_[0-9]{4}_[0-9]{2}$'`.execute(
    db,
  )
  const ahead = rows[0]?.ahead ?? 0
  return finding(
    'ledger partitions',
    ahead >= LEAST_MONTHS_AHEAD,
    `${ahead} months ahead`,
    'Run `quartermaster migrate`, and see why the running server did not make them',
  )
}

function finding(check: string, ok: boolean, found: string, advice: string): Finding {
  return { check, ok, found, advice }
}
