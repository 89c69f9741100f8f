import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClusterOptions, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { PROJECT_ROOT, runCommand } from './run-command.ts'
import type { Defer } from './run-harness.ts'
import { startServer } from './start-server.ts'

export type Environment = Awaited<ReturnType<typeof startEnvironment>>
export type ServerOptions = { settings?: Record<string, string>; processes?: number; root?: string }
type Options = ClusterOptions & {
  /** The project, or another version of it. */
  root?: string
}

/** The exit code is known when everything has stopped. */
const folders = new Set<string>()
process.on('exit', (code) => {
  if (code === 0) for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  else if (folders.size > 0) console.error(`The logs of the servers are in ${[...folders].join(' ')}`)
})

/** Starts PostgreSQL. Everything that is started here stops at the end of the run. */
export async function startEnvironment(defer: Defer, { root = PROJECT_ROOT, ...options }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-'))
  folders.add(folder)
  let servers = 0
  const cluster = await startCluster(options)
  defer(() => cluster.stop())
  return {
    cluster,
    /** For scripts and logs. It is kept if the run failed. */
    folder,
    /** Returns the URL of a new database, migrated with `quartermaster migrate`. */
    createDatabase: async (name?: string) => {
      const databaseUrl = await createDatabase(cluster, name === undefined ? {} : { name })
      await runCommand(['migrate'], { databaseUrl, root })
      return databaseUrl
    },
    /** Starts `quartermaster serve` as an operator does, with its own defaults. */
    startServer: async (databaseUrl: string, { settings, ...more }: ServerOptions = {}) => {
      const logFile = join(folder, `server-${++servers}.log`)
      const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl, ...settings }, root, ...more })
      defer(() => server.stop())
      return { ...server, logFile }
    },
  }
}
