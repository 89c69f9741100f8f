import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { createBackup } from '../../setup/backup/create-backup.ts'
import type { Manifest } from '../../setup/backup/manifest.ts'
import { restoreBackup } from '../../setup/backup/restore-backup.ts'
import { verify } from '../../verify/verify.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import { readVersion } from '../../config/read-version.ts'
import { addBackupDoctor, addBackupTested } from './backup-doctor.ts'
import { addBackupReconcile } from './backup-reconcile.ts'
import { explainMissingRights } from './migrate.ts'
import { withDatabase } from './with-database.ts'

export function addBackupCommands(program: Command): void {
  const backup: Command = addCommand(
    program,
    'backup',
    'write all data to one file, and check it; the server can keep running',
    '--to /backups/store-2026-11-16.backup',
  )
    .option('--to <file>', 'the new file; its folder must exist')
    .option('--json', 'print the result as JSON')
    .action(async ({ to, json }: { to?: string; json?: boolean }) => {
      // Not a required option, because the commands below have their own.
      if (to === undefined) backup.error("error: required option '--to <file>' not specified")
      const options = { file: resolve(to), version: readVersion() }
      const manifest = await createBackup(readConfig().databaseUrl, options).catch(explainMissingRights)
      const { tables, rows } = totals(manifest)
      const text = [
        `Wrote ${rows} rows of ${tables} tables to ${to} (${manifest.bytes} bytes), and counted all of them in the file.`,
        'SECRET_KEYS is not in the backup. Keep a copy of it in another place: without it, payment providers, webhooks and',
        'second factors have to be set up again.',
      ].join('\n')
      print({ json: { file: to, tables, rows, bytes: manifest.bytes, createdAt: manifest.createdAt }, text }, json)
    })
  for (const add of [addBackupDoctor, addBackupTested, addBackupReconcile]) add(backup)

  addCommand(
    program,
    'restore',
    'restore a backup into the empty database of DATABASE_URL, and check it',
    '--from /backups/store-2026-11-16.backup',
  )
    .requiredOption('--from <file>', 'a file that `quartermaster backup` wrote')
    .option('--json', 'print the result as JSON')
    .action(async ({ from, json }: { from: string; json?: boolean }) => {
      const file = resolve(from)
      const manifest = await restoreBackup(readConfig().databaseUrl, { file }).catch(explainMissingRights)
      const { lost, doubled, wrong, late, examples } = await withDatabase(({ reader }) => verify(reader))
      const { tables, rows } = totals(manifest)
      // Work that came due since the backup is late until a server runs.
      const ok = lost + doubled + wrong === 0
      const text = [
        `Restored ${rows} rows of ${tables} tables, as they were at ${manifest.createdAt}.`,
        ok ? 'Nothing is lost or doubled.' : `verify: lost ${lost}, doubled ${doubled}, wrong ${wrong}.`,
        ...(ok ? [] : examples.map((example) => `    ${example}`)),
        'SECRET_KEYS is not in the backup: set it to the keys of the old installation.',
        'Next: npx quartermaster doctor, then npx quartermaster serve',
      ].join('\n')
      print({ json: { ok, tables, rows, lost, doubled, wrong, late, createdAt: manifest.createdAt }, text }, json)
      process.exitCode = ok ? 0 : 1
    })
}

function totals({ rows }: Manifest): { tables: number; rows: number } {
  const counts = Object.values(rows)
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) }
}
