import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, type ClusterOptions, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { runCommand } from '../e2e/kit/run-command.ts'
import type { Defer } from '../e2e/kit/run-harness.ts'
import { type Server, startServer } from '../e2e/kit/start-server.ts'

export type Environment = {
  cluster: Cluster
  /** For scripts and logs. It is kept if the run failed. */
  folder: string
  /** Returns the URL of a new and migrated database. */
  createDatabase: (name: string) => Promise<string>
  /** Starts the product as an operator does, with its own defaults. */
  startServer: (databaseUrl: string, options?: ServerOptions) => Promise<Server>
}
type ServerOptions = { settings?: Record<string, string>; processes?: number }

/** Starts PostgreSQL. Everything that is started here stops at the end of the run. */
export async function startEnvironment(defer: Defer, options: ClusterOptions): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-'))
  defer(async () => {
    if (process.exitCode === 0) await rm(folder, { recursive: true, force: true })
    else console.error(`The logs of the servers are in ${folder}`)
  })
  const cluster = await startCluster(options)
  defer(() => cluster.stop())
  let servers = 0
  return {
    cluster,
    folder,
    async createDatabase(name) {
      const databaseUrl = await createDatabase(cluster, { name })
      await runCommand(['migrate'], { databaseUrl })
      return databaseUrl
    },
    async startServer(databaseUrl, { settings, ...more } = {}) {
      const logFile = join(folder, `server-${++servers}.log`)
      const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl, ...settings }, ...more })
      defer(() => server.stop())
      return server
    },
  }
}
