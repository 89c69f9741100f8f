import { join } from 'node:path'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import { startProgress } from '../kit/progress.ts'
import { startServer } from '../kit/start-server.ts'
import { type Ends, endAll } from '../kit/end-all.ts'

const AT_ONCE = 8

export type IdleStore = {
  url: string
  key: string
  sellTo: (player: string) => Promise<unknown>
  waiting: () => Promise<number>
  end: () => Promise<void>
}

/** The product, with so many deliveries for players who never come. */
export async function openIdleStore(folder: string, elements: number): Promise<IdleStore> {
  const cluster = await startCluster()
  const ends: Ends = [() => cluster.stop()]
  try {
    const databaseUrl = await createDatabase(cluster)
    await migrate(databaseUrl)
    const database = openDatabase({ url: databaseUrl, poolSize: AT_ONCE })
    ends.unshift(() => database.close())
    const about = { name: 'Idle', url: 'idle.example', plan: 'BASIC', currency: 'EUR', expiresAt: null }
    const { id: storeId } = await createStore(database.app, about)
    const server = { storeId, name: 'game', game: null, profile: 'standard', cell: 'c1' } as const
    const { key } = await addGameServer(database.app, server)
    const { id: productId } = await saveProduct(database.app, {
      storeId,
      name: 'VIP',
      price: '5.00',
      commands: { approve: ['give {userId} vip'], refund: [], expire: [] },
      durationSeconds: null,
      serverIds: [],
      buyerChoosesServer: false,
      conditions: { requiresOnline: true },
    })
    const items = [{ productId, quantity: 1 }]
    const sellTo = (gameUserId: string) =>
      sell(database.app, { storeId, gameUserId, items, serverId: null, reference: null })
    const progress = startProgress('players buy and leave', elements)
    for (let no = 0; no < elements; no += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, elements - no) }, (_, i) => sellTo(`away${no + i}`))
      await Promise.all(some)
      progress.add(some.length)
    }
    progress.done()
    const product = await startServer(join(folder, 'store.log'), {
      settings: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    })
    ends.unshift(() => product.stop())
    return {
      url: `http://127.0.0.1:${product.port}`,
      key,
      sellTo,
      async waiting() {
        const rows = await database.reader
          .selectFrom('pending_deliveries')
          .select('id')
          .where('store_id', '=', storeId)
          .execute()
        return rows.length
      },
      end: () => endAll(ends),
    }
  } catch (error) {
    await endAll(ends)
    throw error
  }
}
