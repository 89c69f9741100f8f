import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { type Ends, endAll } from '../kit/end-all.ts'
import { startServer } from '../kit/start-server.ts'
import { openShop, type Shop } from './shop.ts'

export type Stage = {
  /** Where the product answers. */
  storeUrl: string
  /** A store with one game server, for one game. */
  openShop: (name: string) => Promise<Shop>
  /** An empty folder for what a game reads and writes. */
  folderFor: (name: string) => Promise<string>
  end: () => Promise<void>
}

/** A real PostgreSQL and the product as an operator runs it. */
export async function openStage(runDir: string): Promise<Stage> {
  const cluster = await startCluster()
  const ends: Ends = [() => cluster.stop()]
  try {
    const databaseUrl = await createDatabase(cluster)
    await migrate(databaseUrl)
    const database = openDatabase({ url: databaseUrl, poolSize: 6 })
    ends.unshift(() => database.close())
    const server = await startServer(join(runDir, 'store.log'), { settings: { DATABASE_URL: databaseUrl } })
    ends.unshift(() => server.stop())
    return {
      storeUrl: `http://127.0.0.1:${server.port}`,
      openShop: (name) => openShop(database, name),
      async folderFor(name) {
        const folder = join(runDir, name)
        await mkdir(folder, { recursive: true })
        return folder
      },
      end: () => endAll(ends),
    }
  } catch (error) {
    await endAll(ends)
    throw error
  }
}
