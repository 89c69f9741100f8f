import { runWorker } from '../../kit/worker-process.ts'
import type { Template } from '../fixture.ts'
import type { ProductMutant } from './find-mutants.ts'
import { createVariants } from './load-variants.ts'
import { readSourceFiles } from './source-files.ts'
import { tryMutant } from './try-mutant.ts'

export type Task = Template & { mutants: ProductMutant[]; verbose: boolean }
/** Caught: a cell failed. Unreached: no cell runs the changed statement. */
export type Result = { name: string; outcome: 'caught' | 'missed' | 'unreached' }

const sources = readSourceFiles()
const addVariant = createVariants(sources)

runWorker<Task, Result[]>(async ({ mutants, verbose, ...template }) => {
  const results: Result[] = []
  const finished = runAll()
  return { report: () => results, stop: () => finished }

  async function runAll(): Promise<void> {
    for (const mutant of mutants) {
      const result = await runOne(mutant).catch((error: unknown): Result => {
        return { name: `${mutant.name} (${String(error)})`, outcome: 'missed' }
      })
      results.push(result)
    }
  }

  async function runOne(mutant: ProductMutant): Promise<Result> {
    const { name, failingText: text } = mutant
    const startedAt = Date.now()
    const failure = await run(mutant)
    if (failure !== undefined) {
      const summary = failure.slice(0, 110).replaceAll('\n', ' ')
      if (verbose) console.log(`noticed: ${name} (${summary}; ${Date.now() - startedAt} ms)`)
      return { name, outcome: 'caught' }
    }
    if (text === undefined || (await run({ ...mutant, text })) !== undefined) return { name, outcome: 'missed' }
    console.log(`no cell runs this statement: ${name}`)
    return { name, outcome: 'unreached' }
  }

  function run(mutant: ProductMutant): Promise<string | undefined> {
    const variant = mutant.file.endsWith('.sql') ? '' : addVariant(mutant)
    return tryMutant({ ...template, sources, mutant, variant })
  }
})
