import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Game, GAMES } from '@quartermaster/sdk'
import { type ConsoleConfig, readConsole } from './console-config.ts'
import type { LogFormat } from './log.ts'
import { type Fields, readPort, readText, type Tell, unknownNames } from './read-field.ts'

/** The agent's settings, checked. Paths are absolute. */
export type AgentConfig = {
  file: string
  url: string
  key: string
  serverPort: number | undefined
  console: ConsoleConfig
  game: Game | undefined
  failures: RegExp[]
  journal: string
  logFormat: LogFormat
  /** How often the console is asked who is online; 0: never, and everything is delivered at once. */
  onlineSeconds: number
  /** What is not wrong, but unwise. */
  warnings: string[]
}

/** Every fault at once: nobody wants to start a program five times to learn of five. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: string[]

  constructor(file: string, faults: string[]) {
    super(`The configuration ${file} cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

export const DEFAULT_FILE = 'quartermaster-agent.json'
const SECRETS = { key: 'QUARTERMASTER_KEY', password: 'QUARTERMASTER_CONSOLE_PASSWORD' } as const
const NAMES = ['url', 'key', 'keyFile', 'serverPort', 'console', 'game', 'failures', 'journal', 'logFormat']

/** The environment comes in as a value; here is the only place that the agent's own is read. */
export function readConfig(file: string, env: NodeJS.ProcessEnv = process.env): AgentConfig {
  const path = resolve(file)
  const faults: string[] = []
  const tell: Tell = (fault) => faults.push(fault)
  const fields = readFields(path)
  for (const name of unknownNames(fields, [...NAMES, 'onlineSeconds']))
    tell(`${name} is not a setting; is it misspelt?`)
  const secret = (from: Fields, name: 'key' | 'password') => readSecret(from, { name, path, env, tell })
  const gameConsole = readConsole(fields['console'], { tell, password: (from) => secret(from, 'password') })
  const config = {
    file: path,
    url: readUrl(env['QUARTERMASTER_URL'] ?? fields['url'], tell),
    key: secret(fields, 'key') ?? missing('key', 'the key of this server, from `quartermaster server create`', tell),
    serverPort: readPort(fields['serverPort'], 'serverPort', tell),
    console: gameConsole,
    game: readGame(fields['game'], tell),
    failures: readPatterns(fields['failures'], tell),
    journal: resolve(dirname(path), readText(fields['journal'], 'journal', tell) ?? 'quartermaster-agent.journal'),
    logFormat: readLogFormat(fields['logFormat'], tell),
    onlineSeconds: readSeconds(fields['onlineSeconds'], gameConsole.dialect, tell),
    warnings: warningsOf(path),
  }
  if (faults.length > 0) throw new ConfigError(path, faults)
  return config
}

function readFields(path: string): Fields {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new ConfigError(path, [
      isMissing ? 'there is no such file; `npx quartermaster-agent setup` writes it' : (error as Error).message,
    ])
  }
  try {
    const fields: unknown = JSON.parse(text)
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Fields
  } catch (error) {
    throw new ConfigError(path, [`it is not JSON: ${(error as Error).message}`])
  }
  throw new ConfigError(path, ['it has to be one object in { }'])
}

type Secret = { name: 'key' | 'password'; path: string; env: NodeJS.ProcessEnv; tell: Tell }

/** The environment wins, then the file that is named, then what is written down. */
function readSecret(fields: Fields, { name, path, env, tell }: Secret): string | undefined {
  const given = env[SECRETS[name]]
  if (given !== undefined) return given
  const file = readText(fields[`${name}File`], `${name}File`, tell)
  if (file === undefined) return readText(fields[name], name, tell)
  try {
    return readFileSync(resolve(dirname(path), file), 'utf8').trim()
  } catch (error) {
    tell(`${name}File cannot be read: ${(error as Error).message}`)
    return ''
  }
}

function missing(name: 'key' | 'password', what: string, tell: Tell): string {
  tell(`${name} is missing: ${what}. Write it down, name a ${name}File, or set ${SECRETS[name]}`)
  return ''
}

function readUrl(value: unknown, tell: Tell): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return String(value)
  tell('url has to be the address of the store, like "https://shop.example"')
  return ''
}

function readGame(value: unknown, tell: Tell): Game | undefined {
  const game = GAMES.find((known) => known === value)
  if (value !== undefined && !game) tell(`game has to be one of ${GAMES.join(', ')}`)
  return game
}

function readPatterns(value: unknown, tell: Tell): RegExp[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    tell('failures has to be a list of patterns, like ["^No such player"]')
    return []
  }
  return value.flatMap((pattern: unknown) => {
    try {
      return new RegExp(String(pattern), 'im')
    } catch (error) {
      tell(`failures: ${(error as Error).message}`)
      return []
    }
  })
}

function readLogFormat(value: unknown, tell: Tell): LogFormat {
  if (value === undefined || value === 'text' || value === 'json') return value ?? 'text'
  tell('logFormat has to be "text" or "json"')
  return 'text'
}

const ONLINE_SECONDS = 3
/** Quake servers answer once a second and no more, deliveries included. */
const ONLINE_SECONDS_QUAKE = 6

function readSeconds(value: unknown, dialect: string, tell: Tell): number {
  if (value === undefined) return dialect.startsWith('quake3') ? ONLINE_SECONDS_QUAKE : ONLINE_SECONDS
  if (value === 0 || (typeof value === 'number' && value >= 1 && value <= 60)) return value
  tell('onlineSeconds has to be a number from 1 to 60, or 0: do not ask who is online, deliver to everybody')
  return ONLINE_SECONDS
}

const OTHERS = 0o077

function warningsOf(path: string): string[] {
  if (process.platform === 'win32' || (statSync(path).mode & OTHERS) === 0) return []
  return [`Others on this machine can read ${path}, and it may hold a key: chmod 600 ${path}`]
}
