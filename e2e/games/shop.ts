import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { refund } from '../../server/src/checkouts/reverse/refund.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import type { Database } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import type { CheckoutId, DeliveryId, ProductId } from '../../server/src/ids.ts'
import { createStore } from '../../server/src/stores/create-store.ts'

/** What a product runs in a game. */
export type Good = {
  name: string
  approve: string[]
  refund: string[]
  expire: string[]
  /** How long it is held; null: for good. */
  seconds: number | null
}

type Sale = {
  checkoutId: CheckoutId
  /** One for each game server it goes to. */
  deliveryIds: DeliveryId[]
  /** When the sale was committed, by performance.now(). */
  soldAt: number
}

export type Shop = {
  /** The key of the one game server. */
  key: string
  list: (good: Good) => Promise<ProductId>
  sell: (player: string, productId: ProductId) => Promise<Sale>
  refund: (sale: Sale) => Promise<void>
  /** How many elements of a player wait in the queue. */
  waitingFor: (player: string) => Promise<number>
  /** Why a delivery did not succeed, as the agent reported it; oldest first. */
  failuresOf: (sale: Sale) => Promise<string[]>
}

/** A store with one game server, used as its owner would. */
export async function openShop({ app, reader }: Database, name: string): Promise<Shop> {
  const about = { name, url: `${name}.example`, plan: 'BASIC', currency: 'BRL', expiresAt: null }
  const { id: storeId } = await createStore(app, about)
  const { key } = await addGameServer(app, { storeId, name, game: null, profile: 'standard', cell: 'c1' })
  return {
    key,
    async list({ name: product, seconds, ...commands }) {
      const { id } = await saveProduct(app, {
        storeId,
        name: product,
        price: '4.90',
        commands,
        durationSeconds: seconds,
        serverIds: [],
        buyerChoosesServer: false,
      })
      return id
    },
    async sell(player, productId) {
      const items = [{ productId, quantity: 1 }]
      const sold = await sell(app, { storeId, gameUserId: player, items, serverId: null, reference: null })
      return { ...sold, soldAt: performance.now() }
    },
    async refund({ checkoutId }) {
      await refund(app, { storeId, checkoutId })
    },
    async waitingFor(player) {
      const waiting = await reader
        .selectFrom('pending_deliveries')
        .select('id')
        .where('store_id', '=', storeId)
        .where('game_user_id', '=', player)
        .execute()
      return waiting.length
    },
    async failuresOf({ deliveryIds }) {
      const attempts = await reader
        .selectFrom('delivery_attempts')
        .select('reason')
        .where('store_id', '=', storeId)
        .where('delivery_id', 'in', deliveryIds)
        .orderBy('attempt')
        .execute()
      return attempts.map(({ reason }) => reason)
    },
  }
}
