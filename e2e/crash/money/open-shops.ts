import { saveProduct } from '../../../server/src/catalog/save-product.ts'
import { type Db, openDatabase } from '../../../server/src/db/database.ts'
import { addGameServer } from '../../../server/src/delivery/add-game-server.ts'
import type { ProductId, StoreId } from '../../../server/src/ids.ts'
import { connectPaymentProvider } from '../../../server/src/payments/connections/connect-payment-provider.ts'
import { createSandbox } from '../../../server/src/payments/sandbox/sandbox.ts'
import { sandboxCredentials } from '../../../server/src/payments/sandbox/sandbox-credentials.ts'
import { createSealer, parseSealingKeys } from '../../../server/src/seal.ts'
import { createStore } from '../../../server/src/stores/create-store.ts'
import { type Server, VERBS } from '../scene.ts'

export type Goods = {
  name: string
  productId: ProductId
  priceMinor: number
  /** Over in the end, because the clock of the store is moved far enough. */
  timed: boolean
  /** How many there are at first; null: without end. */
  stock: number | null
  servers: Server[]
}

/** `secret`: what the provider of this store signs with. */
export type Shop = { storeId: StoreId; currency: string; secret: string; servers: Server[]; goods: Goods[] }

const HALF_AN_HOUR = 1_800
const PLENTY = 1_000_000

/** Three test stores that take play money, with two game servers each. */
export async function openShops(databaseUrl: string, secretKeys: string): Promise<Shop[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    const shops: Shop[] = []
    for (const currency of ['EUR', 'BRL', 'USD']) shops.push(await openShop(database.app, { currency, secretKeys }))
    return shops
  } finally {
    await database.close()
  }
}

async function openShop(db: Db, { currency, secretKeys }: { currency: string; secretKeys: string }): Promise<Shop> {
  const { id: storeId } = await createStore(db, {
    name: 'Crash test',
    url: 'crash.example',
    plan: 'BASIC',
    currency,
    expiresAt: null,
    mode: 'test',
  })
  const servers: Server[] = []
  for (const name of ['first', 'second'])
    servers.push(await addGameServer(db, { storeId, name, game: null, profile: 'standard', cell: 'c1' }))
  const credentials = sandboxCredentials(storeId)
  await connectPaymentProvider(db, {
    sealer: createSealer(parseSealingKeys(secretKeys) ?? []),
    storeId,
    provider: createSandbox(db),
    credentials,
  })

  async function goods(name: string, plan: Omit<Goods, 'name' | 'productId'>): Promise<Goods> {
    const { id: productId } = await saveProduct(db, {
      storeId,
      name,
      price: (plan.priceMinor / 100).toFixed(2),
      commands: {
        approve: [`${VERBS.APPROVE} {userId} ${name}`],
        refund: [`${VERBS.REFUND} {userId} ${name}`],
        expire: plan.timed ? [`${VERBS.EXPIRE} {userId} ${name}`] : [],
      },
      durationSeconds: plan.timed ? HALF_AN_HOUR : null,
      rebuy: 'independent',
      // The first server is the store's default one, which goods that name none go to.
      serverIds: plan.servers.length > 1 ? plan.servers.map((server) => server.id) : [],
      buyerChoosesServer: false,
      stock: plan.stock,
    })
    return { ...plan, name, productId }
  }

  const first = servers.slice(0, 1)
  return {
    storeId,
    currency,
    secret: credentials.secret,
    servers,
    goods: [
      await goods('rank', { priceMinor: 1_990, timed: false, stock: null, servers: first }),
      await goods('kit', { priceMinor: 500, timed: false, stock: null, servers }),
      await goods('crate', { priceMinor: 249, timed: false, stock: PLENTY, servers: first }),
      await goods('statue', { priceMinor: 7_500, timed: false, stock: PLENTY, servers }),
      await goods('boost', { priceMinor: 300, timed: true, stock: null, servers: first }),
    ],
  }
}
