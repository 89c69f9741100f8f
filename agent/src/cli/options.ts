import { parseArgs } from 'node:util'
import { DEFAULT_FILE } from '../config-file.ts'
import { suggest } from '../suggest.ts'

const OPTIONS = {
  config: { type: 'string', short: 'c', default: DEFAULT_FILE },
  'log-format': { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  dialect: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  password: { type: 'string' },
  'server-port': { type: 'string' },
  since: { type: 'string' },
  player: { type: 'string' },
  program: { type: 'string' },
  user: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const

export type Options = ReturnType<typeof parseOptions>['values']

/** Throws an error with a message for the owner if the arguments are invalid. */
export function parseOptions(args: string[]) {
  const { tokens } = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'option' && !(token.name in OPTIONS)) {
      const names = Object.keys(OPTIONS).map((name) => `--${name}`)
      throw new Error(`Unknown option ${token.rawName}.${suggest(token.rawName, names)}`)
    }
  }
  return parseArgs({ args, options: OPTIONS, allowPositionals: true })
}
