import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster, ClusterOptions } from '@quartermaster/local-postgres/cluster'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { runCommand } from './run-command.ts'
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

type Settings = ServerOptions & { cluster?: ClusterOptions; root?: string }

/** Starts PostgreSQL and `quartermaster serve`, as an operator would. Both stop at the end of the run. */
export async function startProduct(defer: Defer, { cluster: options, root, ...more }: Settings = {}): Promise<Product> {
  const place = { ...options, ...(root !== undefined && { root }) }
  const { cluster, folder, startServer, ...environment } = await startEnvironment(defer, place)
  const databaseUrl = await environment.createDatabase()
  const { logFile, ...server } = await startServer(databaseUrl, more)
  return { cluster, databaseUrl, server, folder, logFile }
}

/** Starts PostgreSQL with one migrated database. */
export async function startDatabase(defer: Defer): Promise<DatabaseOfProduct> {
  const { cluster, ...environment } = await startEnvironment(defer)
  return { cluster, databaseUrl: await environment.createDatabase() }
}

/** A migrated database in a cluster that runs many trials. `root`: the project, or a copy of it with a mutant. */
export async function createMigratedDatabase(
  defer: Defer,
  { cluster, root }: { cluster: Cluster; root: string },
): Promise<string> {
  const databaseUrl = await createDatabase(cluster)
  // After a crash PostgreSQL synchronises every file of every database, so databases that are done are dropped.
  defer(() => dropDatabase(cluster, databaseUrl))
  await runCommand(['migrate'], { databaseUrl, root })
  return databaseUrl
}

/** A folder that is removed at the end. */
export async function createFolder(defer: Defer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-'))
  defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
