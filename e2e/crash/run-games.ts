import { setTimeout as sleep } from 'node:timers/promises'
import { createIdempotentClient, createStrictClient } from '../emulators/document-client.ts'
import { createEmulatedGame, type DeliveryType, type EmulatedGame } from '../emulators/emulated-game.ts'
import { CrashError, type GameClient } from '../emulators/game-client.ts'
import { createLosingTransport } from '../emulators/losing-transport.ts'
import type { Span } from '../kit/kills/database-outages.ts'
import type { Random } from '../kit/random.ts'
import type { TestStore } from '../kit/test-store.ts'
import type { ServerPool } from '../kit/kills/server-pool.ts'
import { VERBS } from './check-counts.ts'
import type { Finding } from './trial.ts'
import { watchTransport } from './watch-transport.ts'

export type GameServer = TestStore['servers'][number]

/** Fewer than five per second on average, which is the limit of a server key. */
const POLL_MS = { min: 150, max: 350 }
/** Long enough for a product to be sold, refunded and expired before the game server polls. */
const AWAY_MS = { min: 1_500, max: 4_500 }

export type Games = ReturnType<typeof runGames>

type Parts = { pool: ServerPool; outages: Span[]; random: Random }

/**
 * Runs a game on every server. Every second client is strict: it forgets what was confirmed, so it runs a delivery again
 * if a crash undoes an acknowledged report. The others keep a journal, crash, and sometimes do not poll for a while.
 */
export function runGames(servers: GameServer[], { pool, outages, random }: Parts) {
  const findings: Finding[] = []
  const counts = { reported: 0 }
  const state = { isStopped: false, isReliable: false }
  const running = servers.map((server, i) => {
    const game = createEmulatedGame()
    const watch = watchTransport({ pool, outages, findings, counts })
    const ownRandom = random.fork()
    const transport = createLosingTransport(({ operation }) => {
      if (state.isReliable || operation === 'init' || !ownRandom.chance(0.02)) return undefined
      return ownRandom.pick(['request', 'answer'] as const)
    }, watch.transport)
    const settings = { baseUrl: 'http://store', key: server.key, game, transport, servesOfflinePlayers: true }
    const isStrict = i % 2 === 0
    const client = isStrict
      ? createStrictClient(settings)
      : createIdempotentClient({ ...settings, crashAfterRun: () => !state.isReliable && ownRandom.chance(0.01) })
    const ended = pollRepeatedly(client, { pool, random: ownRandom, state, isSometimesAway: !isStrict })
    return { server, game, watch, ended }
  })

  return {
    counts,
    findings: findings as readonly Finding[],
    runsOf: (server: GameServer) => running.find((each) => each.server === server)?.game.ledger.map(readRun) ?? [],
    countRuns: (type: DeliveryType) =>
      running.flatMap(({ game }) => game.ledger).filter(({ deliveryType }) => deliveryType === type).length,
    /** Deliveries that were dispatched and are not reported yet. */
    backlog: () => running.reduce((sum, { watch }) => sum + watch.unreported(), 0),
    /** Lets every client poll twice without lost messages, so that every report is confirmed. */
    async pollTwice(): Promise<void> {
      state.isReliable = true
      // The poll in progress may have started before, so it does not count.
      const before = running.map(({ watch }) => watch.polls())
      while (running.some(({ watch }, i) => watch.polls() < (before[i] ?? 0) + 3)) await sleep(20)
    },
    async stop(): Promise<void> {
      state.isStopped = true
      await Promise.all(running.map(({ ended }) => ended))
    },
  }
}

/** A console command that ran. `product` is the whole line if the verb is not that of the delivery type. */
export type Run = { player: string; product: string; type: DeliveryType; deliveryId: string; at: number }

function readRun({ gameUserId, line, deliveryType: type, deliveryId, at }: EmulatedGame['ledger'][number]): Run {
  const [verb, , product = ''] = line.split(' ')
  const isExpected = VERBS[type] === verb
  return { player: gameUserId, product: isExpected ? product : line, type, deliveryId, at: at.getTime() }
}

type Loop = {
  pool: ServerPool
  random: Random
  state: { isStopped: boolean; isReliable: boolean }
  isSometimesAway: boolean
}

async function pollRepeatedly(client: GameClient, { pool, random, state, isSometimesAway }: Loop): Promise<void> {
  let isInitialised = false
  while (!state.isStopped) {
    await pool.pick()
    try {
      isInitialised ||= await client.init()
      await client.pollOnce()
    } catch (error) {
      if (!(error instanceof CrashError)) throw error
      client.restart()
      isInitialised = false
    }
    const pause = isSometimesAway && !state.isReliable && random.chance(0.03) ? AWAY_MS : POLL_MS
    await sleep(random.between(pause.min, pause.max))
  }
}
