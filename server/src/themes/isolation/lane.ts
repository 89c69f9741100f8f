import { ThemeError } from '../theme-problem.ts'
import type { Renderer } from './renderer.ts'

const MAX_WAITING = 500
const MAX_WAITING_PER_STORE = 16
const IDLE_MS = 300_000

type Job = { run: (renderer: Renderer) => Promise<void>; reject: (error: unknown) => void }

export type Lane = {
  /** Jobs of one store run one after the other; the stores take turns. */
  add: <T>(store: string, work: (renderer: Renderer) => Promise<T>) => Promise<T>
  stop: () => void
}

/** One isolated process with a fair queue. It starts with the first job, is replaced after it was killed, and ends when it is idle. */
export function createLane(start: () => Promise<Renderer>): Lane {
  const queues = new Map<string, Job[]>()
  let renderer: Renderer | undefined
  let isWorking = false
  let isStopped = false
  let count = 0
  let idle: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    clearTimeout(idle)
    for (let job = takeNext(); job; job = takeNext()) {
      try {
        if (!renderer?.isAlive()) renderer = await start()
        if (isStopped) renderer.stop()
        await job.run(renderer)
      } catch (error) {
        job.reject(error)
      }
    }
    isWorking = false
    idle = setTimeout(() => renderer?.stop(), IDLE_MS).unref()
  }

  /** The first job of the store that waits longest for its turn. The store goes to the end. */
  function takeNext(): Job | undefined {
    const [store] = queues.keys()
    const jobs = store === undefined ? undefined : queues.get(store)
    if (store === undefined || !jobs) return undefined
    queues.delete(store)
    const job = jobs.shift()
    if (jobs.length > 0) queues.set(store, jobs)
    count--
    return job
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
      renderer?.stop()
      for (const jobs of queues.values()) for (const { reject } of jobs) reject(busy())
      queues.clear()
    },
  }
}

function busy(): ThemeError {
  return new ThemeError({ file: '', line: null, message: 'Too many pages of this theme wait to be rendered' })
}
