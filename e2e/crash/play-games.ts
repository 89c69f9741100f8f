import { setTimeout as sleep } from 'node:timers/promises'
import { createEmulatedGame, type EmulatedGame } from '../emulators/emulated-game.ts'
import { CrashError, type GameClient } from '../emulators/game-client.ts'
import { createIdempotentClient } from '../emulators/idempotent-client.ts'
import { createLosingTransport } from '../emulators/losing-transport.ts'
import { createStrictClient } from '../emulators/strict-client.ts'
import type { Finding } from './finding.ts'
import type { Door } from './fleet.ts'
import type { Outage } from './outage.ts'
import type { Random } from '../kit/random.ts'
import type { Server } from './scene.ts'
import { watchTransport } from './watch-transport.ts'

/** On average less than five a second, which is what a key may. */
const POLL_MS = { least: 150, most: 350 }
/** Long enough for goods to be sold, refunded and over before the server first hears of them. */
const AWAY_MS = { least: 1_500, most: 4_500 }

export type Games = {
  /** Everything that every server ever ran. */
  of(server: Server): EmulatedGame
  /** Elements that were handed out and are not reported yet. */
  backlog: () => number
  /** Two more looks by every client, with nothing lost on the way, so that every report is confirmed. */
  lookTwice(): Promise<void>
  stop(): Promise<void>
  readonly counts: { reported: number }
  readonly findings: readonly Finding[]
}

type Parts = { door: Door; outage: Outage; random: Random }

/**
 * A game on every server, polling and reporting without pause. Every second client is strict: it forgets what was
 * confirmed, so an acknowledged report that a crash undoes runs again and shows. The others keep a journal, and crash;
 * now and then they are away for a while.
 */
export function playGames(servers: Server[], { door, outage, random }: Parts): Games {
  const findings: Finding[] = []
  const counts = { reported: 0 }
  const state = { stopped: false, calm: false }
  const players = servers.map((server, i) => {
    const game = createEmulatedGame()
    const watch = watchTransport({ door, outage, findings, counts })
    const chances = random.fork()
    const transport = createLosingTransport(({ operation }) => {
      if (state.calm || operation === 'init' || !chances.chance(0.02)) return undefined
      return chances.pick(['request', 'answer'] as const)
    }, watch.transport)
    const settings = { baseUrl: 'http://victim', key: server.key, game, transport }
    const client =
      i % 2 === 0
        ? createStrictClient(settings)
        : createIdempotentClient({ ...settings, crashAfterRun: () => !state.calm && chances.chance(0.01) })
    return { server, game, watch, done: keepPolling(client, { door, random: chances, state, rests: i % 2 === 1 }) }
  })

  return {
    counts,
    findings,
    of(server) {
      const player = players.find((each) => each.server === server)
      if (!player) throw new Error('Nobody plays on this server')
      return player.game
    },
    backlog: () => players.reduce((sum, { watch }) => sum + watch.waiting(), 0),
    async lookTwice() {
      state.calm = true
      // The poll that is under way may be an old one, so one more.
      const marks = players.map(({ watch }) => watch.polls())
      while (players.some(({ watch }, i) => watch.polls() < (marks[i] ?? 0) + 3)) await sleep(20)
    },
    async stop() {
      state.stopped = true
      await Promise.all(players.map(({ done }) => done))
    },
  }
}

type Loop = { door: Door; random: Random; state: { stopped: boolean; calm: boolean }; rests: boolean }

async function keepPolling(client: GameClient, { door, random, state, rests }: Loop): Promise<void> {
  let initialised = false
  while (!state.stopped) {
    // The supervisor gives up only when the product does not start any more; the trial tells of it.
    await door.up()
    try {
      initialised ||= await client.init()
      await client.pollOnce()
    } catch (error) {
      if (!(error instanceof CrashError)) throw error
      client.restart()
      initialised = false
    }
    const pause = rests && !state.calm && random.chance(0.03) ? AWAY_MS : POLL_MS
    await sleep(random.between(pause.least, pause.most))
  }
}
