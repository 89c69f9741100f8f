import { createGamesClient } from '@quartermaster/sdk'
import { createOwner, createTestStore, type Owner } from '../../kit/test-store.ts'
import type { Product } from '../../kit/start-product.ts'

type WithDeliveries = { key: string; deliveryIds: string[] }

export type GameStores = {
  keys: string[]
  /** Servers with pending deliveries. */
  withDeliveries: WithDeliveries[]
  /** A key that is used so often that it reaches its rate limit. */
  busyKey: string
  revokedKeys: string[]
  /** Sells on a server that has never called. */
  sellOnUnusedServer: () => Promise<WithDeliveries>
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
    Array.from({ length: STORES }, (_, number) => createGameStore(owner, { url, number, servers: servers / STORES })),
  )
  const [first] = stores
  if (!first) throw new Error('There is no store')
  const [busyKey = '', ...keys] = stores.flatMap((store) => store.keys)
  return {
    keys,
    busyKey,
    withDeliveries: stores.flatMap((store) => store.withDeliveries),
    revokedKeys: stores.map(({ revokedKey }) => revokedKey),
    sellOnUnusedServer: () => first.sellOnUnusedServer(),
  }
}

type NewStore = { url: string; number: number; servers: number }

async function createGameStore(owner: Owner, { url, number, servers }: NewStore) {
  const profile = PROFILES[number % PROFILES.length] ?? 'standard'
  const count = servers + SERVERS_WITH_DELIVERIES + 2
  const store = await createTestStore(owner, { name: `Vale ⚔ ${number}`, profile, servers: count })
  const { storeId, manage } = store
  const [unused, revoked, ...others] = store.servers
  if (!unused || !revoked) throw new Error('The store has no servers')
  const product = { name: 'VIP "Ouro" 𝕏 \u202e', commands: COMMANDS }
  const permanent = await store.addProduct(product)
  const timed = await store.addProduct({ ...product, durationSeconds: 1 })
  // The document describes the profile `standard`. The others refuse ids that are not numbers, and combine units.
  const isStandard = profile === 'standard'
  const gameUserId = isStandard ? `Игрок "${number}" 🎮` : String(number)
  const sell = (serverId: string, productId: string, quantity = 1) =>
    store.sell({ gameUserId, items: [{ productId, quantity }], serverId })

  const withDeliveries: WithDeliveries[] = []
  for (const { id, key } of others.splice(0, SERVERS_WITH_DELIVERIES)) {
    const refunded = await sell(id, permanent, isStandard ? 3 : 1)
    // A refund cancels deliveries that were never dispatched.
    await createGamesClient({ url, key }).pendingCommands()
    await manage.refundCheckout({ storeId, checkoutId: refunded.id, moneyAlreadyReturned: true })
    const sales = [refunded, await sell(id, permanent), await sell(id, timed)]
    withDeliveries.push({ key, deliveryIds: sales.flatMap(({ deliveryIds }) => deliveryIds) })
  }
  await manage.revokeServerKeys({ storeId, serverId: revoked.id, keepNewest: false })
  const imported = `imported-${number}-${revoked.key}`
  await manage.importServerKey({ storeId, serverId: revoked.id, key: imported })
  return {
    keys: [imported, ...others.map(({ key }) => key)],
    withDeliveries,
    revokedKey: revoked.key,
    async sellOnUnusedServer() {
      const { deliveryIds } = await sell(unused.id, permanent)
      return { key: unused.key, deliveryIds }
    },
  }
}
