import { parseArgs } from 'node:util'
import { DEFAULT_FILE } from '../config.ts'

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
  program: { type: 'string' },
  user: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export type Options = ReturnType<typeof readArguments>['values']

export function readArguments(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true })
}
