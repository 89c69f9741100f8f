import type { Game } from '@quartermaster/sdk'
import type { GameConsole } from './dialects/dialect.ts'
import { DIALECTS, STDIN_DIALECT } from './dialects/dialects.ts'
import { type AddProblem, checkNames, type Fields, readPort } from './read-field.ts'

/** A console that can be opened, and what its dialect knows about the game. */
export type ConsoleConfig = {
  dialect: string
  /** Host and port, or the program, for messages. */
  address: string
  game: Game
  failures: RegExp[]
  open: (signal: AbortSignal) => Promise<GameConsole>
}

export const DIALECT_NAMES = [...DIALECTS.keys(), STDIN_DIALECT.name]

const TIMEOUT_MS = 5_000
const NETWORK_SETTINGS = ['dialect', 'host', 'port', 'password', 'passwordFile', 'timeoutMs', 'tls']
const STDIN_TEXTS = ['program', 'cwd', 'ready', 'stop']
const STDIN_NUMBERS = ['quietMs', 'readyMs']
const STDIN_SETTINGS = [...STDIN_TEXTS, ...STDIN_NUMBERS, 'dialect', 'timeoutMs', 'args', 'online']
/** Takes the place of an invalid console, so that the other settings can still be checked. */
const INVALID_CONSOLE: ConsoleConfig = {
  dialect: '',
  address: '',
  game: 'plain',
  failures: [],
  open: () => Promise.reject(new Error('The console is not configured')),
}

type Parts = { addProblem: AddProblem; readPassword: (fields: Fields) => string | undefined }

export function readConsoleConfig(value: unknown, { addProblem, readPassword }: Parts): ConsoleConfig {
  if (typeof value !== 'object' || value === null) {
    addProblem('console is missing. It describes the console of the game: {"dialect": "minecraft", "port": 25575, …}')
    return INVALID_CONSOLE
  }
  const fields = value as Fields
  const { dialect: name, timeoutMs = TIMEOUT_MS } = fields as { dialect?: unknown; timeoutMs?: unknown }
  if (typeof timeoutMs !== 'number' || timeoutMs <= 0) addProblem('console.timeoutMs must be a number above 0')
  if (name === STDIN_DIALECT.name) return readStdinConfig(fields, Number(timeoutMs), addProblem)
  const dialect = DIALECTS.get(String(name))
  if (!dialect) {
    addProblem(`console.dialect must be one of ${DIALECT_NAMES.join(', ')}`)
    return INVALID_CONSOLE
  }
  checkNames(fields, NETWORK_SETTINGS, { addProblem, dialect: dialect.name })
  const { host = '127.0.0.1', tls = false } = fields as { host?: string; tls?: boolean }
  const port = readPort(fields['port'], 'console.port', addProblem)
  if (fields['port'] === undefined) {
    addProblem('console.port is missing. It is the port of the remote console, not the port that players connect to')
  }
  const password = readPassword(fields)
  if (password === undefined) {
    addProblem('console.password is missing. Set password, passwordFile or the variable QUARTERMASTER_CONSOLE_PASSWORD')
  }
  if (typeof host !== 'string') addProblem('console.host must be a host name or an IP address')
  if (typeof tls !== 'boolean') addProblem('console.tls must be true or false')
  const settings = { host, port: port ?? 0, password: password ?? '', timeoutMs: Number(timeoutMs), tls }
  return { ...describeConsole(dialect, `${host}:${port}`), open: (signal) => dialect.open(settings, signal) }
}

function readStdinConfig(fields: Fields, timeoutMs: number, addProblem: AddProblem): ConsoleConfig {
  checkNames(fields, STDIN_SETTINGS, { addProblem, dialect: STDIN_DIALECT.name })
  for (const name of STDIN_TEXTS) if (!isOptional(fields[name], 'string')) addProblem(`console.${name} must be a text`)
  for (const name of STDIN_NUMBERS) {
    if (!isOptional(fields[name], 'number')) addProblem(`console.${name} must be a number`)
  }
  const { program, args = [], online, ...rest } = fields as { program?: string; args?: string[]; online?: Online }
  if (!program) addProblem('console.program is missing. It is the program that starts the game server')
  if (!Array.isArray(args)) addProblem('console.args must be a list of texts')
  if (online !== undefined && !isOnline(online)) {
    addProblem('console.online must look like {"command": "list", "pattern": "^- (\\\\w+)"}')
  }
  const settings = { ...rest, program: program ?? '', args, ...(online && { online }), timeoutMs }
  return { ...describeConsole(STDIN_DIALECT, program ?? ''), open: (signal) => STDIN_DIALECT.open(settings, signal) }
}

type Online = { command: string; pattern: string }

function isOnline({ command, pattern }: Partial<Online>): boolean {
  return typeof command === 'string' && typeof pattern === 'string'
}

function isOptional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type
}

type DialectInfo = { name: string; game: Game; failures: RegExp[] }

function describeConsole({ name, game, failures }: DialectInfo, address: string): Omit<ConsoleConfig, 'open'> {
  return { dialect: name, address, game, failures }
}
