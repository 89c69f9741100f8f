import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { readApplied } from '../../db/applied-files.ts'
import { openOne } from '../../db/open-pool.ts'
import { AppError } from '../../errors.ts'
import { allowBackup } from '../allow-backup.ts'
import { createRoles } from '../create-roles.ts'
import { compareCounts, countRows, countScriptRows } from './count-rows.ts'
import { appendManifest, type Manifest } from './manifest.ts'
import { readProgram, requireProgram, runProgram } from './postgres-program.ts'

/**
 * Writes a complete copy of the database while it is in use. The file gets its name only after every row was counted in
 * it, so a file with this name is never a part of a backup.
 */
export async function createBackup(
  databaseUrl: string,
  { file, version }: { file: string; version: string },
): Promise<Manifest> {
  await requireUnusedName(file)
  const partial = `${file}.${process.pid}.partial`
  try {
    // Only the user of this process may read it: it contains the data of all players.
    await (await open(partial, 'wx', 0o600)).close()
    const described = await dump(databaseUrl, partial)
    const stored = await readProgram('pg_restore', ['--data-only', '--file=-', partial], countScriptRows)
    const differences = compareCounts(described.rows, stored)
    if (differences.length > 0) {
      throw new AppError('unavailable', `The backup is not complete: ${differences.slice(0, 5).join(', ')}. Try again.`)
    }
    const manifest = await appendManifest(partial, {
      format: 1,
      version,
      createdAt: new Date().toISOString(),
      ...described,
    })
    await rename(partial, file)
    await syncFolder(dirname(file))
    return manifest
  } finally {
    await rm(partial, { force: true })
  }
}

type Described = Pick<Manifest, 'postgres' | 'pgDump' | 'migrations' | 'rows'>

async function dump(databaseUrl: string, file: string): Promise<Described> {
  // While pg_dump works, the transaction that exports the snapshot is idle.
  const options = '-c lock_timeout=2000 -c idle_in_transaction_session_timeout=0 -c statement_timeout=0'
  const db = openOne({ connectionString: databaseUrl, options, application_name: 'quartermaster-backup' })
  try {
    const { rows: found } = await sql<{ postgres: number; migrated: boolean }>`
      select current_setting('server_version_num')::integer / 10000 as postgres,
        to_regclass('public.migrations') is not null as migrated`.execute(db)
    const { postgres = 0, migrated = false } = found[0] ?? {}
    if (!migrated)
      throw new AppError('not_configured', 'The database is not set up yet, so there is nothing to back up.')
    const pgDump = await requireProgram('pg_dump', postgres, `the database server is version ${postgres}`)
    await requireProgram('pg_restore', pgDump, `pg_dump is version ${pgDump}`)
    await createRoles(db)
    await db.transaction().execute(allowBackup)
    // Before the snapshot is taken, and until the connection is closed: a migration waits for the end of the backup.
    await sql`select pg_advisory_lock_shared(hashtext('quartermaster migrations'))`.execute(db)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set local role quartermaster_backup`.execute(tx)
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(tx)
        await runPgDump(databaseUrl, { file, snapshot: rows[0]?.snapshot ?? '' })
        return { postgres, pgDump, migrations: await readApplied(tx), rows: await countRows(tx) }
      })
  } finally {
    await db.destroy()
  }
}

/** Row-level security stays enabled: the role has a policy for every row, and cannot turn row-level security off. */
async function runPgDump(databaseUrl: string, { file, snapshot }: { file: string; snapshot: string }): Promise<void> {
  const role = ['--role=quartermaster_backup', '--enable-row-security']
  const args = ['--format=custom', '--schema=public', ...role, `--snapshot=${snapshot}`, `--file=${file}`]
  await runProgram('pg_dump', args, databaseUrl)
}

export async function requireUnusedName(file: string): Promise<void> {
  const exists = await stat(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new AppError('conflict', `${file} exists already. Choose another name, or remove the file.`)
  const folder = dirname(file)
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new AppError('not_found', `The folder ${folder} does not exist. Create it first.`)
  }
}

/** Makes the new name survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
