import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../bin/quartermaster-agent.mjs', import.meta.url))

/** Set QUARTERMASTER_AGENT to test an executable of `npm run build:agent` instead of the sources. */
export const AGENT_EXECUTABLE = process.env['QUARTERMASTER_AGENT'] && resolve(process.env['QUARTERMASTER_AGENT'])

export const AGENT_COMMAND: [string, ...string[]] = AGENT_EXECUTABLE ? [AGENT_EXECUTABLE] : [process.execPath, SOURCES]
