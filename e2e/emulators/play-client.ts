import { expect, test } from 'vitest'
import { createEmulatedGame } from './emulated-game.ts'
import type { ClientSettings, GameClient } from './game-client.ts'
import { createLosingTransport, type Loss } from './losing-transport.ts'
import { type Answers, startScriptedStore } from './scripted-store.ts'
import type { QueuedDelivery, QueuedProduct } from './store-connection.ts'

export const KEY = 'qm_0_key'
export const VIP: QueuedProduct = { name: 'VIP', commands: ['addvip {userId} 30'], quantity: 1 }
export const COINS: QueuedProduct = { name: 'Coins', commands: ['addcoins {userId} 100'], quantity: 1 }

type CreateClient = (settings: ClientSettings) => GameClient
type Setup = Partial<ClientSettings> & {
  online?: string[]
  knows?: (name: string) => boolean
  answers?: Answers
  /** How often the client polls after its init. */
  polls?: number
}

/** Starts a store with a queue, a game and a client, which calls init and polls once. By default, player 42 is online. */
export async function playClient(
  create: CreateClient,
  queue: QueuedDelivery[],
  { online = ['42'], knows = () => true, answers = {}, polls = 1, ...settings }: Setup = {},
) {
  const store = await startScriptedStore(queue, answers)
  const game = createEmulatedGame({ online, knows })
  const client = create({ baseUrl: store.baseUrl, key: KEY, game, ...settings })
  const isReady = await client.init()
  const poll = async (times: number) => {
    for (let count = 0; count < times; count++) await client.pollOnce()
  }
  await poll(polls)
  return { store, game, client, isReady, poll, lines: () => game.ledger.map(({ line }) => line) }
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

/** Loses the first reports as listed, and no later ones. */
export function loseReports(...losses: (Loss | undefined)[]) {
  return createLosingTransport(({ operation }) => (operation === 'report' ? losses.shift() : undefined))
}
