import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createEmulatedGame, type EmulatedGame } from '../emulators/emulated-game.ts'
import { createFivemOldClient } from '../emulators/fivem-client.ts'
import { operationOf, type Transport } from '../emulators/store-connection.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../kit/worker-process.ts'
import { type Call, openConnection } from './game-connection.ts'

type Task = { port: number; seed: number; servers: { key: string; player: string; waits: boolean }[] }

export type GamesReport = {
  /** How often each delivery ran, by its id. */
  runs: Map<string, number>
  reports: { start: number; end: number }[]
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

/**
 * Each game server has an emulated FiveM client, which runs a delivery, reports once and remembers nothing. So a report
 * that fails leads to a second run.
 */
if (process.argv[1] === FILE) {
  runWorker<Task, GamesReport>(async ({ port, seed, servers }) => {
    const random = createRandom(seed)
    const stopping = new AbortController()
    const report: GamesReport = { runs: new Map(), reports: [], polls: 0, waitedPolls: 0, inits: 0, failures: [] }
    const onCall = (call: Call) => {
      // At the end, we abort the polls that still wait.
      if (call.status !== 0 || !stopping.signal.aborted) count(report, call)
    }
    const games = servers.map((server) =>
      runGame(server, { random: random.fork(), signal: stopping.signal, onCall, port }),
    )
    const timer = setInterval(() => random.pick(games).restart(), RESTART_INTERVAL_MS)
    await Promise.all(games.map(({ started }) => started))
    return {
      report: () => report,
      async stop() {
        clearInterval(timer)
        stopping.abort()
        await Promise.all(games.map(({ ended }) => ended))
        for (const { elementId } of games.flatMap(({ game }) => game.ledger)) {
          report.runs.set(elementId, (report.runs.get(elementId) ?? 0) + 1)
        }
      },
    }
  })
}

type Settings = { random: Random; signal: AbortSignal; onCall: (call: Call) => void; port: number }
type Game = { started: Promise<void>; ended: Promise<void>; game: EmulatedGame; restart: () => void }

function runGame({ key, player, waits }: Task['servers'][number], { random, signal, onCall, port }: Settings): Game {
  const game = createEmulatedGame({ online: [player] })
  let lastPoll: Call | undefined
  const connection = openConnection({ port, waitSeconds: waits ? WAIT_SECONDS : undefined }, (call) => {
    if (call.operation === 'queue') lastPoll = call
    onCall(call)
  })
  const transport: Transport = async (url, request) => {
    if (operationOf(url) === 'report') await sleep(random.between(0, MAX_RUN_MS))
    return connection.transport(url, request)
  }
  const client = createFivemOldClient({ baseUrl: `http://127.0.0.1:${port}`, key, game, transport })
  const state = { isStarted: false, mustRestart: false }
  const started = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    await pause(random.between(0, ALL_STARTED_WITHIN_MS), signal)
    while (!signal.aborted) {
      if (!state.isStarted || state.mustRestart) await start()
      if (state.isStarted) await client.pollOnce()
      const pollsAtOnce = lastPoll?.status === 200 && lastPoll.hasWaited
      if (!pollsAtOnce) await pause(random.between(POLL_MS.min, POLL_MS.max), signal)
    }
  }
  async function start(): Promise<void> {
    connection.reconnect()
    client.restart()
    state.mustRestart = false
    state.isStarted = await client.init()
    if (state.isStarted) started.resolve()
  }

  signal.addEventListener('abort', () => connection.abortPoll())
  return { started: started.promise, ended: run(), game, restart: () => void (state.mustRestart = true) }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function count(report: GamesReport, call: Call): void {
  const { operation, start, end, status, hasWaited } = call
  if (operation === 'report') report.reports.push({ start, end })
  else if (operation === 'queue') report.polls++
  else report.inits++
  if (hasWaited) report.waitedPolls++
  if (status !== 200) report.failures.push(call)
}
