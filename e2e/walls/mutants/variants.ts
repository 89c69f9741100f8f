import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Mutant } from './mutant.ts'
import { SOURCE, type Sources } from './sources.ts'

const ROOT = pathToFileURL(SOURCE).href
const MARK = '?mutant='

/**
 * Loads the product once more with one file changed, beside the sound one. What does not depend on the changed file is
 * the same module for both, so this takes milliseconds.
 */
export function createVariants({ texts, dependents }: Sources) {
  const changed = new Map<string, { mutant: Mutant; files: Set<string> }>()
  let count = 0

  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const number = numberOf(context.parentURL ?? '')
      const variant = number === undefined ? undefined : changed.get(number)
      if (number === undefined || !variant?.files.has(fileOf(found.url)) || found.url.includes(MARK)) return found
      return { ...found, url: `${found.url}${MARK}${number}` }
    },
    load(url, context, next) {
      const variant = changed.get(numberOf(url) ?? '')
      const loaded = next(url, context)
      if (!variant || fileOf(url) !== variant.mutant.file) return loaded
      const { file, at, find, by } = variant.mutant
      const text = texts.get(file) ?? ''
      if (!text.startsWith(find, at)) throw new Error(`${file} has changed since the mutants were found`)
      return { ...loaded, source: text.slice(0, at) + by + text.slice(at + find.length) }
    },
  })

  return {
    /** What to put behind the names of the product's files. */
    add(mutant: Mutant): string {
      const number = String(++count)
      changed.set(number, { mutant, files: new Set(dependents(mutant.file).keys()) })
      return `${MARK}${number}`
    },
  }
}

function numberOf(url: string): string | undefined {
  return /\?mutant=(\d+)$/.exec(url)?.[1]
}

function fileOf(url: string): string {
  return url.startsWith(ROOT) ? url.slice(ROOT.length).replace(/\?.*$/, '') : ''
}
