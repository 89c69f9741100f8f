import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createGameCalls } from '../kit/load/game-calls.ts'
import { createRandom } from '../kit/random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../kit/worker-process.ts'

type Task = { port: number; keys: string[]; everyMs: number; seed: number }
/** The times of the polls since the last report. */
type Report = { ms: number[]; failures: number }

const FILE = fileURLToPath(import.meta.url)

/** Starts game servers that poll at a steady interval, in their own process. */
export function startPolls(task: Task): Promise<WorkerProcess<Report>> {
  return startWorker<Task, Report>(FILE, task)
}

if (process.argv[1] === FILE) {
  runWorker<Task, Report>(async ({ port, keys, everyMs, seed }) => {
    const random = createRandom(seed)
    let report: Report = { ms: [], failures: 0 }
    const state = { isStopped: false }

    async function poll(key: string): Promise<void> {
      const calls = createGameCalls({ port, key })
      await sleep(random.between(0, everyMs))
      while (!state.isStopped) {
        const start = performance.now()
        const { status } = await calls.poll()
        const took = performance.now() - start
        if (status === 200) report.ms.push(took)
        else report.failures++
        await sleep(Math.max(0, everyMs - took))
      }
      calls.close()
    }

    const running = Promise.all(keys.map(poll))
    return {
      report() {
        const last = report
        report = { ms: [], failures: 0 }
        return last
      },
      async stop() {
        state.isStopped = true
        await Promise.race([running, sleep(everyMs)])
      },
    }
  })
}
