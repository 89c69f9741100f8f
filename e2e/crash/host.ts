import type { Gone, Victim } from './spawn-victim.ts'

type Running = { victim: Victim; baseUrl: string }

export type Host = {
  /** The running victim, as soon as there is one. */
  up(): Promise<Running>
  /** The address of the running victim; undefined while there is none. */
  address(): string | undefined
  kill(): Promise<void>
  stop(): Promise<void>
  /** Ends that nobody asked for, with what the process wrote last. */
  readonly deaths: Gone[]
}

const MOST_FAILED_STARTS = 20

/** Keeps one victim running, as a supervisor would. With `ahead` the next one is loaded while the present one lives. */
export function createHost(spawn: () => Victim, { ahead }: { ahead: boolean }): Host {
  const deaths: Gone[] = []
  const state = { stopped: false }
  let present = spawn()
  let spare = ahead ? spawn() : undefined
  let running: Running | undefined
  let next = Promise.withResolvers<Running>()
  next.promise.catch(() => undefined)

  async function live(): Promise<void> {
    const victim = present
    const baseUrl = await victim.start()
    running = { victim, baseUrl }
    next.resolve(running)
    const end = await victim.gone
    running = undefined
    next = Promise.withResolvers()
    next.promise.catch(() => undefined)
    if (!end.killed) deaths.push(end)
  }

  async function keepAlive(): Promise<void> {
    let failed = 0
    while (!state.stopped) {
      try {
        await live()
        failed = 0
      } catch (error) {
        // A database that goes away in mid-start may end a start; a supervisor tries again, and so do we.
        if (++failed === MOST_FAILED_STARTS) return next.reject(error)
      }
      if (state.stopped) return
      present = spare ?? spawn()
      if (ahead) spare = spawn()
    }
  }

  const alive = keepAlive()
  return {
    deaths,
    up: () => next.promise,
    address: () => running?.baseUrl,
    kill: async () => running?.victim.kill(),
    async stop() {
      state.stopped = true
      await Promise.all([present.kill(), spare?.kill()])
      await alive
    },
  }
}
