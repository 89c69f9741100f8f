import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { applyEdit, type Mutant } from '../kit/mutants/mutant.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import type { PriceBasket } from './judge.ts'

const ROOT = pathToFileURL(PROJECT_ROOT).href
const FOLDER = `${ROOT}server/src/pricing/`
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

/** Loads the pricing code with a mutant, next to the code without one. */
export async function loadMutant(mutant: Mutant): Promise<PriceBasket> {
  const number = mutants.push(mutant) - 1
  const module = (await import(`${FOLDER}price-basket.ts?mutant=${number}`)) as { priceBasket: PriceBasket }
  return module.priceBasket
}
