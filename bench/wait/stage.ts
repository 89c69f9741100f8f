import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { type Db, openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { buildPlatform, type Seller } from './platform.ts'
import { type Product, startProduct } from './product.ts'

export type Stage = {
  cluster: Cluster
  /** Its name. */
  database: string
  product: Product
  sellers: Seller[]
  /** Where sales are made: connections of the harness, not of the product. */
  app: Db
  /** Runs statements as the superuser, from another database. */
  asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T>
  warnings(): Promise<string[]>
  close(): Promise<void>
}

const DATABASE = 'wait'
/** Late commits hold some 16 of them at a time. */
const POOL = 40

/** A database of its own, and the product on it. */
export async function openStage({ waiters, processes }: { waiters: number; processes: number }): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-wait-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0)) await end()
  }
  try {
    const cluster = await startCluster({
      settings: { shared_preload_libraries: 'pg_stat_statements', max_wal_size: '4GB' },
    })
    ends.unshift(() => cluster.stop())
    const databaseUrl = await createDatabase(cluster, { name: DATABASE })
    await migrate(databaseUrl)
    const sellers = await buildPlatform(databaseUrl, waiters)
    const { app, close: closePools } = openDatabase({ url: databaseUrl, poolSize: POOL })
    ends.unshift(closePools)
    const logFile = join(folder, 'server.log')
    const product = await startProduct({ databaseUrl, processes, logFile })
    ends.unshift(() => product.stop())
    return {
      cluster,
      database: DATABASE,
      product,
      sellers,
      app,
      asAdmin: (work) => withClient(cluster.url, work),
      warnings: () => readWarnings(logFile),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const WARNING = /^\{"level":(40|50|60),/

/** A database that was killed is worth some warnings, so they are shown where something is wrong, and not judged. */
async function readWarnings(logFile: string): Promise<string[]> {
  const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => WARNING.test(line))
  if (lines.length === 0) return []
  return [`the server logged ${lines.length} warnings and errors, the first: ${lines[0]?.slice(0, 300)}`]
}
