import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry } from 'prom-client'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { openDatabase } from '../../db/database.ts'
import { buildOperations } from '../../http/operations/build-operations.ts'
import { shareResult } from '../../http/operations/share-result.ts'
import { createHostKinds, isServedName } from '../../http/origins/host-kinds.ts'
import { readHostChanges } from '../../stores/hosts/read-host-changes.ts'
import { createStoreHosts } from '../../stores/hosts/store-hosts.ts'

/** Old processes that may finish their requests beside the new ones. A replacement beyond that waits. */
const MAX_STOPPING = 6
const RESTART_DELAY_MS = 1_000
const KNOWN_HOSTS_MS = 1_000

/** Messages between the parent and its child processes. */
export type ChildMessage = { listening: Address } | { stopping: true }
type ParentMessage = 'replace' | 'stop'

type Address = { host: string; port: number }
/** One of the processes that were asked for, whichever process fills it now. The first one does the background work. */
type Slot = { child: Worker | undefined; starting: Promise<Address | undefined> | undefined }

type Processes = { host: string; port: number; metricsPort: number; stop: () => Promise<void> }

/**
 * Several processes on one port. The parent holds the port, and the children accept connections from it. A child that
 * exits is replaced. SIGHUP replaces all children one after the other, and starts each new one first.
 */
export async function serveProcesses(config: Config, logger: Logger, count: number): Promise<Processes> {
  const slots: Slot[] = Array.from({ length: count }, () => ({ child: undefined, starting: undefined }))
  const stopping = new Set<Worker>()
  const metrics = new AggregatorRegistry()
  const state = { isStopping: false }
  // The children accept connections from the shared socket: passing thousands of them on from here would be slow.
  cluster.schedulingPolicy = cluster.SCHED_NONE

  /** Starts one child at a time in each slot, however many callers want one. */
  async function start(slot: Slot): Promise<Address | undefined> {
    await slot.starting
    slot.starting ??= startChild(slot).finally(() => (slot.starting = undefined))
    return slot.starting
  }

  async function startChild(slot: Slot): Promise<Address | undefined> {
    const child = cluster.fork({ BACKGROUND_WORK: config.backgroundWork && slot === slots[0] ? 'on' : 'off' })
    child.on('message', (message: Partial<Record<'stopping', true>>) => {
      if (message.stopping) void replaceStopping(slot, child)
    })
    child.once('exit', () => void replaceLost(slot, child))
    const address = await waitUntilListening(child)
    if (!address) return undefined
    slot.child = child
    logger.info({ pid: child.process.pid }, 'a process serves')
    return address
  }

  /** A child that received a signal from outside gets its successor before it exits. */
  async function replaceStopping(slot: Slot, child: Worker): Promise<void> {
    stopping.add(child)
    if (slot.child !== child || state.isStopping) return
    slot.child = undefined
    await fill(slot)
  }

  async function replaceLost(slot: Slot, child: Worker): Promise<void> {
    stopping.delete(child)
    if (slot.child !== child || state.isStopping) return
    slot.child = undefined
    logger.error({ pid: child.process.pid }, 'a process exited unexpectedly; starting another one')
    await fill(slot)
  }

  /** Retries until a child listens, because the cause of the failure may pass. */
  async function fill(slot: Slot): Promise<void> {
    while (!state.isStopping && !slot.child && !(await start(slot))) {
      logger.error('a process did not start; trying again')
      await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS))
    }
  }

  async function replaceAll(): Promise<void> {
    for (const slot of slots) {
      while (stopping.size >= MAX_STOPPING) await once(cluster, 'exit')
      const old = slot.child
      if (state.isStopping) return
      const isStarted = (await start(slot)) !== undefined
      if (state.isStopping) return
      if (!isStarted) {
        logger.error('a new process did not start, and the previous ones continue; fix the reason, and reload again')
        return
      }
      if (old) retire(old)
    }
  }

  function retire(child: Worker): void {
    if (!child.isConnected()) return
    stopping.add(child)
    logger.info({ pid: child.process.pid }, 'a process is told to stop')
    child.send('replace' satisfies ParentMessage)
  }

  /** A child that is still starting reads no messages, and has no request to finish. */
  function stopChild(child: Worker): void {
    const isStarting = !stopping.has(child) && !slots.some((slot) => slot.child === child)
    if (isStarting) child.process.kill('SIGTERM')
    else if (child.isConnected()) child.send('stop' satisfies ParentMessage)
  }

  let replacing: Promise<void> = Promise.resolve()
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll)
  })

  const addresses = await Promise.all(slots.map(start))
  const [address] = addresses
  if (!address || addresses.includes(undefined)) {
    state.isStopping = true
    for (const child of Object.values(cluster.workers ?? {})) child?.process.kill('SIGKILL')
    throw new Error('A process did not start. Its log shows the reason.')
  }
  const knownHosts = openKnownHosts(config, logger)
  const operations = buildOperations({
    contentType: metrics.contentType,
    metrics: () => metrics.clusterMetrics(),
    readiness: async () => {
      const listening = slots.filter(({ child }) => child !== undefined).length
      return { ready: listening > 0 && !state.isStopping, reason: `${listening} of ${count} processes serve` }
    },
    isKnownHost: knownHosts.has,
    readHostChanges: knownHosts.readChanges,
  })
  await operations.listen({ host: config.metricsHost, port: config.metricsPort })
  const metricsAddress = operations.server.address()
  return {
    ...address,
    metricsPort: typeof metricsAddress === 'object' && metricsAddress !== null ? metricsAddress.port : 0,
    stop: async () => {
      state.isStopping = true
      const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
      await Promise.all(
        children.map(async (child) => {
          const exited = once(child, 'exit')
          stopChild(child)
          await exited
        }),
      )
      await operations.close()
      await knownHosts.close()
    },
  }
}

/** The parent serves no requests, so it reads the hosts of stores only when a proxy asks, at most once a second. */
function openKnownHosts(config: Config, logger: Logger) {
  const database = openDatabase({ url: config.databaseUrl, poolSize: 1 })
  const hosts = createStoreHosts(database.gateway, { domain: config.storefrontDomain, secretKeys: config.secretKeys })
  const hostKinds = createHostKinds(config, hosts)
  const read = shareResult(KNOWN_HOSTS_MS, async () => {
    await hosts
      .readChanges()
      .catch((error: unknown) => logger.warn({ err: error }, 'failed to read the hosts of stores'))
  })
  return {
    has: async (host: string) => {
      await read()
      return isServedName(hostKinds, host)
    },
    readChanges: (since: string) => readHostChanges(database.gateway, since),
    close: database.close,
  }
}

/** Undefined if the child exits before it listens. */
async function waitUntilListening(child: Worker): Promise<Address | undefined> {
  return new Promise((resolve) => {
    child.on('message', (message: Partial<Record<'listening', Address>>) => {
      if (message.listening) resolve(message.listening)
    })
    child.once('exit', () => resolve(undefined))
  })
}
