import { randomInt } from 'node:crypto'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** A whole number. `short` is its default in the short form; without `default` it can be undefined. */
type NumberOption = { type: 'number'; help: string; default?: number; short?: number; max?: number }
type FlagOption = { type: 'flag'; help: string }
type TextOption = { type: 'text'; help: string; default?: string; choices?: readonly string[] }
type Declaration = Record<string, NumberOption | FlagOption | TextOption>

type GivenValue<Option> = Option extends { type: 'number' }
  ? number
  : Option extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string
type ValueOf<Option> = Option extends FlagOption
  ? boolean
  : GivenValue<Option> | (Option extends { default: string | number } ? never : undefined)

export type StandardOptions = { short: boolean; seed: number; json: boolean }
export type OptionsOf<D extends Declaration> = { [Name in keyof D]: ValueOf<D[Name]> } & StandardOptions

type Harness<D extends Declaration> = {
  /** The npm script, such as `crash`. */
  script: string
  /** The purpose of the harness, for --help. */
  about: string
  /** By name in camel case: `dbKills` is `--db-kills`. */
  options: D
}

const STANDARD = {
  short: { type: 'flag', help: 'a small run, as in npm run check' },
  seed: { type: 'number', help: 'repeat the decisions of an earlier run; their timing depends on the machine' },
  json: { type: 'flag', help: 'print one JSON object as the last line' },
} as const satisfies Declaration

/** Reads the options of a harness from the command line. Prints the usage for --help, and for options that are wrong. */
export function readOptions<const D extends Declaration>(harness: Harness<D>): OptionsOf<D> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(describeUsage(harness))
    process.exit(0)
  }
  try {
    return parseOptions(harness.options, args)
  } catch (error) {
    return exitWithUsage(error instanceof Error ? error.message : String(error), harness)
  }
}

function exitWithUsage(message: string, harness: Harness<Declaration>): never {
  console.error(`${message}\n\n${describeUsage(harness)}`)
  process.exit(2)
}

/** Throws if an option is unknown or has a wrong value. */
export function parseOptions<const D extends Declaration>(declared: D, args: string[]): OptionsOf<D> {
  const all: Declaration = { ...declared, ...STANDARD }
  const types: ParseArgsOptionsConfig = {}
  for (const [name, { type }] of Object.entries(all)) {
    types[toFlag(name)] = { type: type === 'flag' ? 'boolean' : 'string' }
  }
  const values = parseArgs({ args, options: types }).values as Record<string, Given>
  const isShort = values['short'] === true
  const readOne = (name: string, option: Declaration[string]) => readValue(name, option, values[toFlag(name)], isShort)
  const read = Object.entries(all).map(([name, option]) => [name, readOne(name, option)])
  const result = Object.fromEntries(read) as OptionsOf<D>
  return { ...result, seed: result.seed ?? randomInt(2 ** 31) }
}

type Given = string | boolean | undefined

function readValue(name: string, option: Declaration[string], value: Given, isShort: boolean) {
  const flag = `--${toFlag(name)}`
  if (option.type === 'flag') return value === true
  if (option.type === 'number') {
    if (value === undefined) return isShort ? (option.short ?? option.default) : option.default
    const { max = 2 ** 31 } = option
    if (/^\d{1,10}$/.test(String(value)) && Number(value) <= max) return Number(value)
    throw new Error(`${flag} is "${value}". It must be a whole number of at most ${max}.`)
  }
  const chosen = value === undefined ? option.default : String(value)
  if (chosen !== undefined && option.choices && !option.choices.includes(chosen)) {
    throw new Error(`${flag} is "${chosen}". It must be one of: ${option.choices.join(', ')}.`)
  }
  return chosen
}

function describeUsage({ script, about, options }: Harness<Declaration>): string {
  const lines = Object.entries({ ...options, ...STANDARD }).map(([name, option]) => {
    const value = { flag: '', number: ' N', text: ' TEXT' }[option.type]
    return `  --${`${toFlag(name)}${value}`.padEnd(18)} ${option.help}${describeDefault(option)}`
  })
  return `${about}\n\n  npm run ${script} -- [options]\n\n${lines.join('\n')}`
}

function describeDefault(option: Declaration[string]): string {
  if (option.type === 'flag' || option.default === undefined) return ''
  const inShort = option.type === 'number' && option.short !== undefined ? `, ${option.short} with --short` : ''
  return ` (default: ${option.default}${inShort})`
}

function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
