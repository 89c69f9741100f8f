import { createGamesClient } from '@quartermaster/sdk'
import { createOwner, createTestStore, type Owner } from '../../kit/test-store.ts'
import type { Product } from '../../kit/start-product.ts'

export type GameStores = {
  keys: string[]
  /** Keys of servers with pending deliveries. */
  withDeliveries: { key: string; deliveryIds: string[] }[]
  /** A key that is used so often that it reaches its rate limit. */
  busyKey: string
  revokedKeys: string[]
  /** Sells on a new server, which has never called. */
  sellOnNewServer: () => Promise<{ key: string; deliveryIds: string[] }>
}

const STORES = 8
const SERVERS_WITH_DELIVERIES = 3
const PROFILES = ['standard', 'fivem', 'mta'] as const
const COMMANDS = { approve: ['addvip {userId} "gold"'], refund: ['removevip {userId}'], expire: ['removevip {userId}'] }

/** Creates stores with servers, valid and revoked keys, and pending deliveries of every type. */
export async function createGameStores({ server, databaseUrl }: Product, servers: number): Promise<GameStores> {
  const { url } = server
  const owner = await createOwner({ url, databaseUrl })
  const stores = await Promise.all(
    Array.from({ length: STORES }, (_, i) => createGameStore(owner, { url, number: i, servers: servers / STORES })),
  )
  const [first] = stores
  if (!first) throw new Error('There is no store')
  const [busyKey = '', ...keys] = stores.flatMap((store) => store.keys)
  return {
    keys,
    busyKey,
    withDeliveries: stores.flatMap((store) => store.withDeliveries),
    revokedKeys: stores.map((store) => store.revokedKey),
    sellOnNewServer: first.sellOnNewServer,
  }
}

async function createGameStore(
  owner: Owner,
  { url, number, servers }: { url: string; number: number; servers: number },
) {
  const store = await createTestStore(owner, { name: `Vale ⚔ ${number}` })
  const { storeId, manage } = store
  const addServer = (i: number) => {
    const profile = PROFILES[i % PROFILES.length] ?? 'standard'
    return manage.createServer({ storeId, name: `server ${i}`, profile })
  }
  const product = { name: 'VIP "Ouro" 𝕏 \u202e', commands: COMMANDS }
  const permanent = await store.addProduct(product)
  const timed = await store.addProduct({ ...product, durationSeconds: 1 })
  const sell = (serverId: string, productId: string, quantity = 1) =>
    store.sell({ gameUserId: `Игрок "${number}" 🎮`, items: [{ productId, quantity }], serverId })

  const withDeliveries: GameStores['withDeliveries'] = []
  for (let i = 0; i < SERVERS_WITH_DELIVERIES; i++) {
    const { id, key } = await addServer(i + number)
    const refunded = await sell(id, permanent, 3)
    // A refund cancels deliveries that were never dispatched.
    await createGamesClient({ url, key }).pendingCommands()
    await manage.refundCheckout({ storeId, checkoutId: refunded.id, moneyAlreadyReturned: true })
    const sales = [refunded, await sell(id, permanent), await sell(id, timed)]
    withDeliveries.push({ key, deliveryIds: sales.flatMap(({ deliveryIds }) => deliveryIds) })
  }
  const { id: serverId, key: revokedKey } = await addServer(0)
  await manage.revokeServerKeys({ storeId, serverId, keepNewest: false })
  const imported = `imported-${number}-${revokedKey}`
  await manage.importServerKey({ storeId, serverId, key: imported })
  const keys = [imported]
  for (let i = 0; i < servers; i++) keys.push((await addServer(i)).key)
  return {
    keys,
    withDeliveries,
    revokedKey,
    sellOnNewServer: async () => {
      const { id, key } = await addServer(0)
      return { key, deliveryIds: (await sell(id, permanent)).deliveryIds }
    },
  }
}
