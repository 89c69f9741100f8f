import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ProductMutant } from './find-mutants.ts'
import { SOURCE_FOLDER, type SourceFiles } from './source-files.ts'

const ROOT = pathToFileURL(SOURCE_FOLDER).href
const MARK = '?mutant='

/**
 * Loads the product with a mutant, next to the product without one. Modules that do not depend on the changed file are
 * shared, so this takes milliseconds.
 */
export function createVariants({ dependents }: SourceFiles) {
  const variants = new Map<string, { mutant: ProductMutant; files: Set<string> }>()

  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const number = readNumber(context.parentURL ?? '')
      const variant = number === undefined ? undefined : variants.get(number)
      if (number === undefined || !variant?.files.has(readFile(found.url)) || found.url.includes(MARK)) return found
      return { ...found, url: `${found.url}${MARK}${number}` }
    },
    load(url, context, next) {
      const variant = variants.get(readNumber(url) ?? '')
      const loaded = next(url, context)
      if (!variant || readFile(url) !== variant.mutant.file) return loaded
      return { ...loaded, source: variant.mutant.text }
    },
  })

  /** Returns the suffix for the import of a file that opens the product. */
  return function addVariant(mutant: ProductMutant): string {
    const number = String(variants.size + 1)
    variants.set(number, { mutant, files: new Set(dependents(mutant.file).keys()) })
    return `${MARK}${number}`
  }
}

function readNumber(url: string): string | undefined {
  return /\?mutant=(\d+)$/.exec(url)?.[1]
}

function readFile(url: string): string {
  return url.startsWith(ROOT) ? url.slice(ROOT.length).replace(/\?.*$/, '') : ''
}
