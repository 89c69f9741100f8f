import { createRandom } from '../../e2e/kit/random.ts'
import { runWorker } from '../../e2e/kit/worker-process.ts'
import { type WaiterCounts, zeroCounts } from './waiter-counts.ts'
import { startWaiter, type WaiterContext } from './waiter.ts'

export type WaiterGroup = {
  first: number
  count: number
  connectionsPerSecond: number
  port: number
  localAddress: string
  waitSeconds: number
  seed: number
}

export type WaiterReport = {
  counts: WaiterCounts
  /** Since the last report. */
  arrivals: { waiter: number; deliveryId: string; at: number }[]
  problems: string[]
}

const CONNECT_INTERVAL_MS = 20
/** Lower ports can be in use by others. */
const FIRST_PORT = 2_000
const PORTS_PER_WAITER = 4
const MAX_PROBLEMS_PER_KIND = 2

runWorker<WaiterGroup, WaiterReport>(async ({ first, count, connectionsPerSecond, seed, ...settings }) => {
  const random = createRandom(seed)
  const problemCounts = new Map<string, number>()
  const counts = zeroCounts()
  let arrivals: WaiterReport['arrivals'] = []
  let problems: string[] = []
  const context: WaiterContext = {
    ...settings,
    buffer: Buffer.allocUnsafeSlow(64 * 1024),
    counts,
    onDelivery: (waiter, deliveryId, at) => arrivals.push({ waiter, deliveryId, at }),
    onProblem(problem, detail) {
      const known = problemCounts.get(problem) ?? 0
      problemCounts.set(problem, known + 1)
      if (known < MAX_PROBLEMS_PER_KIND) problems.push(`${problem}: ${detail}`)
    },
  }

  const startedAt = Date.now()
  let started = 0
  const timer = setInterval(() => {
    const due = Math.min(count, Math.ceil(((Date.now() - startedAt) / 1_000) * connectionsPerSecond))
    for (; started < due; started++) {
      const firstPort = FIRST_PORT + started * PORTS_PER_WAITER
      const ports = Array.from({ length: PORTS_PER_WAITER }, (_, i) => firstPort + i)
      // With a random first wait, later polls are evenly distributed, as those of servers that started at different times.
      startWaiter(first + started, { firstWaitSeconds: random.integer(1, settings.waitSeconds), ports }, context)
    }
    if (started === count) clearInterval(timer)
  }, CONNECT_INTERVAL_MS)

  return {
    report() {
      const report = { counts, arrivals, problems }
      arrivals = []
      problems = []
      return report
    },
    stop: async () => undefined,
  }
})
