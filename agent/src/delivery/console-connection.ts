import type { GameConsole } from '../dialects/dialect.ts'
import { createChangeLog, type Log } from '../log.ts'
import type { Changes } from './state-changes.ts'
import { createPause } from './backoff.ts'

export type ConsoleLink = {
  /** Undefined while the console cannot be reached. */
  console: () => GameConsole | undefined
  /**
   * Lets one after the other have the console to itself, so that at any moment at most one console command is begun and not
   * ended. Undefined, without a call, when there is no console.
   */
  inTurn: <T>(work: (console: GameConsole) => Promise<T>) => Promise<T | undefined>
  /** Ends when the agent stops and the console is closed. */
  kept: Promise<void>
}

type Parts = {
  open: (signal: AbortSignal) => Promise<GameConsole>
  changes: Changes
  log: Log
  signal: AbortSignal
  pauses: { firstMs: number; mostMs: number }
}

const SOUND_LIFE_MS = 1_000

/** Keeps a connection to the console, for as long as the agent runs. */
export function keepConsole({ open, changes, log, signal, pauses }: Parts): ConsoleLink {
  const say = createChangeLog(log)
  const pause = createPause(pauses)
  let current: GameConsole | undefined
  let turns: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<GameConsole | undefined> {
    try {
      return await open(signal)
    } catch (error) {
      if (!signal.aborted) say('console_away', `The console cannot be reached: ${reasonOf(error)}. Deliveries wait.`)
      return undefined
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      const opened = await connect()
      if (opened) {
        say('console_open', 'The console is open.')
        current = opened
        changes.tell()
        await lifeOf(opened)
        current = undefined
        changes.tell()
        if (!signal.aborted) say('console_lost', 'The connection to the console has ended. Deliveries wait.')
      }
      await pause.wait(signal)
    }
  }

  /** A console that ends as soon as it was opened is asked ever more seldom, like one that does not open. */
  async function lifeOf(opened: GameConsole): Promise<void> {
    const begun = Date.now()
    let isClosed = false
    const noteEnd = () => {
      isClosed = true
      changes.tell()
    }
    void opened.closed.then(noteEnd)
    await changes.until(() => isClosed)
    if (Date.now() - begun > SOUND_LIFE_MS) pause.reset()
    if (!signal.aborted) return
    // Whoever has it now may finish: what is cut here would be in doubt.
    await turns
    await opened.close()
  }

  return {
    console: () => current,
    inTurn(work) {
      const turn = turns.then(() => (current && !signal.aborted ? work(current) : undefined))
      turns = turn.catch(() => undefined)
      return turn
    },
    kept: keep(),
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
