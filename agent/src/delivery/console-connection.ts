import type { GameConsole } from '../dialects/dialect.ts'
import { createChangeLog, type Log } from '../log.ts'
import { type BackoffSettings, createBackoff } from './backoff.ts'
import type { StateChanges } from './state-changes.ts'

export type ConsoleConnection = {
  /** Undefined while the console is unavailable. */
  current: () => GameConsole | undefined
  /**
   * Gives one task at a time exclusive use of the console, so that at most one command is started and not finished.
   * Resolves with undefined, without calling the task, if the console is unavailable.
   */
  runExclusive: <T>(task: (console: GameConsole) => Promise<T>) => Promise<T | undefined>
  /** Resolves when the agent has stopped and the console is closed. */
  stopped: Promise<void>
}

type Parts = {
  open: (signal: AbortSignal) => Promise<GameConsole>
  changes: StateChanges
  log: Log
  signal: AbortSignal
  backoffSettings: BackoffSettings
}

const STABLE_CONNECTION_MS = 1_000

/** Keeps a connection to the console open while the agent runs. */
export function keepConsoleConnected({ open, changes, log, signal, backoffSettings }: Parts): ConsoleConnection {
  const logChange = createChangeLog(log)
  const backoff = createBackoff(backoffSettings)
  let current: GameConsole | undefined
  let lastTask: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<GameConsole | undefined> {
    try {
      return await open(signal)
    } catch (error) {
      if (!signal.aborted) {
        logChange('console_unavailable', `The console is unavailable. ${describe(error)}. Deliveries wait.`)
      }
      return undefined
    }
  }

  async function keepConnected(): Promise<void> {
    while (!signal.aborted) {
      const console = await connect()
      if (console) {
        logChange('console_connected', 'Connected to the console.')
        current = console
        changes.notify()
        await waitUntilClosed(console)
        current = undefined
        changes.notify()
        if (!signal.aborted) {
          logChange('console_disconnected', 'The connection to the console was lost. Deliveries wait.')
        }
      }
      await backoff.wait(signal)
    }
  }

  async function waitUntilClosed(console: GameConsole): Promise<void> {
    const openedAt = Date.now()
    let isClosed = false
    const markClosed = () => {
      isClosed = true
      changes.notify()
    }
    void console.closed.then(markClosed)
    await changes.waitUntil(() => isClosed)
    // A console that closes right after it was opened backs off like one that does not open.
    if (Date.now() - openedAt > STABLE_CONNECTION_MS) backoff.reset()
    if (!signal.aborted) return
    // The current task may finish. If the connection were closed now, its outcome would be uncertain.
    await lastTask
    await console.close()
  }

  return {
    current: () => current,
    runExclusive(task) {
      const result = lastTask.then(() => (current && !signal.aborted ? task(current) : undefined))
      lastTask = result.catch(() => undefined)
      return result
    },
    stopped: keepConnected(),
  }
}

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
