import { readConfig } from '../config.ts'
import { checkConsole, checkStore, printChecks } from './check-connections.ts'
import type { Options } from './options.ts'

export async function check(options: Options): Promise<number> {
  const config = readConfig(options.config)
  for (const warning of config.warnings) console.log(`! ${warning}`)
  return printChecks([await checkStore(config), await checkConsole(config.console)]) ? 0 : 1
}
