import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findBinaries, type Major } from './binaries.ts'
import { chooseFolder, initialise, versionOf } from './data-folder.ts'
import { type Guardian, startGuardian } from './guardian.ts'
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
  /** Fast shutdown; removes the folder unless it is kept. */
  stop(): Promise<void>
  /** A crash: the postmaster and every backend are gone when this returns. */
  kill(): Promise<void>
  /** Starts again on the same port and folder, and returns when connections are accepted. */
  start(): Promise<void>
}

export type ClusterOptions = {
  /** A folder of your own, new or from an earlier run; it is kept unless `keep` is false. */
  dir?: string
  port?: number
  major?: Major
  keep?: boolean
  settings?: Record<string, string>
}

/** A real PostgreSQL for development and tests, which ends with this process however that ends. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const user = serverUser()
  const keep = options.keep ?? options.dir !== undefined
  const present = options.dir === undefined ? undefined : await versionOf(options.dir)
  const binaries = await findBinaries(options.major ?? supported(present), user)
  const { binDir, version } = binaries
  if (present !== undefined && present !== version) {
    throw new Error(
      `${options.dir} was made by PostgreSQL ${present}, not ${version}: remove it, or ask for ${present}`,
    )
  }

  const dir = await chooseFolder(options.dir)
  const guardian = startGuardian(dir, { keep })
  const launch = async (port: number) => {
    const started = await startPostmaster(dir, { binaries, user, settings: settingsFor(port, options.settings) })
    guardian.watch(started.pid)
    return started
  }
  try {
    if (present === undefined) await initialise(dir, { binaries, user, durable: keep })
    const launched = await launchOnFreePort(launch, options.port)
    return control(launched, { dir, keep, binDir, version, launch, guardian })
  } catch (error) {
    guardian.dismiss()
    if (!keep) await rm(dir, { recursive: true, force: true })
    throw error
  }
}

type Controlled = Pick<Cluster, 'dir' | 'binDir' | 'version'> & {
  keep: boolean
  launch: (port: number) => Promise<Postmaster>
  guardian: Guardian
}

function control({ port, postmaster }: Launched, cluster: Controlled): Cluster {
  const { dir, keep, launch, guardian, version, binDir } = cluster
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
      guardian.forget()
      if (keep) return
      guardian.dismiss()
      await rm(dir, { recursive: true, force: true })
    },
    async kill() {
      await running?.kill()
      running = undefined
      guardian.forget()
    },
    async start() {
      if (running) throw new Error(`The cluster in ${dir} is running already`)
      if (!existsSync(join(dir, 'PG_VERSION'))) {
        throw new Error(`stop() removed ${dir}: pass \`keep: true\` to start it again`)
      }
      running = await launch(port)
    },
  }
}

type Launched = { port: number; postmaster: Postmaster }

/** Between asking for a free port and taking it, somebody else may; a port that was asked for is not replaced. */
async function launchOnFreePort(launch: Controlled['launch'], wanted: number | undefined): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort())
    try {
      return { port, postmaster: await launch(port) }
    } catch (error) {
      const again = error instanceof StartError && error.portTaken && wanted === undefined
      if (!again || attempt === PORT_ATTEMPTS) throw error
    }
  }
}

/** `fsync` is left on: a database that may forget what it confirmed proves nothing. */
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

function supported(version: number | undefined): Major | undefined {
  return version === 15 || version === 18 ? version : undefined
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port number')
  return address.port
}
