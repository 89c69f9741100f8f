import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Game, GAMES } from '@quartermaster/sdk'
import { ConfigError, readSettings } from './config-file.ts'
import { type ConsoleConfig, readConsoleConfig } from './console-config.ts'
import type { LogFormat } from './log.ts'
import { type AddProblem, checkNames, type Fields, readPort, readText } from './read-field.ts'

/** The validated settings of the agent. Paths are absolute. */
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
  /** How often the online players are queried. 0 means never: everything is delivered at once. */
  onlineSeconds: number
  warnings: string[]
}

const SECRETS = { key: 'QUARTERMASTER_KEY', password: 'QUARTERMASTER_CONSOLE_PASSWORD' } as const
const SETTINGS = [
  'url',
  'key',
  'keyFile',
  'serverPort',
  'console',
  'game',
  'failures',
  'journal',
  'logFormat',
  'onlineSeconds',
]

export function readConfig(file: string, env: NodeJS.ProcessEnv = process.env): AgentConfig {
  const path = resolve(file)
  const problems: string[] = []
  const addProblem: AddProblem = (problem) => problems.push(problem)
  const fields = readSettings(path, env)
  checkNames(fields, SETTINGS, { addProblem })
  const secretFiles = new Set(existsSync(path) ? [path] : [])
  const secret = (from: Fields, name: 'key' | 'password') =>
    readSecret(from, { name, path, env, secretFiles, addProblem })
  const consoleConfig = readConsoleConfig(fields['console'], {
    addProblem,
    readPassword: (from) => secret(from, 'password'),
  })
  const config = {
    file: path,
    url: readUrl(env['QUARTERMASTER_URL'] ?? fields['url'], addProblem),
    key: secret(fields, 'key') ?? reportMissingKey(addProblem),
    serverPort: readPort(fields['serverPort'], 'serverPort', addProblem),
    console: consoleConfig,
    game: readGame(fields['game'], addProblem),
    failures: readPatterns(fields['failures'], addProblem),
    journal: resolve(
      dirname(path),
      readText(fields['journal'], 'journal', addProblem) ?? 'quartermaster-agent.journal',
    ),
    logFormat: readLogFormat(fields['logFormat'], addProblem),
    onlineSeconds: readOnlineSeconds(fields['onlineSeconds'], consoleConfig.dialect, addProblem),
  }
  if (problems.length > 0) throw new ConfigError(path, problems)
  return { ...config, warnings: findWarnings(config.url, secretFiles) }
}

type Secret = {
  name: 'key' | 'password'
  path: string
  env: NodeJS.ProcessEnv
  /** Collects the files that contain secrets. */
  secretFiles: Set<string>
  addProblem: AddProblem
}

/** The environment takes precedence over the secret file, and the file over the configuration. */
function readSecret(fields: Fields, { name, path, env, secretFiles, addProblem }: Secret): string | undefined {
  const fromEnvironment = env[SECRETS[name]]
  if (fromEnvironment !== undefined) return fromEnvironment
  const file = readText(fields[`${name}File`], `${name}File`, addProblem)
  if (file === undefined) return readText(fields[name], name, addProblem)
  try {
    const secretFile = resolve(dirname(path), file)
    const text = readFileSync(secretFile, 'utf8').trim()
    secretFiles.add(secretFile)
    return text
  } catch (error) {
    addProblem(`${name}File cannot be read: ${(error as Error).message}`)
    return ''
  }
}

function reportMissingKey(addProblem: AddProblem): string {
  addProblem(
    'key is missing. It is the server key from `quartermaster server create`. ' +
      `Set key, keyFile or the environment variable ${SECRETS.key}`,
  )
  return ''
}

function readUrl(value: unknown, addProblem: AddProblem): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return String(value)
  addProblem('url must be the address of the store, for example "https://shop.example"')
  return ''
}

function readGame(value: unknown, addProblem: AddProblem): Game | undefined {
  const game = GAMES.find((known) => known === value)
  if (value !== undefined && !game) addProblem(`game must be one of ${GAMES.join(', ')}`)
  return game
}

function readPatterns(value: unknown, addProblem: AddProblem): RegExp[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    addProblem('failures must be a list of patterns, for example ["^No such player"]')
    return []
  }
  return value.flatMap((pattern: unknown) => {
    try {
      return new RegExp(String(pattern), 'im')
    } catch (error) {
      addProblem(`failures: ${(error as Error).message}`)
      return []
    }
  })
}

function readLogFormat(value: unknown, addProblem: AddProblem): LogFormat {
  if (value === undefined || value === 'text' || value === 'json') return value ?? 'text'
  addProblem('logFormat must be "text" or "json"')
  return 'text'
}

const ONLINE_SECONDS = 3
/** Quake servers answer one request per second, and deliveries need the same requests. */
const ONLINE_SECONDS_QUAKE = 6

function readOnlineSeconds(value: unknown, dialect: string, addProblem: AddProblem): number {
  if (value === undefined) return dialect.startsWith('quake3') ? ONLINE_SECONDS_QUAKE : ONLINE_SECONDS
  if (value === 0 || (typeof value === 'number' && value >= 1 && value <= 60)) return value
  addProblem(
    'onlineSeconds must be a number from 1 to 60, or 0 to deliver to all players without checking who is online',
  )
  return ONLINE_SECONDS
}

const OTHER_USERS = 0o077
const LOOPBACK = /^(127\..*|\[::1\]|localhost|.*\.localhost)$/

function findWarnings(url: string, secretFiles: Set<string>): string[] {
  const readable = [...secretFiles].filter((file) => process.platform !== 'win32' && statSync(file).mode & OTHER_USERS)
  const { protocol, hostname } = new URL(url)
  return [
    ...readable.map(
      (file) => `Other users of this machine can read ${file}, which may contain secrets. Run: chmod 600 ${file}`,
    ),
    ...(protocol === 'http:' && !LOOPBACK.test(hostname)
      ? [`The server key is sent to ${hostname} without encryption. Change url to https://`]
      : []),
  ]
}
