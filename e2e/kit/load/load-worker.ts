import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../worker-process.ts'
import { type ClientKind, runGameClient } from './game-client.ts'
import { createLoadCounts, type LoadReport } from './load-counts.ts'

type Task = { port: number; seed: number; clients: { key: string; kind: ClientKind }[] }

const FILE = fileURLToPath(import.meta.url)

/** Starts game servers that poll and report, in their own process. */
export function startClients(task: Task): Promise<WorkerProcess<LoadReport>> {
  return startWorker<Task, LoadReport>(FILE, task)
}

if (process.argv[1] === FILE) {
  runWorker<Task, LoadReport>(async ({ port, seed, clients }) => {
    const random = createRandom(seed)
    const counts = createLoadCounts()
    const state = { isStopped: false }
    const lag = monitorEventLoopDelay({ resolution: 10 })
    lag.enable()
    const running = clients.map((client) =>
      runGameClient({ ...client, port, random: random.fork(), counts, isStopped: () => state.isStopped }),
    )
    return {
      report() {
        const lagMs = Math.round(lag.percentile(99) / 1e6)
        lag.reset()
        return { ...counts.report(), lagMs }
      },
      async stop() {
        state.isStopped = true
        await Promise.all(running)
      },
    }
  })
}
