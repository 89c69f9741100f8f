import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findBinaries, type Major } from './binaries.ts'
import { createDataDirectory, initializeCluster, readMajorVersion } from './data-directory.ts'
import { type Watchdog, startWatchdog } from './watchdog.ts'
import { type Postmaster, startPostmaster, StartError } from './postmaster.ts'
import { serverUser } from './server-user.ts'

const PORT_ATTEMPTS = 5

export type Cluster = {
  /** Superuser URL of the database `postgres`, over TCP on 127.0.0.1. */
  url: string
  port: number
  dir: string
  version: number
  binDir: string
  pid(): number
  /** Shuts down (fast mode) and removes the data directory unless `keep` is set. */
  stop(): Promise<void>
  /** Simulates a crash: kills the postmaster and all backends, and returns when they have ended. */
  kill(): Promise<void>
  /** Starts again on the same port and data directory, and returns when connections are accepted. */
  start(): Promise<void>
}

export type ClusterOptions = {
  /** The data directory, new or from an earlier run. It is kept unless `keep` is false. Default: a temporary one. */
  dir?: string
  port?: number
  major?: Major
  keep?: boolean
  settings?: Record<string, string>
}

/** Starts a real PostgreSQL for development and tests. It ends with this process, also if this process is killed. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const user = serverUser()
  const keep = options.keep ?? options.dir !== undefined
  const existingVersion = options.dir === undefined ? undefined : await readMajorVersion(options.dir)
  const binaries = await findBinaries(options.major ?? supportedMajor(existingVersion), user)
  const { binDir, version } = binaries
  if (existingVersion !== undefined && existingVersion !== version) {
    throw new Error(
      `${options.dir} was created by PostgreSQL ${existingVersion}, not ${version}. Remove it, or use \`major: ${existingVersion}\`.`,
    )
  }

  const dir = await createDataDirectory(options.dir)
  const watchdog = startWatchdog(dir, { keep })
  const launch = async (port: number) => {
    const started = await startPostmaster(dir, { binaries, user, settings: settingsFor(port, options.settings) })
    watchdog.watch(started.pid)
    return started
  }
  try {
    if (existingVersion === undefined) await initializeCluster(dir, { binaries, user, durable: keep })
    const launched = await launchOnFreePort(launch, options.port)
    return createHandle(launched, { dir, keep, binDir, version, launch, watchdog })
  } catch (error) {
    watchdog.dismiss()
    if (!keep) await rm(dir, { recursive: true, force: true })
    throw error
  }
}

type HandleParts = Pick<Cluster, 'dir' | 'binDir' | 'version'> & {
  keep: boolean
  launch: (port: number) => Promise<Postmaster>
  watchdog: Watchdog
}

function createHandle({ port, postmaster }: Launched, cluster: HandleParts): Cluster {
  const { dir, keep, launch, watchdog, version, binDir } = cluster
  let running: Postmaster | undefined = postmaster
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    dir,
    version,
    binDir,
    pid() {
      if (!running) throw new Error(`The cluster in ${dir} is not running`)
      return running.pid
    },
    async stop() {
      await running?.stop()
      running = undefined
      watchdog.forget()
      if (keep) return
      watchdog.dismiss()
      await rm(dir, { recursive: true, force: true })
    },
    async kill() {
      await running?.kill()
      running = undefined
      watchdog.forget()
    },
    async start() {
      if (running) throw new Error(`The cluster in ${dir} is already running`)
      if (!existsSync(join(dir, 'PG_VERSION'))) {
        throw new Error(`stop() removed ${dir}. Set \`keep: true\` to be able to start it again.`)
      }
      running = await launch(port)
    },
  }
}

type Launched = { port: number; postmaster: Postmaster }

/** Tries another port if a different process took the free one in the meantime. A requested port is never replaced. */
async function launchOnFreePort(launch: HandleParts['launch'], requested: number | undefined): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    const port = requested ?? (await findFreePort())
    try {
      return { port, postmaster: await launch(port) }
    } catch (error) {
      const canRetry = error instanceof StartError && error.portTaken && requested === undefined
      if (!canRetry || attempt === PORT_ATTEMPTS) throw error
    }
  }
}

/** `fsync` stays on, because crash tests prove nothing on a database that can lose committed data. */
function settingsFor(port: number, settings: Record<string, string> = {}): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
    port: String(port),
  }
}

function supportedMajor(version: number | undefined): Major | undefined {
  return version === 15 || version === 18 ? version : undefined
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The server has no port number')
  return address.port
}
