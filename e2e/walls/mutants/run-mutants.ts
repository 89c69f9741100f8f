import { fileURLToPath } from 'node:url'
import { startWorker } from '../../kit/worker-process.ts'
import type { ProductMutant } from './find-mutants.ts'
import type { Result, Task } from './worker.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
/** Node.js never unloads a module, so a worker needs more memory with every mutant. */
const MUTANTS_PER_WORKER = 20

type Options = Omit<Task, 'mutants'> & { parallel: number; onProgress: (mutants: number) => void }

/** Runs the cells against every mutant, in worker processes. */
export async function runMutants(
  mutants: ProductMutant[],
  { parallel, onProgress, ...task }: Options,
): Promise<Result[]> {
  const size = Math.min(MUTANTS_PER_WORKER, Math.ceil(mutants.length / parallel))
  const starts = [...mutants.keys()].filter((index) => index % size === 0).values()
  const results: Result[] = []
  const runParts = async () => {
    for (const start of starts) {
      const part = mutants.slice(start, start + size)
      const worker = await startWorker<Task, Result[]>(WORKER, { ...task, mutants: part })
      results.push(...(await worker.stop()))
      onProgress(part.length)
    }
  }
  await Promise.all(Array.from({ length: parallel }, runParts))
  return results
}
