import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../bin/quartermaster-agent.mjs', import.meta.url))

/** Set QUARTERMASTER_AGENT to test an executable of `npm run build:agent`, or an unpacked package, instead of the sources. */
export function builtAgent(): string | undefined {
  const program = process.env['QUARTERMASTER_AGENT']
  return program ? resolve(program) : undefined
}

export function agentCommand(): [string, ...string[]] {
  const built = builtAgent()
  return built === undefined ? [process.execPath, SOURCES] : [built]
}
