import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, type ClusterOptions, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { runCommand } from '../e2e/kit/run-command.ts'
import type { Defer } from '../e2e/kit/run-harness.ts'
import { type Server, startServer } from '../e2e/kit/start-server.ts'

export type Environment = {
  cluster: Cluster
  /** For scripts and logs. It is removed at the end. */
  folder: string
  /** Returns the URL of a new and migrated database. */
  createDatabase: (name: string) => Promise<string>
  /** Starts the product as an operator does, with its own defaults. */
  startServer: (databaseUrl: string, options?: ServerOptions) => Promise<Server>
  /** The logs of all servers, one after the other. */
  readServerLogs: () => Promise<string>
}
type ServerOptions = { settings?: Record<string, string>; processes?: number }

/** Starts PostgreSQL. Everything that is started here stops at the end of the run. */
export async function startEnvironment(defer: Defer, options: ClusterOptions): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-'))
  defer(() => rm(folder, { recursive: true, force: true }))
  const cluster = await startCluster(options)
  defer(() => cluster.stop())
  const logFiles: string[] = []
  return {
    cluster,
    folder,
    async createDatabase(name) {
      const databaseUrl = await createDatabase(cluster, { name })
      await runCommand(['migrate'], { databaseUrl })
      return databaseUrl
    },
    async startServer(databaseUrl, { settings, ...more } = {}) {
      const logFile = join(folder, `server-${logFiles.length + 1}.log`)
      logFiles.push(logFile)
      const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl, ...settings }, ...more })
      defer(() => server.stop())
      return server
    },
    readServerLogs: async () => (await Promise.all(logFiles.map((file) => readFile(file, 'utf8')))).join(''),
  }
}
