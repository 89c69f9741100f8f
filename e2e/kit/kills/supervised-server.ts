import { type Exit, type HeldProcess, type HeldServerSettings, spawnHeldServer } from './held-process.ts'

export type SupervisedServer = {
  /** Resolves with the address of the running server, as soon as one runs. */
  up(): Promise<string>
  /** The address of the running server. Undefined while none runs. */
  address(): string | undefined
  /** The ports that the running server printed. Undefined while none runs. */
  ports(): Record<string, number> | undefined
  /** Does nothing while no server runs. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Ends that were not kills, with the end of the log. */
  readonly deaths: Exit[]
}

const MAX_FAILED_STARTS = 20

/** Starts the server again whenever it ends. With `preload`, the next process is loaded while the current one runs. */
export function superviseServer(settings: HeldServerSettings, { preload }: { preload: boolean }): SupervisedServer {
  const spawn = () => spawnHeldServer(settings)
  const deaths: Exit[] = []
  const state = { isStopped: false }
  let current = spawn()
  let spare = preload ? spawn() : undefined
  let running: { process: HeldProcess; url: string; ports: Record<string, number> } | undefined
  let next = createDeferred()

  async function runOnce(): Promise<void> {
    const process = current
    const line = await process.start()
    // A server that cannot start prints its error in place of the ports.
    const ports = JSON.parse(line) as Record<string, number>
    if (ports['port'] === undefined) throw new Error(`The server did not start: ${line}`)
    running = { process, url: `http://127.0.0.1:${ports['port']}`, ports }
    next.resolve(running.url)
    const exit = await process.exited
    running = undefined
    next = createDeferred()
    if (!exit.killed) deaths.push(exit)
  }

  async function keepRunning(): Promise<void> {
    let failures = 0
    while (!state.isStopped) {
      try {
        await runOnce()
        failures = 0
      } catch (error) {
        // An outage of the database can make a start fail. A supervisor tries again.
        if (++failures === MAX_FAILED_STARTS) return next.reject(error)
      }
      if (state.isStopped) return
      current = spare ?? spawn()
      if (preload) spare = spawn()
    }
  }

  const stopped = keepRunning()
  return {
    deaths,
    up: () => next.promise,
    address: () => running?.url,
    ports: () => running?.ports,
    kill: async () => running?.process.kill(),
    async stop() {
      state.isStopped = true
      await Promise.all([current.kill(), spare?.kill()])
      await stopped
    },
  }
}

function createDeferred(): PromiseWithResolvers<string> {
  const deferred = Promise.withResolvers<string>()
  deferred.promise.catch(() => undefined)
  return deferred
}
