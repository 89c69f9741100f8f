import { existsSync, readFileSync } from 'node:fs'
import { PROGRAM } from './program.ts'
import type { Fields } from './read-field.ts'

export const DEFAULT_FILE = 'quartermaster-agent.json'
const CONSOLE_VARIABLES = {
  dialect: 'QUARTERMASTER_CONSOLE_DIALECT',
  host: 'QUARTERMASTER_CONSOLE_HOST',
  port: 'QUARTERMASTER_CONSOLE_PORT',
} as const

/** Lists all problems at once, so that the owner can fix them together. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: string[]

  constructor(file: string, problems: string[]) {
    super(`The configuration ${file} cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The settings of the file. The environment overrides them, and containers and panels need no file. */
export function readSettings(path: string, env: NodeJS.ProcessEnv): Fields {
  const { dialect, host, port } = CONSOLE_VARIABLES
  const overrides = {
    ...(env[dialect] && { dialect: env[dialect] }),
    ...(env[host] && { host: env[host] }),
    ...(env[port] && { port: Number(env[port]) }),
  }
  if (env[dialect] && !existsSync(path)) return { console: overrides }
  const fields = readFields(path)
  if (Object.keys(overrides).length === 0) return fields
  return { ...fields, console: { ...(fields['console'] as Fields | undefined), ...overrides } }
}

function readFields(path: string): Fields {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new ConfigError(path, [isMissing ? describeMissing() : (error as Error).message])
  }
  try {
    const fields: unknown = JSON.parse(text)
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Fields
  } catch (error) {
    throw new ConfigError(path, [`it is not valid JSON: ${(error as Error).message}`])
  }
  throw new ConfigError(path, ['it must contain one JSON object in { }'])
}

function describeMissing(): string {
  const withoutFile = `or set ${CONSOLE_VARIABLES.dialect} and the other variables`
  return `the file does not exist. Create it with \`${PROGRAM} setup\`, ${withoutFile}`
}
