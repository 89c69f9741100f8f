import type { EmulatedGame } from './emulated-game.ts'
import type { Transport } from './store-connection.ts'

export type GameClient = {
  /** False if it failed. The clients differ in what later polls do then. */
  init(): Promise<boolean>
  /** One interval of the client. Rejects if the client crashes. Other errors are added to `faults`. */
  pollOnce(): Promise<void>
  /** Starts a new process with an empty memory. Call `init` again afterwards. */
  restart(): void
  /** It polls on a timer, even if earlier polls have no response yet. Other clients wait for the response. */
  readonly pollsOnTimer: boolean
  /** Errors that the client would print, including those before a restart. */
  readonly faults: readonly string[]
}

export type ClientSettings = {
  baseUrl: string
  key: string
  game: EmulatedGame
  serverPort?: number
  transport?: Transport
  /** Requests without a response are aborted after this time. By default, 5 seconds in FiveM, and never in others. */
  abortAfterMs?: number
  /** Called between run and report. True crashes the client there. */
  crashAfterRun?: (deliveryId: string) => boolean
}

/** A client between two restarts. */
export type Script = Pick<GameClient, 'init' | 'pollOnce'>

/** The game process crashed between run and report. */
export class CrashError extends Error {
  constructor(deliveryId: string) {
    super(`The game server crashed after running ${deliveryId}`)
  }
}

/** An uncaught error in a game script. The clients differ in what it stops. */
export class ScriptError extends Error {}

/** A restart creates a new script, so that a client keeps nothing that its real counterpart loses. */
export function createGameClient(
  start: (fault: (message: string) => void) => Script,
  { pollsOnTimer = false } = {},
): GameClient {
  const faults: string[] = []
  const fault = (message: string) => void faults.push(message)
  let script = start(fault)
  return {
    faults,
    pollsOnTimer,
    init: () => script.init(),
    pollOnce: () => script.pollOnce(),
    restart: () => void (script = start(fault)),
  }
}
