import { readConfig } from '../config.ts'
import type { Options } from './options.ts'
import { tryConsole, tryStore } from './check-connections.ts'

export async function check(options: Options): Promise<number> {
  const config = readConfig(options.config)
  for (const warning of config.warnings) console.log(`! ${warning}`)
  const tried = [await tryStore(config), await tryConsole(config.console)]
  for (const { ok, told } of tried) console.log(`${ok ? '✓' : '✗'} ${told}`)
  return tried.every(({ ok }) => ok) ? 0 : 1
}
