import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('emulate-start.lua', import.meta.url))
const MOD = fileURLToPath(new URL('../../../integrations/luanti', import.meta.url))

test.for(['configured', 'unconfigured'])(
  'a player who registered the account of the mod before loses it at the next start of a server that is %s',
  (state) => {
    const { stdout, stderr } = spawnSync('lua5.4', [SCRIPT, MOD, state], { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'password replaced\njoin refused\nprivileges give\n', stderr: '' })
  },
)
