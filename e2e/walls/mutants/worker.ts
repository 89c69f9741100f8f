import type { Stores } from '../scene.ts'
import type { Mutant } from './mutant.ts'
import { readSources } from './sources.ts'
import { tryMutant } from './try-mutant.ts'
import { createVariants } from './variants.ts'

/** What the parent sends, one after the other, and what it gets back. */
export type Task = { clusterUrl: string; stores: Stores; mutant: Mutant }
export type Report = { by?: string; error?: string; ms: number }

const sources = readSources()
const variants = createVariants(sources)

process.on('message', ({ mutant, ...place }: Task) => {
  const begun = Date.now()
  tryMutant({ ...place, sources }, mutant, variants.add(mutant)).then(
    (by) => process.send?.({ ...(by !== undefined && { by }), ms: Date.now() - begun } satisfies Report),
    (error: unknown) => process.send?.({ error: String(error), ms: Date.now() - begun } satisfies Report),
  )
})
