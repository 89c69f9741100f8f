import type { Cluster, ClusterOptions } from '@quartermaster/local-postgres/cluster'
import type { Defer } from './run-harness.ts'
import { type ServerOptions, startEnvironment } from './start-environment.ts'
import type { Server } from './start-server.ts'

export type DatabaseOfProduct = { cluster: Cluster; databaseUrl: string }
export type Product = DatabaseOfProduct & {
  server: Server
  /** Kept if the run failed, because it has the log of the server. */
  folder: string
  logFile: string
}

type Settings = ServerOptions & { cluster?: ClusterOptions }

/** Starts PostgreSQL and `quartermaster serve`, as an operator would. Both stop at the end of the run. */
export async function startProduct(defer: Defer, { cluster: options, ...more }: Settings = {}): Promise<Product> {
  const { cluster, folder, createDatabase, startServer } = await startEnvironment(defer, options)
  const databaseUrl = await createDatabase()
  const { logFile, ...server } = await startServer(databaseUrl, more)
  return { cluster, databaseUrl, server, folder, logFile }
}

/** Starts PostgreSQL with one migrated database. */
export async function startDatabase(defer: Defer): Promise<DatabaseOfProduct> {
  const { cluster, createDatabase } = await startEnvironment(defer)
  return { cluster, databaseUrl: await createDatabase() }
}
