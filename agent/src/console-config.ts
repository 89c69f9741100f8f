import type { Game } from '@quartermaster/sdk'
import type { GameConsole } from './dialects/dialect.ts'
import { DIALECTS, STDIN_DIALECT } from './dialects/dialects.ts'
import { type Fields, readPort, type Tell, unknownNames } from './read-field.ts'

/** A console that can be opened, with what its dialect knows of the game. */
export type ConsoleConfig = {
  dialect: string
  /** Where it is, for people. */
  place: string
  game: Game
  failures: RegExp[]
  open: (signal: AbortSignal) => Promise<GameConsole>
}

export const DIALECT_NAMES = [...DIALECTS.keys(), STDIN_DIALECT.name]

const TIMEOUT_MS = 5_000
const NETWORK_NAMES = ['dialect', 'host', 'port', 'password', 'passwordFile', 'timeoutMs', 'tls']
const STDIN_TEXTS = ['program', 'cwd', 'ready', 'stop']
const STDIN_NUMBERS = ['quietMs', 'readyMs']
const NOWHERE: ConsoleConfig = {
  dialect: '',
  place: '',
  game: 'plain',
  failures: [],
  open: () => Promise.reject(new Error('There is no console')),
}

type Parts = { tell: Tell; password: (fields: Fields) => string | undefined }

export function readConsole(value: unknown, { tell, password }: Parts): ConsoleConfig {
  if (typeof value !== 'object' || value === null) {
    tell('console is missing: how the console of the game is reached, like {"dialect": "minecraft", "port": 25575, …}')
    return NOWHERE
  }
  const fields = value as Fields
  const { dialect: name, timeoutMs = TIMEOUT_MS } = fields as { dialect?: unknown; timeoutMs?: unknown }
  if (typeof timeoutMs !== 'number' || timeoutMs <= 0) tell('console.timeoutMs has to be a number above 0')
  if (name === STDIN_DIALECT.name) return readStdin(fields, Number(timeoutMs), tell)
  const dialect = DIALECTS.get(String(name))
  if (!dialect) {
    tell(`console.dialect has to be one of ${DIALECT_NAMES.join(', ')}`)
    return NOWHERE
  }
  for (const other of unknownNames(fields, NETWORK_NAMES)) tell(`console.${other} is not a setting of ${dialect.name}`)
  const { host = '127.0.0.1', tls = false } = fields as { host?: string; tls?: boolean }
  const port = readPort(fields['port'], 'console.port', tell)
  if (fields['port'] === undefined)
    tell('console.port is missing: the port of the remote console, not that of the game')
  const secret = password(fields)
  if (secret === undefined) {
    tell('console.password is missing. Write it down, name a passwordFile, or set QUARTERMASTER_CONSOLE_PASSWORD')
  }
  if (typeof host !== 'string') tell('console.host has to be a name or an address')
  if (typeof tls !== 'boolean') tell('console.tls has to be true or false')
  const settings = { host, port: port ?? 0, password: secret ?? '', timeoutMs: Number(timeoutMs), tls }
  return { ...about(dialect, `${host}:${port}`), open: (signal) => dialect.open(settings, signal) }
}

function readStdin(fields: Fields, timeoutMs: number, tell: Tell): ConsoleConfig {
  const known = [...STDIN_TEXTS, ...STDIN_NUMBERS, 'dialect', 'timeoutMs', 'args', 'online']
  for (const other of unknownNames(fields, known)) tell(`console.${other} is not a setting of stdin`)
  for (const name of STDIN_TEXTS) if (!isOptional(fields[name], 'string')) tell(`console.${name} has to be a text`)
  for (const name of STDIN_NUMBERS) if (!isOptional(fields[name], 'number')) tell(`console.${name} has to be a number`)
  const { program, args = [], online, ...rest } = fields as { program?: string; args?: string[]; online?: Online }
  if (!program) tell('console.program is missing: what starts the game server')
  if (!Array.isArray(args)) tell('console.args has to be a list of texts')
  if (online !== undefined && !isOnline(online)) {
    tell('console.online has to be like {"command": "list", "pattern": "^- (\\\\w+)"}')
  }
  const settings = { ...rest, program: program ?? '', args, ...(online && { online }), timeoutMs }
  return { ...about(STDIN_DIALECT, program ?? ''), open: (signal) => STDIN_DIALECT.open(settings, signal) }
}

type Online = { command: string; pattern: string }

function isOnline({ command, pattern }: Partial<Online>): boolean {
  return typeof command === 'string' && typeof pattern === 'string'
}

function isOptional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type
}

function about({ name, game, failures }: { name: string; game: Game; failures: RegExp[] }, place: string) {
  return { dialect: name, place, game, failures }
}
