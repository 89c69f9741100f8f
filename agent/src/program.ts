import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getAsset, isSea } from 'node:sea'

/** What the owner types to start this agent: the executable under its name, or the program of the package. */
export const PROGRAM = isSea() ? process.argv0 : 'quartermaster-agent'

/** The absolute command line of this agent, for a service manager. */
export function programLine(): string[] {
  return isSea() ? [process.execPath] : [process.execPath, resolve(process.argv[1] ?? 'quartermaster-agent')]
}

/** The executable contains the file of the package as an asset. */
export function readVersion(): string {
  const text = isSea()
    ? getAsset('package.json', 'utf8')
    : readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
