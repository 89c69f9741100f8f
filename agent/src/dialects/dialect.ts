import type { Game } from '@quartermaster/sdk'

/** One open connection to the console of a game. */
export type GameConsole = {
  /**
   * Sends one console command and resolves with what the game printed about it, which may be nothing. Commands go out
   * one after the other, whoever calls. Rejects with a ConsoleError that says whether the command may have run.
   */
  run: (command: string) => Promise<string>
  /** Who is in the game, by the ids that purchases name. Absent: this console cannot tell. */
  online?: () => Promise<string[]>
  /** Resolves when the connection has ended, for whatever reason. */
  closed: Promise<void>
  close: () => Promise<void>
}

/** A command that was not answered. The difference between its two kinds is the difference between again and in doubt. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  /** False only when it is certain that not one byte of the command reached the game. */
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
  /** How long to wait for a connection, and for an answer. */
  timeoutMs: number
  /** For consoles behind TLS; only the WebSocket ones have it. */
  tls?: boolean
}

/** A way to speak to consoles. `Settings` differ where there is no network in between. */
export type Dialect<Settings = ConsoleSettings> = {
  name: string
  /** How ids are put into commands, unless the owner says otherwise. */
  game: Game
  /** Answers that mean that a command did not do what it says. */
  failures: RegExp[]
  open: (settings: Settings, signal: AbortSignal) => Promise<GameConsole>
}
