import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { migrate } from '../../server/src/setup/migrate.ts'
import { type Process, startProcess } from './start-process.ts'

export type World = {
  cluster: Cluster
  folder: string
  /** The URL of a new and migrated database. */
  database: (name: string) => Promise<string>
  /** The product as an operator runs it, in one process and with its own defaults. */
  product: (databaseUrl: string) => Promise<Process>
  /** Comes before the database ends. */
  onEnd: (end: () => Promise<void>) => void
  bare: (kind: 'http' | 'fastify' | 'naive', databaseUrl: string) => Promise<Process>
}

const PRODUCT = fileURLToPath(new URL('../../server/bin/quartermaster.mjs', import.meta.url))
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url))

/** A cluster and a folder of our own; they and every process end when the work does. */
export async function inWorld<T>(settings: Record<string, string>, work: (world: World) => Promise<T>): Promise<T> {
  const cluster = await startCluster({ major: 15, settings: { synchronous_commit: 'on', ...settings } })
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-hot-paths-'))
  const ends: (() => Promise<void>)[] = []
  const start = async (command: string[], env: Record<string, string>) => {
    const started = await startProcess(command, { logFile: join(folder, `log-${ends.length}`), env })
    ends.push(started.stop)
    return started
  }
  try {
    return await work({
      cluster,
      folder,
      async database(name) {
        const url = await createDatabase(cluster, { name })
        await migrate(url)
        return url
      },
      product: (DATABASE_URL) =>
        start([PRODUCT, 'serve', '--json'], { DATABASE_URL, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' }),
      onEnd: (end) => void ends.push(end),
      bare: (kind, DATABASE_URL) => start([BARE, kind], { DATABASE_URL }),
    })
  } finally {
    await Promise.all(ends.map((end) => end()))
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
