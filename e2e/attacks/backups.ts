import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { query } from '../kit/query.ts'
import { type Attack, refused, type Target } from './attack.ts'

/** Writes half of a file and fails, as pg_dump does where it has no right to read all rows. */
const FAILING_DUMP = (version: number) => `#!/bin/sh
[ "$1" = --version ] && echo "pg_dump (PostgreSQL) ${version}.0" && exit
for a in "$@"; do case $a in --file=*) echo half > "\${a#--file=}";; esac; done; exit 1
`

/** Files that look like a backup, and are none. */
export const ATTACKS: Attack[] = (
  [
    {
      name: 'leave a part of a backup that looks like a backup',
      async run(target) {
        const { folder, cluster } = target
        const bin = join(folder, 'failing-bin')
        await mkdir(bin)
        await writeFile(join(bin, 'pg_dump'), FAILING_DUMP(cluster.version))
        await chmod(join(bin, 'pg_dump'), 0o755)
        const file = join(folder, 'half.backup')
        const how = await refused(
          backUp(target, file, bin),
          /^unavailable: pg_dump failed/,
          'the backup is reported as done',
        )
        return how ?? (existsSync(file) ? 'a file with the name of the backup exists' : undefined)
      },
    },
    restore('a backup that was cut off', /is damaged|is not a complete backup/, async (target, file) => {
      await backUp(target, file)
      await truncate(file, 100_000)
    }),
    restore('a backup with other bytes', /is damaged|is not a complete backup/, async (target, file) => {
      await backUp(target, file)
      await appendFile(file, 'x')
    }),
    // Restored into a new cluster, its roles would be missing.
    restore('a file of pg_dump', /is not a complete backup/, async ({ cluster, databaseUrl }, file) => {
      const args = ['--format=custom', `--file=${file}`, databaseUrl]
      await promisify(execFile)(join(cluster.binDir, 'pg_dump'), args)
    }),
  ] satisfies Attack[]
).map(({ name, run }) => ({ name, run: (target) => run(target).catch(explainMissingCommand) }))

/** The first versions left backups to pg_dump, which leaves a part of a file, and to psql, which restores any file. */
function explainMissingCommand(error: Error): string {
  if (!error.message.includes('unknown command')) throw error
  return 'there is no command that makes and checks backups'
}

function restore(what: string, reason: RegExp, create: (target: Target, file: string) => Promise<void>): Attack {
  return {
    name: `have ${what} restored`,
    async run(target) {
      const file = join(target.folder, `${what.replaceAll(' ', '-')}.backup`)
      await create(target, file)
      const url = await createDatabase(target.cluster)
      const env = pathWith(target, target.cluster.binDir)
      const restoring = target.runCommand(['restore', '--from', file], { databaseUrl: url, env })
      const how = await refused(restoring, reason, 'the file was restored')
      const tables = await query(url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")
      return how ?? (tables.length > 0 ? `${tables.length} tables were restored` : undefined)
    },
  }
}

/** With the programs of this PostgreSQL. `bin`: a folder with other programs, which are preferred. */
async function backUp(target: Target, file: string, bin = target.cluster.binDir): Promise<void> {
  await target.runCommand(['backup', '--to', file], { env: pathWith(target, bin) })
}

function pathWith({ cluster }: Target, bin: string): { PATH: string } {
  return { PATH: `${bin}:${cluster.binDir}:${process.env['PATH'] ?? ''}` }
}
