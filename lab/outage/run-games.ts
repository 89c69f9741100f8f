import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Span } from '../../e2e/kit/kills/database-outages.ts'
import { type Call, createGameCalls, readDeliveryIds } from '../../e2e/kit/load/game-calls.ts'
import { createRandom, type Random } from '../../e2e/kit/random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../../e2e/kit/worker-process.ts'

type Task = { port: number; seed: number; servers: { key: string; waits: boolean }[] }

export type GamesReport = {
  /** How often each delivery ran, by its id. */
  runs: Map<string, number>
  reports: Span[]
  polls: number
  waitedPolls: number
  inits: number
  /** Every call whose status was not 200. */
  failures: Call[]
}

const FILE = fileURLToPath(import.meta.url)
const WAIT_SECONDS = 10
/** How long a game needs to run a delivery, so that reports arrive at any time, also long after the poll. */
const MAX_RUN_MS = 2_000
const POLL_MS = { min: 1_000, max: 5_000 }
const ALL_STARTED_WITHIN_MS = 3_000
/** Five game servers per second restart. */
const RESTART_INTERVAL_MS = 200

/** Starts all game servers in one process. Resolves when each has been initialised. */
export function startGames(task: Task): Promise<WorkerProcess<GamesReport>> {
  return startWorker<Task, GamesReport>(FILE, task)
}

if (process.argv[1] === FILE) {
  runWorker<Task, GamesReport>(async ({ port, seed, servers }) => {
    const random = createRandom(seed)
    const stopping = new AbortController()
    const report: GamesReport = { runs: new Map(), reports: [], polls: 0, waitedPolls: 0, inits: 0, failures: [] }
    const parts = { port, signal: stopping.signal, report }
    const games = servers.map((server) => runGame(server, { ...parts, random: random.fork() }))
    const timer = setInterval(() => random.pick(games).restart(), RESTART_INTERVAL_MS)
    await Promise.all(games.map(({ started }) => started))
    return {
      report: () => report,
      async stop() {
        clearInterval(timer)
        stopping.abort()
        await Promise.all(games.map(({ ended }) => ended))
      },
    }
  })
}

type Parts = { port: number; random: Random; signal: AbortSignal; report: GamesReport }

/** Runs a delivery, reports it once and remembers nothing, so a report that fails leads to a second run. */
function runGame({ key, waits }: Task['servers'][number], { port, random, signal, report }: Parts) {
  const calls = createGameCalls({ port, key, waitSeconds: waits ? WAIT_SECONDS : undefined })
  const state = { mustStart: true }
  const started = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    await pause(random.between(0, ALL_STARTED_WITHIN_MS))
    while (!signal.aborted) {
      const pollsAtOnce = (!state.mustStart || (await start())) && (await deliver())
      if (!pollsAtOnce) await pause(random.between(POLL_MS.min, POLL_MS.max))
    }
  }
  async function start(): Promise<boolean> {
    calls.close()
    const { status } = await count(calls.init())
    state.mustStart = status !== 200
    if (status === 200) started.resolve()
    return status === 200
  }
  /** Returns true if the server let the poll wait. */
  async function deliver(): Promise<boolean> {
    const { status, text, hasWaited } = await count(calls.poll())
    if (status !== 200) return false
    for (const id of readDeliveryIds(text)) {
      report.runs.set(id, (report.runs.get(id) ?? 0) + 1)
      await sleep(random.between(0, MAX_RUN_MS))
      if ((await count(calls.report(id))).status !== 200) break
    }
    return hasWaited
  }
  async function count(pending: Promise<Call>): Promise<Call> {
    const call = await pending
    const { operation, start: startedAt, end, status, hasWaited } = call
    // At the end, we abort the polls that still wait.
    if (status === 0 && signal.aborted) return call
    if (operation === 'report') report.reports.push({ start: startedAt, end })
    else if (operation === 'poll') report.polls++
    else report.inits++
    if (hasWaited) report.waitedPolls++
    if (status !== 200) report.failures.push(call)
    return call
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  signal.addEventListener('abort', () => calls.abortPoll())
  return { started: started.promise, ended: run(), restart: () => void (state.mustStart = true) }
}
