import type { EmulatedGame } from './emulated-game.ts'
import type { Transport } from './store-connection.ts'

export type GameClient = {
  /** False when the client gave up; what that means for later polls differs from client to client. */
  init(): Promise<boolean>
  /** One interval of the client. Rejects on a crash and on misuse; whatever the client survives lands in `faults`. */
  pollOnce(): Promise<void>
  /** Starts the process anew: everything held in memory is gone, and `init` is due again. */
  restart(): void
  /** What the client would have written to its console in red, over all its lives. */
  readonly faults: readonly string[]
}

export type ClientSettings = {
  baseUrl: string
  key: string
  game: EmulatedGame
  serverPort?: number
  transport?: Transport
  /** Asked when an element's commands have run and nothing was reported yet; true ends the process there. */
  crashAfterRun?: (elementId: string) => boolean
}

/** One life of a client; its memory is whatever it closes over. */
export type Script = Pick<GameClient, 'init' | 'pollOnce'>

/** The game process died between running an element's commands and reporting them. */
export class CrashError extends Error {
  readonly elementId: string

  constructor(elementId: string) {
    super(`The game server crashed after running ${elementId}`)
    this.elementId = elementId
  }
}

/** A restart builds a new script, so no client can keep by accident what its real counterpart loses. */
export function createGameClient(start: (fault: (message: string) => void) => Script): GameClient {
  const faults: string[] = []
  const fault = (message: string) => void faults.push(message)
  let script = start(fault)
  let crashed = false

  async function whileAlive<T>(work: () => Promise<T>): Promise<T> {
    if (crashed) throw new Error('This client has crashed: call restart() first')
    try {
      return await work()
    } catch (error) {
      crashed ||= error instanceof CrashError
      throw error
    }
  }

  return {
    faults,
    init: () => whileAlive(() => script.init()),
    pollOnce: () => whileAlive(() => script.pollOnce()),
    restart() {
      script = start(fault)
      crashed = false
    },
  }
}
