import type { Stores } from '../scene.ts'
import type { Mutant } from './mutant.ts'
import { readSources } from './sources.ts'
import { tryMutant } from './try-mutant.ts'
import { createVariants } from './variants.ts'

/** What the parent sends, one after the other, and what it gets back. */
export type Task = { clusterUrl: string; stores: Stores; mutant: Mutant }
export type Report = { by?: string; error?: string; unreached: boolean; ms: number }

const sources = readSources()
const variants = createVariants(sources)

process.on('message', ({ mutant, ...place }: Task) => {
  const begun = Date.now()
  const attempt = (one: typeof mutant) => tryMutant({ ...place, sources }, one, variants.add(one))
  const report = async (): Promise<Report> => {
    const by = await attempt(mutant)
    const isMissed = by === undefined && mutant.poison !== undefined
    const unreached = isMissed && (await attempt({ ...mutant, by: mutant.poison ?? '' })) === undefined
    return { ...(by !== undefined && { by }), unreached, ms: Date.now() - begun }
  }
  report().then(
    (result) => process.send?.(result),
    (error: unknown) =>
      process.send?.({ error: String(error), unreached: false, ms: Date.now() - begun } satisfies Report),
  )
})
