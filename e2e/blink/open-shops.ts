import { startProgress } from '../kit/progress.ts'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import type { Db } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import type { GameServerId, ProductId, StoreId } from '../../server/src/ids.ts'
import { createStore } from '../../server/src/stores/create-store.ts'

/** One player plays on all servers of a store, and what he buys goes to each of them. */
export type Shop = { storeId: StoreId; productId: ProductId; player: string; keys: string[] }

export const SERVERS_EACH = 5
const AT_ONCE = 4

export async function openShops(db: Db, servers: number): Promise<Shop[]> {
  const count = Math.max(Math.floor(servers / SERVERS_EACH), 1)
  const shops: Shop[] = []
  const progress = startProgress('stores open', count)
  let next = 0
  const work = async () => {
    while (next < count) {
      shops.push(await openShop(db, String(1_000 + next++)))
      progress.add(1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  progress.done()
  return shops
}

async function openShop(db: Db, player: string): Promise<Shop> {
  const { id: storeId } = await createStore(db, {
    name: 'Vale',
    url: 'vale.example',
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
  })
  const serverIds: GameServerId[] = []
  const keys: string[] = []
  for (let i = 1; i <= SERVERS_EACH; i++) {
    const server = { storeId, name: `server ${i}`, game: null, profile: 'fivem', cell: 'c1' } as const
    const { id, key } = await addGameServer(db, server)
    serverIds.push(id)
    keys.push(key)
  }
  const { id: productId } = await saveProduct(db, {
    storeId,
    name: 'Coins',
    price: '5.00',
    commands: { approve: ['addcoins {userId} 100'], refund: [], expire: [] },
    durationSeconds: null,
    serverIds,
    buyerChoosesServer: false,
  })
  return { storeId, productId, player, keys }
}
