import { ThemeError } from '../theme-problem.ts'
import type { Renderer } from './talk-to.ts'

const MAX_WAITING = 500
const MAX_WAITING_PER_STORE = 16
const IDLE_MS = 300_000

type Job = { run: (renderer: Renderer) => Promise<void>; reject: (error: unknown) => void }

export type Lane = {
  /** Jobs of one store run one after the other; the stores take turns. */
  add: <T>(store: string, work: (renderer: Renderer) => Promise<T>) => Promise<T>
  stop: () => void
}

type Settings = { start: () => Promise<Renderer>; maxRenderers: number }

/**
 * A fair queue for one job at a time. Each store has its own process, so that nothing can pass from the theme of one store to that of
 * another. A process starts with the first job of its store and ends when it is idle, or when other stores need one. Stores whose
 * process is ready do not wait for one that starts.
 */
export function createLane({ start, maxRenderers }: Settings): Lane {
  const queues = new Map<string, Job[]>()
  /** The one that was used least recently first. */
  const renderers = new Map<string, Renderer>()
  let current: string | undefined
  let isStarting = false
  let isStopped = false
  let count = 0
  let idle: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    startNext()
    if (current !== undefined) return
    clearTimeout(idle)
    for (let turn = takeTurn(); turn; turn = takeTurn()) {
      current = turn.store
      await turn.job.run(turn.renderer).catch(turn.job.reject)
      current = undefined
      startNext()
    }
    idle = setTimeout(stopRenderers, IDLE_MS).unref()
  }

  /** The first job of the store that waits longest for its turn and has a process. The store goes to the end. */
  function takeTurn() {
    for (const [store, jobs] of queues) {
      const renderer = renderers.get(store)
      if (!renderer?.isAlive()) continue
      queues.delete(store)
      renderers.delete(store)
      renderers.set(store, renderer)
      const job = jobs.shift()
      if (jobs.length > 0) queues.set(store, jobs)
      count--
      if (job) return { store, renderer, job }
    }
    return undefined
  }

  /** Starts a process for the store that waits longest without one. */
  function startNext(): void {
    const store = [...queues.keys()].find((name) => !renderers.get(name)?.isAlive())
    if (isStarting || store === undefined) return
    renderers.delete(store)
    if (renderers.size >= maxRenderers && !stopLeastUsed()) return
    isStarting = true
    start()
      .then(
        (renderer) => (isStopped ? renderer.stop() : void renderers.set(store, renderer)),
        (error: unknown) => rejectJobs(store, error),
      )
      .finally(() => {
        isStarting = false
        void work()
      })
  }

  /** Stores without a waiting job first. False if the only process is working. */
  function stopLeastUsed(): boolean {
    const others = [...renderers.keys()].filter((store) => store !== current)
    const store = others.find((name) => !queues.has(name)) ?? others[0]
    if (store === undefined) return false
    renderers.get(store)?.stop()
    return renderers.delete(store)
  }

  function rejectJobs(store: string, error: unknown): void {
    const jobs = queues.get(store) ?? []
    queues.delete(store)
    count -= jobs.length
    for (const { reject } of jobs) reject(error)
  }

  function stopRenderers(): void {
    for (const renderer of renderers.values()) renderer.stop()
    renderers.clear()
  }

  return {
    add: (store, run) =>
      new Promise((resolve, reject) => {
        const jobs = queues.get(store) ?? []
        if (isStopped || count >= MAX_WAITING || jobs.length >= MAX_WAITING_PER_STORE) return reject(busy())
        jobs.push({ run: async (found) => resolve(await run(found)), reject })
        queues.set(store, jobs)
        count++
        void work()
      }),
    stop() {
      isStopped = true
      clearTimeout(idle)
      stopRenderers()
      for (const store of queues.keys()) rejectJobs(store, busy())
    },
  }
}

function busy(): ThemeError {
  return new ThemeError({ file: '', line: null, message: 'Too many pages of this theme wait to be rendered' })
}
