import { expect, test } from 'vitest'
import { createEmulatedGame } from './emulated-game.ts'
import type { ClientSettings, GameClient } from './game-client.ts'
import { createLosingTransport, type Loss } from './losing-transport.ts'
import { type Answers, createScriptedStore } from './scripted-store.ts'
import type { Operation, QueuedDelivery, QueuedProduct } from './store-connection.ts'

export const KEY = 'qm_0_key'
const ABORT_AFTER_MS = 30
export const VIP: QueuedProduct = { name: 'VIP', commands: ['addvip {userId} 30'], quantity: 1 }
export const COINS: QueuedProduct = { name: 'Coins', commands: ['addcoins {userId} 100'], quantity: 1 }

type CreateClient = (settings: ClientSettings) => GameClient
type Setup = {
  online?: string[]
  knows?: (name: string) => boolean
  hasAccount?: (gameUserId: string) => boolean
  answers?: Answers
  /** What happens to the first reports. Later ones arrive. */
  losses?: Loss[]
  /** The operation that gets no response, so that the client aborts it after a few milliseconds. */
  stalled?: Operation
  /** How often the client polls after its init. */
  polls?: number
}

/** Starts a store with a queue, a game and a client, which calls init and polls once. By default, player 42 is online. */
export async function playClient(
  create: CreateClient,
  queue: QueuedDelivery[],
  { online = ['42'], answers = {}, losses = [], stalled, polls = 1, ...players }: Setup = {},
) {
  const store = createScriptedStore(queue, answers)
  store.stalled = stalled
  const loseReports = ({ operation }: { operation: unknown }) => (operation === 'report' ? losses.shift() : undefined)
  const transport = createLosingTransport(loseReports, store.transport)
  const game = createEmulatedGame({ online, ...players })
  const client = create({
    baseUrl: 'http://store',
    key: KEY,
    game,
    transport,
    ...(stalled && { abortAfterMs: ABORT_AFTER_MS }),
  })
  const isReady = await client.init()
  const poll = async (times: number) => {
    for (let count = 0; count < times; count++) await client.pollOnce()
  }
  await poll(polls)
  return {
    store,
    game,
    client,
    isReady,
    poll,
    lines: () => game.ledger.map(({ line }) => line),
    shown: () => game.texts.map(({ text }) => text),
  }
}

type Case = Setup & { queue: QueuedDelivery[]; lines: string[]; reports: string[] }

/** One test for each title: after the polls, exactly these lines have run and these deliveries are reported. */
export function testQueues(create: CreateClient, cases: Record<string, Case>): void {
  test.each(Object.entries(cases))('%s', async (_, { queue, lines, reports, ...setup }) => {
    const played = await playClient(create, queue, setup)
    expect(played.lines()).toEqual(lines)
    expect(played.store.reports).toEqual(reports)
  })
}

export function delivery(id: string, gameUserId = '42', changes: Partial<QueuedDelivery> = {}): QueuedDelivery {
  return { id, gameUserId, deliveryType: 'APPROVE', products: [VIP], ...changes }
}
