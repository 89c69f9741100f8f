import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { findSimilar } from '../find-similar.ts'
import { keyOf, SETTINGS } from './settings.ts'

/** The place of packages. */
export const SYSTEM_FILE = '/etc/quartermaster/quartermaster.toml'
/** The first that exists is read, unless a file was named. */
const PLACES = ['quartermaster.toml', SYSTEM_FILE]
/** Container engines mount secrets here, readable by every user of the container. */
const CONTAINER_SECRETS = '/run/secrets/'
const KEYS = SETTINGS.flatMap(({ name }) => [keyOf(name), keyOf(`${name}_FILE`)])
const SWITCHES = SETTINGS.filter((setting) => /^(on|off)$/.test(setting.default)).map(({ name }) => keyOf(name))

/** Values by key, in the form that environment variables have. */
export type SettingsFile = { values: Record<string, string>; problems: string[] }

/** A file that was named must exist; the usual places may be empty. */
export function findSettingsFile(named: string | undefined, places = PLACES): string | undefined {
  const found = named || places.find((place) => existsSync(place))
  return found === undefined ? undefined : resolve(found)
}

export function readSettingsFile(path: string): SettingsFile {
  const result: SettingsFile = { values: {}, problems: [] }
  for (const [key, value] of Object.entries(parseFile(path, result.problems))) {
    if (!KEYS.includes(key)) result.problems.push(explainUnknownKey(path, key, value))
    else {
      const text = toText(key, value)
      if (text === undefined)
        result.problems.push(`${key} in ${path} must be a text, a number, true, false, or a list of texts`)
      else result.values[key] = text
    }
  }
  return result
}

/** Undefined if the file cannot be read, which is then a problem. */
export function readText(path: string, problems: string[], advice: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    const problem =
      code === 'EACCES'
        ? 'must not be read by this user. Run the command as the user of the server, for example with sudo -u quartermaster'
        : `${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}. ${advice}`
    problems.push(`${path} ${problem}`)
    return undefined
  }
}

/** Whether every user of the machine can read a file with secrets. Windows has no such bit. */
export function isPublicFile(path: string): boolean {
  if (process.platform === 'win32' || path.startsWith(CONTAINER_SECRETS)) return false
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0
}

function parseFile(path: string, problems: string[]): Record<string, unknown> {
  const text = readText(path, problems, 'Correct --config or QUARTERMASTER_CONFIG')
  if (text === undefined) return {}
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The rest of the message quotes the file, which contains passwords.
    const reason = error.message.split('\n')[0]?.replace('Invalid TOML document: ', '')
    problems.push(`${path}, line ${error.line}, column ${error.column}: ${reason}. Texts need quotes: key = "text"`)
    return {}
  }
}

function explainUnknownKey(path: string, key: string, value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return `${path} has a section [${key}]. Remove its heading: keys are the names of the settings, such as database_url`
  const similar = findSimilar(key, KEYS)
  const advice = KEYS.includes(key.toLowerCase())
    ? `Write ${key.toLowerCase()}`
    : 'docs/operate/configuration.md lists all settings'
  return `${key} in ${path} is not a setting. ${similar === undefined ? advice : `Did you mean ${similar}?`}`
}

function toText(key: string, value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' && SWITCHES.includes(key)) return value ? 'on' : 'off'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',')
  return undefined
}
