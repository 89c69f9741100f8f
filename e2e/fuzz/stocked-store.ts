import { createDatabase } from '@quartermaster/local-postgres/database'
import { type Cluster } from '@quartermaster/local-postgres/cluster'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { refund } from '../../server/src/checkouts/reverse/refund.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import { type Database, inStore, openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { createDeliveryQueue } from '../../server/src/delivery/queue/delivery-queue.ts'
import { importServerKey } from '../../server/src/game-servers/add-server-key.ts'
import { PROFILES } from '../../server/src/game-servers/game-server.ts'
import { revokeServerKeys } from '../../server/src/game-servers/revoke-server-keys.ts'
import { formatId, type ProductId, type StoreId } from '../../server/src/ids.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import type { World } from './requests.ts'

const CELL = 'fz'
const STORES = 8
const STOCKED = 24

/** Stores with servers, keys of all fates, and queues with something of every kind, made by the product itself. */
export async function stockStores(cluster: Cluster, servers: number) {
  const databaseUrl = await createDatabase(cluster)
  await migrate(databaseUrl)
  const database = openDatabase({ url: databaseUrl, poolSize: 5 })
  const stores = await Promise.all(Array.from({ length: STORES }, (_, i) => stockStore(database, i, servers / STORES)))
  const world: World = {
    keys: stores.flatMap((store) => store.keys),
    stocked: stores.flatMap((store) => store.stocked),
    revokedKeys: stores.flatMap((store) => store.revokedKeys),
    busyKey: stores[0]?.keys.pop() ?? '',
  }
  const [store] = stores
  if (!store) throw new Error('no store was made')
  return { databaseUrl, database, world, purchase: () => buyOnNewServer(database, store) }
}

type Stocked = {
  storeId: StoreId
  product: ProductId
  keys: string[]
  stocked: World['stocked']
  revokedKeys: string[]
}

async function stockStore(database: Database, number: number, servers: number): Promise<Stocked> {
  const { app } = database
  const { id: storeId } = await createStore(app, {
    name: `Vale ⚔ ${number}`,
    url: `s${number}.example`,
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
  })
  const add = (name: string, i: number) =>
    addGameServer(app, { storeId, name, game: null, profile: PROFILES[i % PROFILES.length] ?? 'standard', cell: CELL })
  const product = await newProduct(database, storeId, null)
  const timed = await newProduct(database, storeId, 1)

  const stocked: World['stocked'] = []
  for (let i = 0; i < STOCKED / STORES; i++) {
    const server = await add('stocked', i + number)
    const deliveryIds: string[] = []
    for (const [bought, quantity] of [
      [product, 1],
      [product, 3],
      [timed, 1],
    ] as const) {
      const sale = {
        storeId,
        gameUserId: `Игрок "${i}" 🎮`,
        items: [{ productId: bought, quantity }],
        serverId: server.id,
        reference: null,
      }
      const sold = await sell(app, sale)
      deliveryIds.push(...sold.deliveryIds.map((id) => formatId('cmd', id)))
      if (quantity === 3) {
        await createDeliveryQueue(database.gateway).dispatch({ storeId, serverId: server.id, profile: 'standard' })
        await refund(app, { storeId, checkoutId: sold.checkoutId })
      }
    }
    stocked.push({ key: server.key, deliveryIds })
  }

  const revoked = await add('revoked', 0)
  await revokeServerKeys(app, { storeId, serverId: revoked.id, which: 'all' })
  const imported = `imported-${number}-${revoked.keyId}`
  const keys: string[] = []
  for (let i = 0; i < servers; i++) {
    const { id, key } = await add(`server ${i}`, i)
    keys.push(key)
    if (i === 0) {
      await inStore(app, storeId, (tx) => importServerKey(tx, { storeId, serverId: id, key: imported }))
      keys.push(imported)
    }
  }
  return { storeId, product, keys, stocked, revokedKeys: [revoked.key] }
}

async function newProduct({ app }: Database, storeId: StoreId, durationSeconds: number | null): Promise<ProductId> {
  const { id } = await saveProduct(app, {
    storeId,
    name: 'VIP "Ouro" 𝕏 \u202e',
    price: '19.90',
    commands: { approve: ['addvip {userId} "gold"'], refund: ['removevip {userId}'], expire: ['removevip {userId}'] },
    durationSeconds,
    serverIds: [],
    buyerChoosesServer: false,
  })
  return id
}

/** A purchase on a server that nobody has called yet. */
async function buyOnNewServer({ app }: Database, { storeId, product }: Stocked) {
  const { id, key } = await addGameServer(app, {
    storeId,
    name: 'afterwards',
    game: null,
    profile: 'standard',
    cell: CELL,
  })
  const items = [{ productId: product, quantity: 1 }]
  const { deliveryIds } = await sell(app, { storeId, gameUserId: '42', items, serverId: id, reference: null })
  return { key, deliveryIds: deliveryIds.map((each) => formatId('cmd', each)) }
}
