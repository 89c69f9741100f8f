import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createRandom } from '../kit/random.ts'
import { type ClientKind, playClient } from './client.ts'
import { runWorker } from '../kit/worker-process.ts'
import { createTally, type LoadReport } from './tally.ts'

export type LoadOrder = { port: number; seed: number; clients: { key: string; kind: ClientKind }[] }

/** Game servers that do nothing wrong, in a process of their own. */
runWorker<LoadOrder, LoadReport>(async ({ port, seed, clients }) => {
  const random = createRandom(seed)
  const tally = createTally()
  const state = { over: false }
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const playing = clients.map((client) =>
    playClient({ ...client, port, random: random.fork(), tally, isOver: () => state.over }),
  )
  return {
    report() {
      const lagMs = Math.round(lag.percentile(99) / 1e6)
      lag.reset()
      return { ...tally.report(), lagMs }
    },
    async stop() {
      state.over = true
      await Promise.all(playing)
    },
  }
})
