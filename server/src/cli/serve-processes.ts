import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry } from 'prom-client'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { buildOperations } from '../http/operations/build-operations.ts'

/** Old processes that still answer their callers beside the new ones; a restart beyond that waits for one to go. */
const MOST_LEAVING = 6
const AGAIN_AFTER_MS = 1_000

/** What parent and child say to each other. */
export type ChildMessage = { serves: { host: string; port: number } } | { leaves: true }
export type ParentMessage = 'replace' | 'stop'

/** The children's place in the row; the first one does the background work for all. */
type Place = { child: Worker | undefined; starting: Promise<Address | undefined> | undefined }
type Address = { host: string; port: number }

export type Processes = { host: string; port: number; metricsPort: number; stop: () => Promise<void> }

/**
 * Several processes on one port. This one holds the port, and they take connections from it; a child that dies or leaves
 * is replaced, and SIGHUP replaces all of them, one after the other, the new one first.
 */
export async function serveProcesses(config: Config, logger: Logger, count: number): Promise<Processes> {
  const places: Place[] = Array.from({ length: count }, () => ({ child: undefined, starting: undefined }))
  const leaving = new Set<Worker>()
  const metrics = new AggregatorRegistry()
  const state = { stopping: false }
  // The children take connections from the shared socket themselves: handing them out here is slow when thousands come.
  cluster.schedulingPolicy = cluster.SCHED_NONE

  /** One at a time in each place, whoever asks for it. */
  async function start(place: Place): Promise<Address | undefined> {
    await place.starting
    place.starting ??= startChild(place).finally(() => (place.starting = undefined))
    return place.starting
  }

  async function startChild(place: Place): Promise<Address | undefined> {
    const child = cluster.fork({ BACKGROUND_WORK: config.backgroundWork && place === places[0] ? 'on' : 'off' })
    child.on('message', (message: Partial<Record<'leaves', true>>) => {
      if (message.leaves) void leave(place, child)
    })
    child.once('exit', () => void replaceLost(place, child))
    const serves = await firstWord(child)
    if (!serves) return undefined
    place.child = child
    logger.info({ pid: child.process.pid }, 'a process serves')
    return serves
  }

  /** A child that was told to stop by somebody else has a successor before it is gone. */
  async function leave(place: Place, child: Worker): Promise<void> {
    leaving.add(child)
    if (place.child !== child || state.stopping) return
    place.child = undefined
    await fill(place)
  }

  async function replaceLost(place: Place, child: Worker): Promise<void> {
    leaving.delete(child)
    if (place.child !== child || state.stopping) return
    place.child = undefined
    logger.error({ pid: child.process.pid }, 'a process was lost; another one takes its place')
    await fill(place)
  }

  /** Until somebody serves there: whatever keeps a process from starting may pass. */
  async function fill(place: Place): Promise<void> {
    while (!state.stopping && !place.child && !(await start(place))) {
      logger.error('a process did not start; trying again')
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }

  async function replaceAll(): Promise<void> {
    for (const place of places) {
      while (leaving.size >= MOST_LEAVING) await once(cluster, 'exit')
      const old = place.child
      if (state.stopping || !(await start(place))) return
      if (old) retire(old)
    }
  }

  function retire(child: Worker): void {
    leaving.add(child)
    logger.info({ pid: child.process.pid }, 'a process is told to stop')
    child.send('replace' satisfies ParentMessage)
  }

  let replacing: Promise<void> = Promise.resolve()
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll)
  })

  const first = await Promise.all(places.map(start))
  const serves = first[0]
  if (!serves || first.includes(undefined)) {
    state.stopping = true
    for (const child of Object.values(cluster.workers ?? {})) child?.process.kill('SIGKILL')
    throw new Error('A process did not start; its log says why')
  }
  const operations = buildOperations({
    contentType: metrics.contentType,
    metrics: () => metrics.clusterMetrics(),
    readiness: async () => {
      const serving = places.filter(({ child }) => child !== undefined).length
      return { ready: serving > 0 && !state.stopping, reason: `${serving} of ${count} processes serve` }
    },
  })
  await operations.listen({ host: config.host, port: config.metricsPort })
  const address = operations.server.address()
  return {
    ...serves,
    metricsPort: typeof address === 'object' && address !== null ? address.port : 0,
    stop: async () => {
      state.stopping = true
      const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
      await Promise.all(
        children.map(async (child) => {
          const gone = once(child, 'exit')
          if (child.isConnected()) child.send('stop' satisfies ParentMessage)
          await gone
        }),
      )
      await operations.close()
    },
  }
}

/** Undefined for a child that ended instead of saying that it serves. */
async function firstWord(child: Worker): Promise<Address | undefined> {
  return new Promise((resolve) => {
    child.on('message', (message: Partial<Record<'serves', { host: string; port: number }>>) => {
      if (message.serves) resolve(message.serves)
    })
    child.once('exit', () => resolve(undefined))
  })
}
