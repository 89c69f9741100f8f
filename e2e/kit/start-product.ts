import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, type ClusterOptions, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { runCommand } from './run-command.ts'
import type { Defer } from './run-harness.ts'
import { startServer, type Server } from './start-server.ts'

export type DatabaseOfProduct = { cluster: Cluster; databaseUrl: string }
export type Product = DatabaseOfProduct & {
  server: Server
  /** Kept if the run failed, because it has the log of the server. */
  folder: string
  logFile: string
}

type Settings = { settings?: Record<string, string>; processes?: number; cluster?: ClusterOptions }

/** Starts PostgreSQL and `quartermaster serve`, as an operator would. Both stop at the end of the run. */
export async function startProduct(
  defer: Defer,
  { settings, processes = 1, cluster }: Settings = {},
): Promise<Product> {
  const database = await startDatabase(defer, cluster)
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-'))
  defer(async () => {
    if (process.exitCode === 0) await rm(folder, { recursive: true, force: true })
    else console.error(`The log of the server is in ${folder}`)
  })
  const logFile = join(folder, 'server.log')
  const { databaseUrl } = database
  const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl, ...settings }, processes })
  defer(() => server.stop())
  return { ...database, server, folder, logFile }
}

/** Starts PostgreSQL and creates one database with `quartermaster migrate`. */
export async function startDatabase(defer: Defer, options: ClusterOptions = {}): Promise<DatabaseOfProduct> {
  const cluster = await startCluster(options)
  defer(() => cluster.stop())
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl })
  return { cluster, databaseUrl }
}
