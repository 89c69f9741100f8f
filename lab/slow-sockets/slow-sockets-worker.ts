import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../../e2e/kit/random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../../e2e/kit/worker-process.ts'
import type { LongQueue } from './long-queues.ts'
import { createSocketCounts, runSlowSocket, SLOW_KINDS, type SocketCounts } from './slow-socket.ts'

type Task = { port: number; seed: number; sockets: number; rampUpMs: number; queues: LongQueue[] }

export type SlowSocketsReport = SocketCounts & {
  /** How late the slow clients themselves were, at the 99th percentile. */
  lagMs: number
}

/** The system has 28,000 ports for each pair of addresses, and the product limits wrong keys by address. */
const ADDRESSES = 8
const FILE = fileURLToPath(import.meta.url)

/** Starts all slow clients in their own process. */
export function startSlowSockets(task: Task): Promise<WorkerProcess<SlowSocketsReport>> {
  return startWorker<Task, SlowSocketsReport>(FILE, task)
}

if (process.argv[1] === FILE) {
  runWorker<Task, SlowSocketsReport>(async ({ port, seed, sockets, rampUpMs, queues }) => {
    const random = createRandom(seed)
    const counts = createSocketCounts()
    const state = { isStopped: false }
    const lag = monitorEventLoopDelay({ resolution: 10 })
    lag.enable()
    const known = queues.map(({ key, body }) => ({ key, body: Buffer.from(body) }))
    for (let i = 0; i < sockets; i++) void start(i)

    async function start(i: number): Promise<void> {
      const ownRandom = random.fork()
      await sleep((rampUpMs * i) / sockets)
      await runSlowSocket({
        kind: SLOW_KINDS[i % SLOW_KINDS.length] ?? 'headers',
        port,
        localAddress: `127.0.0.${2 + (i % ADDRESSES)}`,
        queues: known,
        random: ownRandom,
        counts,
        isStopped: () => state.isStopped,
      })
    }

    return {
      report: () => ({ ...counts, lagMs: Math.round(lag.percentile(99) / 1e6) }),
      // The end of the process closes all connections.
      async stop() {
        state.isStopped = true
      },
    }
  })
}
