import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Stores } from '../store-context.ts'
import type { ProductMutant } from './mutant.ts'
import type { Result, Task } from './worker.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
/** Node.js never unloads a module, so a worker needs more memory with every mutant. */
const MUTANTS_PER_WORKER = 60

type Options = {
  clusterUrl: string
  stores: Stores
  parallel: number
  onResult: (mutant: ProductMutant, result: Result) => void
}

/** Runs the cells against every mutant, in worker processes. */
export async function runMutants(
  mutants: ProductMutant[],
  { clusterUrl, stores, parallel, onResult }: Options,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = mutants.values()
  const runQueue = async () => {
    let worker: ChildProcess | undefined
    let count = 0
    try {
      for (const mutant of queue) {
        if (count++ % MUTANTS_PER_WORKER === 0) {
          worker?.kill()
          worker = undefined
        }
        worker ??= fork(WORKER)
        const result = await sendTask(worker, { clusterUrl, stores, mutant })
        results.push(result)
        onResult(mutant, result)
      }
    } finally {
      worker?.kill()
    }
  }
  await Promise.all(Array.from({ length: parallel }, runQueue))
  return results
}

async function sendTask(worker: ChildProcess, task: Task): Promise<Result> {
  const controller = new AbortController()
  const exited = once(worker, 'exit', controller).then((): never => {
    throw new Error(`The worker ended while it ran the mutant "${task.mutant.name}"`)
  })
  exited.catch(() => undefined)
  worker.send(task)
  try {
    const [result] = (await Promise.race([once(worker, 'message', controller), exited])) as [Result]
    return result
  } finally {
    controller.abort()
  }
}
