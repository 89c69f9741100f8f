import { fileURLToPath } from 'node:url'
import { startProgress } from '../../e2e/kit/progress.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { startWorker } from '../../e2e/kit/worker-process.ts'
import type { Arrivals } from './arrivals.ts'
import { addCounts, type WaiterCounts } from './waiter-counts.ts'
import type { WaiterGroup, WaiterReport } from './waiter-process.ts'

const PROGRAM = fileURLToPath(new URL('./waiter-process.ts', import.meta.url))
const MAX_PER_PROCESS = 15_000
const CONNECTIONS_PER_SECOND = 2_000
const TIMEOUT_MS = 60_000

export type Waiters = {
  /** Records the arrivals since the last call, and returns what the waiters have seen in total. */
  update(): Promise<WaiterCounts>
  /** The first problems of each kind. */
  readonly problems: string[]
  stop(): Promise<void>
}

type Settings = {
  count: number
  port: number
  waitSeconds: number
  seed: number
  /** The part of the loopback network for their addresses. Closed connections of earlier waiters still occupy ports. */
  network: number
}

/** Starts waiters 1 to `count` in their own processes. Resolves when all of them poll. */
export async function connectWaiters(arrivals: Arrivals, settings: Settings): Promise<Waiters> {
  const { count } = settings
  const groups = toGroups(settings)
  const workers = await Promise.all(groups.map((group) => startWorker<WaiterGroup, WaiterReport>(PROGRAM, group)))
  const problems: string[] = []
  const waiters: Waiters = {
    async update() {
      const reports = await Promise.all(workers.map((worker) => worker.report()))
      for (const report of reports) {
        for (const arrival of report.arrivals) arrivals.addArrival(arrival)
        problems.push(...report.problems)
      }
      return addCounts(reports.map(({ counts }) => counts))
    },
    problems,
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  }
  const progress = startProgress('connecting waiters', count)
  let polling = 0
  async function allPoll(): Promise<boolean> {
    const counts = await waiters.update()
    progress.add(counts.polling - polling)
    polling = counts.polling
    return polling >= count
  }
  const timeoutMs = (count / CONNECTIONS_PER_SECOND) * 1_000 + TIMEOUT_MS
  if (!(await waitUntil(allPoll, { timeoutMs, intervalMs: 200 })))
    throw new Error(`Only ${polling} of ${count} waiters poll: ${problems.join('; ')}`)
  progress.done()
  return waiters
}

function toGroups({ count, port, waitSeconds, seed, network }: Settings): WaiterGroup[] {
  const groups = Math.ceil(count / MAX_PER_PROCESS)
  const perGroup = Math.ceil(count / groups)
  return Array.from({ length: groups }, (_, i) => ({
    first: 1 + i * perGroup,
    count: Math.min(perGroup, count - i * perGroup),
    connectionsPerSecond: CONNECTIONS_PER_SECOND / groups,
    port,
    localAddress: `127.0.${network}.${1 + i}`,
    waitSeconds,
    seed: seed + i,
  }))
}
