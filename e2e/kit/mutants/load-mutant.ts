import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '../run-command.ts'
import { applyEdit, type Mutant } from './mutant.ts'

const ROOT = pathToFileURL(PROJECT_ROOT).href
const FOLDER = `${ROOT}server/src/`
const SUFFIX = /\?mutant=(\d+)$/
const mutants: Mutant[] = []

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [suffix = ''] = SUFFIX.exec(context.parentURL ?? '') ?? []
    return found.url.startsWith(FOLDER) ? { ...found, url: `${found.url}${suffix}` } : found
  },
  load(url, context, next) {
    const loaded = next(url, context)
    const mutant = mutants[Number(SUFFIX.exec(url)?.[1] ?? -1)]
    if (!mutant) return loaded
    const file = url.slice(ROOT.length).replace(SUFFIX, '')
    const edits = mutant.edits.filter((edit) => edit.file === file)
    return { ...loaded, source: edits.reduce(applyEdit, readFileSync(join(PROJECT_ROOT, file), 'utf8')) }
  },
})

/**
 * Loads files of the server with a mutant, next to those without one, and returns all that they export. Only for pure code: what
 * they import is loaded again as well.
 */
export async function loadMutant(mutant: Mutant, files: string[]): Promise<unknown> {
  const number = mutants.push(mutant) - 1
  const modules: unknown[] = []
  for (const file of files) modules.push(await import(`${ROOT}${file}?mutant=${number}`))
  return Object.assign({}, ...modules)
}
