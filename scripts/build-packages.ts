import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildProgram } from './build-program.ts'
import { buildSdk } from './build-sdk.ts'

export const PACKAGES = ['sdk', 'agent', 'conformance', 'server'] as const
type PackageName = (typeof PACKAGES)[number]

/** Builds a package as it is published. */
export async function buildPackage(name: PackageName, folder: string): Promise<void> {
  await (name === 'sdk' ? buildSdk(folder) : buildProgram(name, folder))
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const { out } = values
  if (values.help)
    console.log(`Usage: node scripts/build-packages.ts [--out FOLDER] [PACKAGE…]   (default: PACKAGE/dist)

Packages: ${PACKAGES.join(', ')}`)
  else {
    const chosen = PACKAGES.filter((name) => positionals.length === 0 || positionals.includes(name))
    const folderOf = (name: string) =>
      out === undefined ? join(resolve(import.meta.dirname, '..'), name, 'dist') : resolve(out, name)
    await Promise.all(chosen.map((name) => buildPackage(name, folderOf(name))))
  }
}
