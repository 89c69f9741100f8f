import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { DIALECT_NAMES } from '../src/console-config.ts'

type Variable = { env_variable: string; default_value: string; rules: string; name: string; description: string }
type Egg = {
  meta: { version: string }
  docker_images: Record<string, string>
  startup: string
  config: Record<'files' | 'startup' | 'logs' | 'stop', string>
  scripts: { installation: Record<'script' | 'container' | 'entrypoint', string> }
  variables: Variable[]
}

const file = new URL('../../deploy/agent/egg-quartermaster-agent.json', import.meta.url)
const egg = JSON.parse(await readFile(file, 'utf8')) as Egg

test('the egg has what Pterodactyl and Pelican read from the format PTDL_v2', () => {
  expect(egg.meta.version).toBe('PTDL_v2')
  expect(Object.keys(egg.docker_images).length).toBeGreaterThan(0)
  for (const part of ['files', 'startup', 'logs'] as const) expect(() => JSON.parse(egg.config[part])).not.toThrow()
  const { script, entrypoint } = egg.scripts.installation
  expect(() => execFileSync(entrypoint, ['-n'], { input: script })).not.toThrow()
  for (const { name, description, env_variable, rules } of egg.variables) {
    expect([name, description, rules]).not.toContain('')
    // The panel sets variables of these names itself.
    expect(['SERVER_MEMORY', 'SERVER_IP', 'SERVER_PORT', 'ENV', 'HOME', 'USER', 'STARTUP', 'UUID']).not.toContain(
      env_variable,
    )
  }
})

test('the variables of the egg are a configuration of the agent, with every remote console', () => {
  const values = egg.variables.map(({ env_variable, default_value }) => [
    env_variable,
    default_value || 'https://vale.example',
  ])
  const env = Object.fromEntries(values) as Record<string, string>
  expect(readConfig('no-file.json', env)).toMatchObject({
    console: { dialect: 'minecraft', address: '172.18.0.1:25575' },
  })
  const dialect = egg.variables.find(({ env_variable }) => env_variable === 'QUARTERMASTER_CONSOLE_DIALECT')
  const listed = /in:([^|]+)/.exec(dialect?.rules ?? '')?.[1]?.split(',')
  expect(listed?.toSorted()).toEqual(DIALECT_NAMES.filter((name) => name !== 'stdin').toSorted())
})
