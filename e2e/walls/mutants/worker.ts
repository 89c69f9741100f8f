import type { Stores } from '../store-context.ts'
import { createVariants } from './load-variants.ts'
import type { ProductMutant } from './mutant.ts'
import { readSourceFiles } from './source-files.ts'
import { tryMutant } from './try-mutant.ts'

export type Task = { clusterUrl: string; stores: Stores; mutant: ProductMutant }
/** `failure`: the first failed cell, so the mutant is caught. `unreached`: no cell runs the changed statement. */
export type Result = { failure?: string; error?: string; unreached: boolean; ms: number }

const sources = readSourceFiles()
const variants = createVariants(sources)

process.on('message', ({ mutant, ...task }: Task) => {
  const startedAt = Date.now()
  const run = (one: ProductMutant) =>
    tryMutant({ ...task, sources, mutant: one, variant: one.file.endsWith('.sql') ? '' : variants.add(one) })
  const runAll = async (): Promise<Result> => {
    const failure = await run(mutant)
    const { failingText: text } = mutant
    const unreached = failure === undefined && text !== undefined && (await run({ ...mutant, text })) === undefined
    return { ...(failure !== undefined && { failure }), unreached, ms: Date.now() - startedAt }
  }
  runAll().then(
    (result) => process.send?.(result),
    (error: unknown) =>
      process.send?.({ error: String(error), unreached: false, ms: Date.now() - startedAt } satisfies Result),
  )
})
