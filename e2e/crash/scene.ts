import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { type Db, openDatabase } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import type { GameServerId, ProductId, StoreId } from '../../server/src/ids.ts'
import { createStore } from '../../server/src/stores/create-store.ts'

export type Server = { id: GameServerId; key: string }

export type Goods = {
  name: string
  productId: ProductId
  /** Null: for ever. */
  seconds: number | null
  rebuy: 'extend' | 'independent'
  /** Where it goes whoever buys it; undefined where the buyer picks. */
  servers: Server[] | undefined
}

export type Shop = { storeId: StoreId; servers: Server[]; goods: Goods[] }

/** The command of each stage, as the game will see it. */
export const VERBS = { APPROVE: 'give', REFUND: 'revoke', EXPIRE: 'end' } as const

/** Two stores that sell everything the product can tell apart: both rebuy rules, timed and for ever, one server and many. */
export async function createScene(databaseUrl: string): Promise<Shop[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    return [await createShop(database.app, 3), await createShop(database.app, 2)]
  } finally {
    await database.close()
  }
}

async function createShop(db: Db, size: number): Promise<Shop> {
  const { id: storeId } = await createStore(db, {
    name: 'Crash test',
    url: 'crash.example',
    plan: 'BASIC',
    currency: 'EUR',
    expiresAt: null,
  })
  const servers: Server[] = []
  for (let i = 0; i < size; i++) {
    const profile = i === 1 ? 'fivem' : 'standard'
    servers.push(await addGameServer(db, { storeId, name: `server ${i + 1}`, game: null, profile, cell: 'c1' }))
  }

  async function goods(name: string, plan: Omit<Goods, 'name' | 'productId'>): Promise<Goods> {
    // The first server is the store's default one, which goods that name none go to.
    const named = plan.servers !== undefined && plan.servers.length > 1 ? plan.servers : []
    const { id: productId } = await saveProduct(db, {
      storeId,
      name,
      price: '5.00',
      commands: {
        approve: [`${VERBS.APPROVE} {userId} ${name}`],
        refund: [`${VERBS.REFUND} {userId} ${name}`],
        expire: plan.seconds === null ? [] : [`${VERBS.EXPIRE} {userId} ${name}`],
      },
      durationSeconds: plan.seconds,
      rebuy: plan.rebuy,
      serverIds: named.map((server) => server.id),
      buyerChoosesServer: plan.servers === undefined,
    })
    return { ...plan, name, productId }
  }

  const first = servers.slice(0, 1)
  const two = servers.slice(0, 2)
  return {
    storeId,
    servers,
    goods: [
      await goods('rank', { seconds: null, rebuy: 'independent', servers: first }),
      await goods('kit', { seconds: null, rebuy: 'independent', servers: two }),
      await goods('boost', { seconds: 1, rebuy: 'independent', servers }),
      await goods('trial', { seconds: 2, rebuy: 'independent', servers: first }),
      await goods('vip', { seconds: 2, rebuy: 'extend', servers: two }),
      await goods('pass', { seconds: null, rebuy: 'extend', servers }),
      await goods('pet', { seconds: 1, rebuy: 'extend', servers: undefined }),
    ],
  }
}
