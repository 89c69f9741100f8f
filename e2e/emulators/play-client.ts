import { createEmulatedGame } from './emulated-game.ts'
import type { ClientSettings, GameClient } from './game-client.ts'
import { createLosingTransport, type Loss } from './losing-transport.ts'
import { startScriptedStore } from './scripted-store.ts'
import type { QueuedDelivery, QueuedProduct } from './store-connection.ts'

export const KEY = 'qm_0_key'
export const VIP: QueuedProduct = { name: 'VIP', commands: ['addvip {userId} 30'], quantity: 1 }
export const COINS: QueuedProduct = { name: 'Coins', commands: ['addcoins {userId} 100'], quantity: 1 }

type Setup = Partial<ClientSettings> & { online?: string[]; knows?: (name: string) => boolean }

/** Starts a store with a queue, a game and a client. By default, player 42 is online. */
export async function playClient(
  create: (settings: ClientSettings) => GameClient,
  queue: QueuedDelivery[],
  { online = ['42'], knows = () => true, ...settings }: Setup = {},
) {
  const store = await startScriptedStore(queue)
  const game = createEmulatedGame({ online, knows })
  const client = create({ baseUrl: store.baseUrl, key: KEY, game, ...settings })
  const lines = () => game.ledger.map(({ line }) => line)
  return { store, game, client, lines }
}

export function delivery(id: string, gameUserId = '42', changes: Partial<QueuedDelivery> = {}): QueuedDelivery {
  return { id, gameUserId, deliveryType: 'APPROVE', products: [VIP], ...changes }
}

/** Loses the first reports as listed, and no later ones. */
export function loseReports(...losses: (Loss | undefined)[]) {
  return createLosingTransport(({ operation }) => (operation === 'report' ? losses.shift() : undefined))
}
