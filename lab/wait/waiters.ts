import { fileURLToPath } from 'node:url'
import { createRandom } from '../../e2e/kit/random.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { runWorker, startWorker } from '../../e2e/kit/worker-process.ts'
import type { Arrival, Arrivals } from './arrivals.ts'
import { runSteadily } from './run-steadily.ts'
import { PORTS_PER_WAITER, runWaiter, type WaiterCounts, ZERO_COUNTS } from './waiter.ts'

export type Waiters = Awaited<ReturnType<typeof connectWaiters>>

type Settings = {
  count: number
  port: number
  waitSeconds: number
  seed: number
  /** The part of the loopback network for their addresses. Closed connections of earlier waiters still occupy ports. */
  network: number
}

type Group = Omit<Settings, 'network'> & { first: number; connectionsPerSecond: number; localAddress: string }

type Report = { counts: WaiterCounts; arrivals: Arrival[]; problems: string[] }

const FILE = fileURLToPath(import.meta.url)
const MAX_PER_PROCESS = 15_000
/**
 * A machine with two cores needs all of their time for 1,000 new connections per second once 80,000 wait. The queue of new connections then
 * becomes full, and a few hundred are lost.
 */
const CONNECTIONS_PER_SECOND = 600
const TIMEOUT_MS = 60_000
/** Lower ports can be in use by others. */
const FIRST_PORT = 2_000
const MAX_PROBLEMS = 10
const COUNT_NAMES = Object.keys(ZERO_COUNTS) as (keyof WaiterCounts)[]

/** Starts waiters 1 to `count` in their own processes. Resolves when all of them poll. */
export async function connectWaiters(arrivals: Arrivals, settings: Settings) {
  const { count } = settings
  const workers = await Promise.all(toGroups(settings).map((group) => startWorker<Group, Report>(FILE, group)))
  let problems: string[] = []
  /** Records the arrivals since the last call, and returns what the waiters have seen in total. */
  async function update(): Promise<WaiterCounts> {
    const reports = await Promise.all(workers.map((worker) => worker.report()))
    for (const arrival of reports.flatMap((report) => report.arrivals)) arrivals.addArrival(arrival)
    problems = reports.flatMap((report) => report.problems)
    return addCounts(reports.map(({ counts }) => counts))
  }
  const allPoll = async () => (await update()).polling >= count
  const timeoutMs = (count / CONNECTIONS_PER_SECOND) * 1_000 + TIMEOUT_MS
  if (!(await waitUntil(allPoll, { timeoutMs, intervalMs: 200 })))
    throw new Error(`Only ${(await update()).polling} of ${count} waiters poll: ${problems.join('; ')}`)
  const stop = async () => void (await Promise.all(workers.map((worker) => worker.stop())))
  return { update, stop, problems: () => problems }
}

function addCounts(all: WaiterCounts[]): WaiterCounts {
  const sums = { ...ZERO_COUNTS }
  for (const counts of all) for (const name of COUNT_NAMES) sums[name] += counts[name]
  return sums
}

function toGroups({ count, seed, network, ...settings }: Settings): Group[] {
  const groups = Math.ceil(count / MAX_PER_PROCESS)
  const perGroup = Math.ceil(count / groups)
  return Array.from({ length: groups }, (_, i) => ({
    ...settings,
    first: 1 + i * perGroup,
    count: Math.min(perGroup, count - i * perGroup),
    connectionsPerSecond: CONNECTIONS_PER_SECOND / groups,
    localAddress: `127.0.${network}.${1 + i}`,
    seed: seed + i,
  }))
}

if (process.argv[1] === FILE) {
  runWorker<Group, Report>(async ({ first, count, connectionsPerSecond, seed, ...settings }) => {
    const random = createRandom(seed)
    const counts = { ...ZERO_COUNTS }
    let arrivals: Arrival[] = []
    const problems: string[] = []
    const context = {
      ...settings,
      counts,
      onArrival: (arrival: Arrival) => void arrivals.push(arrival),
      onProblem: (problem: string) => void (problems.length < MAX_PROBLEMS && problems.push(problem)),
    }
    void runSteadily({ perSecond: connectionsPerSecond, count }, (i) => {
      // With a random first wait, later polls are evenly distributed, as those of servers that started at different times.
      const firstWaitSeconds = random.integer(1, settings.waitSeconds)
      return runWaiter(first + i, { firstWaitSeconds, firstPort: FIRST_PORT + i * PORTS_PER_WAITER }, context)
    })
    return {
      report() {
        const report = { counts, arrivals, problems }
        arrivals = []
        return report
      },
      stop: async () => undefined,
    }
  })
}
