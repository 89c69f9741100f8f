import type { Game } from '@quartermaster/sdk'

/** An open connection to the console of a game. */
export type GameConsole = {
  /**
   * Sends one command and resolves with the text that the game printed, which can be empty. Concurrent commands are
   * sent one after the other. Rejects with a ConsoleError that says whether the command may have run.
   */
  run: (command: string) => Promise<string>
  /** Lists the players in the game by the ids that purchases use. Absent if this console cannot list them. */
  online?: () => Promise<string[]>
  /** Resolves when the connection has ended, for any reason. */
  closed: Promise<void>
  close: () => Promise<void>
}

/** A command without a response. `mayHaveRun` decides between a retry and an uncertain outcome. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  /** False only if it is certain that no byte of the command reached the game. */
  readonly mayHaveRun: boolean

  constructor(message: string, { mayHaveRun, cause }: { mayHaveRun: boolean; cause?: unknown }) {
    super(message, { cause })
    this.mayHaveRun = mayHaveRun
  }
}

export type ConsoleSettings = {
  host: string
  port: number
  password: string
  /** Applies to the connection and to each response. */
  timeoutMs: number
  /** Only WebSocket consoles support TLS. */
  tls?: boolean
}

/** A protocol of game consoles. Consoles without a network connection have other settings. */
export type Dialect<Settings = ConsoleSettings> = {
  name: string
  /** How player ids are put into commands, unless the owner configures another game. */
  game: Game
  /** Responses that mean that a command failed. */
  failures: RegExp[]
  open: (settings: Settings, signal: AbortSignal) => Promise<GameConsole>
}
