import { setTimeout as sleep } from 'node:timers/promises'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import type { Database } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import type { GameServerId, ProductId, StoreId } from '../../server/src/ids.ts'
import { createStore } from '../../server/src/stores/create-store.ts'

export type Trade = {
  /** One for each game server. */
  keys: string[]
  /** A sale gives each server an element. */
  sellOne: (quantity?: number) => Promise<void>
}

/** A store whose one product goes to all of its servers. */
export async function openTrade(
  { app }: Database,
  { servers, commands = ['addvip {userId} gold'] }: { servers: number; commands?: string[] },
): Promise<Trade> {
  const store = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null }
  const { id: storeId } = await createStore(app, store)
  const made: { id: GameServerId; key: string }[] = []
  for (let i = 0; i < servers; i++) {
    made.push(await addGameServer(app, { storeId, name: `server ${i}`, game: null, profile: 'standard', cell: 'c1' }))
  }
  const productId = await addProduct({ app }, { storeId, serverIds: made.map(({ id }) => id), commands })
  let players = 0
  return {
    keys: made.map(({ key }) => key),
    async sellOne(quantity = 1) {
      const items = [{ productId, quantity }]
      await sell(app, { storeId, gameUserId: String(++players), items, serverId: null, reference: null })
    },
  }
}

/** Sells at an even pace until it is stopped. */
export function startSelling(trade: Trade, everyMs: number): { stop: () => Promise<void> } {
  const state = { over: false }
  const selling = (async () => {
    while (!state.over) await Promise.all([trade.sellOne(), sleep(everyMs)])
  })()
  selling.catch(() => undefined)
  return {
    stop: () => {
      state.over = true
      return selling
    },
  }
}

async function addProduct(
  { app }: Pick<Database, 'app'>,
  { storeId, serverIds, commands }: { storeId: StoreId; serverIds: GameServerId[]; commands: string[] },
): Promise<ProductId> {
  const stages = { approve: commands, refund: [], expire: [] }
  const product = { storeId, name: 'VIP Gold', price: '19.90', commands: stages, durationSeconds: null }
  return (await saveProduct(app, { ...product, serverIds, buyerChoosesServer: false })).id
}
