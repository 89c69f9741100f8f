import { setTimeout as sleep } from 'node:timers/promises'
import { createEmulatedGame, type EmulatedGame } from '../emulators/emulated-game.ts'
import { createFivemOldClient } from '../emulators/fivem-old-client.ts'
import { operationOf, type Transport } from '../emulators/store-connection.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { type Call, openLine } from './game-line.ts'

/** Everything that the process of the game servers is told. */
export type Cast = { port: number; seed: number; servers: { key: string; player: string; waits: boolean }[] }

/** What the game servers did and saw. */
export type Played = {
  /** By the id of an element, how often it was run. */
  runs: Map<string, number>
  reports: { begun: number; ended: number }[]
  polls: number
  waitedPolls: number
  inits: number
  /** Every call that was not answered 200. */
  failures: Call[]
}

export type Games = { allUp: Promise<void>; stop: () => Promise<Played> }

const WAIT_SECONDS = 10
/** What a game takes to run an element, so that reports come at any time, also long after the last poll was answered. */
const RUN_MS = { least: 0, most: 2_000 }
const POLL_MS = { least: 1_000, most: 5_000 }
const ALL_UP_WITHIN_MS = 3_000
/** Five starts a second, all of them by servers that were there before. */
const RESTART_EVERY_MS = 200

type Life = { random: Random; stopped: AbortSignal; watch: (call: Call) => void; port: number }
type Server = { up: Promise<void>; done: Promise<void>; game: EmulatedGame; restart: () => void }

/**
 * One FiveM client on every server: it runs, reports once, and remembers nothing, so a report that fails shows as a
 * second run.
 */
export function playGames({ port, seed, servers }: Cast): Games {
  const random = createRandom(seed)
  const stopping = new AbortController()
  const played: Played = { runs: new Map(), reports: [], polls: 0, waitedPolls: 0, inits: 0, failures: [] }
  const watch = (call: Call) => {
    // Whoever still waits for work at the end is cut off by us.
    if (call.status !== 0 || !stopping.signal.aborted) note(played, call)
  }
  const fleet = servers.map((server) =>
    startServer(server, { random: random.fork(), stopped: stopping.signal, watch, port }),
  )
  const timer = setInterval(() => random.pick(fleet).restart(), RESTART_EVERY_MS)

  return {
    allUp: Promise.all(fleet.map(({ up }) => up)).then(() => undefined),
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(fleet.map(({ done }) => done))
      for (const { game } of fleet) {
        for (const { elementId } of game.ledger) played.runs.set(elementId, (played.runs.get(elementId) ?? 0) + 1)
      }
      return played
    },
  }
}

function startServer({ key, player, waits }: Cast['servers'][number], { random, stopped, watch, port }: Life): Server {
  const game = createEmulatedGame({ online: [player] })
  let lastPoll: Call | undefined
  const line = openLine({ port, waitSeconds: waits ? WAIT_SECONDS : undefined }, (call) => {
    if (call.operation === 'queue') lastPoll = call
    watch(call)
  })
  const transport: Transport = async (url, request) => {
    if (operationOf(url) === 'report') await sleep(random.between(RUN_MS.least, RUN_MS.most))
    return line.transport(url, request)
  }
  const client = createFivemOldClient({ baseUrl: `http://127.0.0.1:${port}`, key, game, transport })
  const state = { up: false, restartDue: false }
  let isUp: () => void
  const up = new Promise<void>((resolve) => (isUp = resolve))

  async function play(): Promise<void> {
    await pause(random.between(0, ALL_UP_WITHIN_MS), stopped)
    while (!stopped.aborted) {
      if (!state.up || state.restartDue) await start()
      if (state.up) await client.pollOnce()
      const atOnce = lastPoll?.status === 200 && lastPoll.waited
      if (!atOnce) await pause(random.between(POLL_MS.least, POLL_MS.most), stopped)
    }
  }
  async function start(): Promise<void> {
    line.hangUp()
    client.restart()
    state.restartDue = false
    state.up = await client.init()
    if (state.up) isUp()
  }

  stopped.addEventListener('abort', () => line.stopWaiting())
  return { up, done: play(), game, restart: () => void (state.restartDue = true) }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function note(played: Played, call: Call): void {
  const { operation, begun, ended, status, waited } = call
  if (operation === 'report') played.reports.push({ begun, ended })
  else if (operation === 'queue') played.polls++
  else played.inits++
  if (waited) played.waitedPolls++
  if (status !== 200) played.failures.push(call)
}
