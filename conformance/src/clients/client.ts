import type { ConsoleResponse } from '../consoles/console-log.ts'

/** Everything that a client under test needs to connect to the kit. */
export type ClientEnvironment = {
  url: string
  key: string
  /** `POST` a command as text, or `GET ?command=`. */
  consoleUrl: string
  /** Returns the players in the game as a JSON list. */
  playersUrl: string
  /** The client may append one command per line to this file instead. */
  consoleFile: string
  playersFile: string
  rcon: { host: string; port: number; password: string }
  /** A folder that keeps its contents when the client is restarted. */
  stateFolder: string
  /** For clients that run inside this process. */
  game: { run: (command: string) => ConsoleResponse; online: () => string[] }
}

/** The client under test. */
export type Client = {
  /** A person starts and kills this client, and it keeps running from scenario to scenario. */
  isManual: boolean
  start: () => Promise<void>
  /** Kills the client without a warning, as `kill -9` or a power failure would. */
  kill: () => Promise<void>
  /** Stops the client at the end of a scenario. */
  stop: () => Promise<void>
  /** Why the client exited on its own, or undefined if it did not. */
  exitReason: () => string | undefined
  /** The output of the client, if the kit can see it. */
  output: () => string | undefined
}

export type CreateClient = (environment: ClientEnvironment) => Client
