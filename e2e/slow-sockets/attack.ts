import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { runWorker } from '../kit/worker-process.ts'
import { createRandom } from '../kit/random.ts'
import { type Counts, type LongQueue, playSlowSocket, SLOW_KINDS } from './slow-socket.ts'

export type AttackOrder = { port: number; seed: number; sockets: number; rampMs: number; queues: LongQueue[] }

export type AttackReport = Omit<Counts, 'statuses'> & {
  statuses: Record<number, number>
  /** How late the slow callers themselves were, at the 99th percentile. */
  lagMs: number
}

/** The system has 28,000 ports for each pair of addresses, and the product limits failed keys by address. */
const ADDRESSES = 8

/** All slow callers, in a process of their own. */
runWorker<AttackOrder, AttackReport>(async ({ port, seed, sockets, rampMs, queues }) => {
  const random = createRandom(seed)
  const counts: Counts = {
    open: 0,
    mostOpen: 0,
    thrownOut: 0,
    silently: 0,
    notConnected: 0,
    longest: { headers: 0, body: 0 },
    statuses: new Map(),
    faults: [],
  }
  const state = { over: false }
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const known = queues.map(({ key, answer }) => ({ key, answer: Buffer.from(answer) }))
  for (let i = 0; i < sockets; i++) void play(i)

  async function play(i: number): Promise<void> {
    const own = random.fork()
    await sleep((rampMs * i) / sockets)
    await playSlowSocket({
      kind: SLOW_KINDS[i % SLOW_KINDS.length] ?? 'headers',
      port,
      localAddress: `127.0.0.${2 + (i % ADDRESSES)}`,
      queues: known,
      random: own,
      counts,
      isOver: () => state.over,
    })
  }

  return {
    report: () => ({
      ...counts,
      statuses: Object.fromEntries(counts.statuses),
      lagMs: Math.round(lag.percentile(99) / 1e6),
    }),
    // They do not say goodbye: the process ends, and every connection with it.
    async stop() {
      state.over = true
    },
  }
})
