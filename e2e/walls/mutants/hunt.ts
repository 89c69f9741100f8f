import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Stores } from '../scene.ts'
import type { Mutant } from './mutant.ts'
import type { Report, Task } from './worker.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
/** Modules that were loaded are never let go of. */
const MUTANTS_A_WORKER = 60

export type Caught = { mutant: Mutant; by?: string; error?: string; unreached: boolean }

/** Lets the cells loose on every mutant, on so many at a time. */
export async function hunt(
  mutants: Mutant[],
  {
    clusterUrl,
    stores,
    lanes,
    onMutant,
  }: { clusterUrl: string; stores: Stores; lanes: number; onMutant: (caught: Caught, ms: number) => void },
): Promise<Caught[]> {
  const results: Caught[] = []
  const queue = mutants.values()
  const lane = async () => {
    let worker: ChildProcess | undefined
    let tried = 0
    try {
      for (const mutant of queue) {
        if (tried++ % MUTANTS_A_WORKER === 0) {
          worker?.kill()
          worker = fork(WORKER)
        }
        if (!worker) continue
        const { by, error, unreached, ms } = await askWorker(worker, { clusterUrl, stores, mutant })
        const caught = { mutant, unreached, ...(by !== undefined && { by }), ...(error !== undefined && { error }) }
        results.push(caught)
        onMutant(caught, ms)
      }
    } finally {
      worker?.kill()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

async function askWorker(worker: ChildProcess, task: Task): Promise<Report> {
  const over = new AbortController()
  const gone = once(worker, 'exit', over).then((): never => {
    throw new Error(`the process that tried "${task.mutant.name}" ended`)
  })
  worker.send(task)
  try {
    const [report] = (await Promise.race([once(worker, 'message', over), gone])) as [Report]
    return report
  } finally {
    gone.catch(() => undefined)
    over.abort()
  }
}
