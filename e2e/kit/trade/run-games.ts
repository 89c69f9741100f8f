import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Call, createGameCalls, readDeliveryIds } from '../load/game-calls.ts'
import { createRandom, type Random } from '../random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../worker-process.ts'
import { type Chain, recordChains } from './chains.ts'

type Task = { port: number; seed: number; servers: { key: string; waits: boolean }[]; maxRunMs?: number }

export type GamesReport = {
  /** How often each delivery was in a response to a poll. */
  dispatches: Map<string, number>
  /** Deliveries whose report was acknowledged. */
  reported: Set<string>
  /** Deliveries that a poll returned although their report had been acknowledged before. */
  dispatchedAgain: string[]
  chains: Chain[]
  counts: Record<string, number>
}

const FILE = fileURLToPath(import.meta.url)
const WAIT_SECONDS = 10
const MAX_RUN_MS = 300
const POLL_MS = { min: 200, max: 600 }
const RETRY_MS = 100
/** How often a game server starts again before a poll. */
const INIT_SHARE = 0.02

/** Starts all game servers in one process. */
export function startGames(task: Task): Promise<WorkerProcess<GamesReport>> {
  return startWorker<Task, GamesReport>(FILE, task)
}

if (process.argv[1] === FILE) {
  runWorker<Task, GamesReport>(async ({ port, seed, servers, maxRunMs = MAX_RUN_MS }) => {
    const random = createRandom(seed)
    const stopping = new AbortController()
    const { chains, counts, track } = recordChains()
    const report = { dispatches: new Map(), reported: new Set<string>(), dispatchedAgain: [], chains, counts }
    const parts = { port, maxRunMs, signal: stopping.signal, report, track }
    const games = servers.map((server) => runGame(server, { ...parts, random: random.fork() }))
    return {
      report: () => report,
      async stop() {
        stopping.abort()
        await Promise.all(games)
      },
    }
  })
}

type Parts = {
  port: number
  maxRunMs: number
  random: Random
  signal: AbortSignal
  report: GamesReport
  track: ReturnType<typeof recordChains>['track']
}

/** Polls, runs what it gets and reports it until the report is acknowledged, like the SDK. */
async function runGame(
  { key, waits }: Task['servers'][number],
  { port, maxRunMs, random, signal, report, track }: Parts,
) {
  const calls = createGameCalls({ port, key, waitSeconds: waits ? WAIT_SECONDS : undefined })
  signal.addEventListener('abort', () => calls.abortPoll())

  /** Repeats the call until it succeeds. Returns undefined if the game ends before. */
  function insist(operation: string, send: () => Promise<Call>): Promise<string | undefined> {
    return track(operation, async (fail) => {
      for (;;) {
        const { status, text } = await send()
        if (status === 200) return text
        if (signal.aborted) return undefined
        fail(`${status} ${text}`)
        await sleep(RETRY_MS)
      }
    })
  }

  await sleep(random.between(0, POLL_MS.max))
  while (!signal.aborted) {
    if (random.chance(INIT_SHARE)) {
      calls.close()
      await insist('init', () => calls.init())
    }
    const reportedBefore = new Set(report.reported)
    const text = await insist(waits ? 'waitingPoll' : 'poll', () => calls.poll())
    if (text === undefined) break
    for (const id of readDeliveryIds(text)) {
      report.dispatches.set(id, (report.dispatches.get(id) ?? 0) + 1)
      if (reportedBefore.has(id)) report.dispatchedAgain.push(id)
      await sleep(random.between(0, maxRunMs))
      if ((await insist('report', () => calls.report(id))) !== undefined) report.reported.add(id)
    }
    await sleep(random.between(POLL_MS.min, POLL_MS.max), undefined, { signal }).catch(() => undefined)
  }
  calls.close()
}
