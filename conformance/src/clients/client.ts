import type { ConsoleAnswer } from '../consoles/console-log.ts'

/** Everything a client under test needs to know of the world it is put into. */
export type Place = {
  url: string
  key: string
  /** `POST` a command as text, or `GET ?command=`. */
  consoleUrl: string
  /** A JSON list of who plays. */
  playersUrl: string
  /** Or append one command a line. */
  consoleFile: string
  playersFile: string
  rcon: { host: string; port: number; password: string }
  /** A folder that stays over restarts. */
  state: string
  /** For clients inside this process. */
  game: { run: (command: string) => ConsoleAnswer; online: () => string[] }
}

/** The program under test, in one scenario. */
export type Client = {
  /** A person starts and kills it, and it stays from scenario to scenario. */
  isByHand: boolean
  start: () => Promise<void>
  /** At once and without a word, as `kill -9` or a power cut does it. */
  kill: () => Promise<void>
  /** The scenario is over. */
  stop: () => Promise<void>
  /** Set when it ended without being asked to. */
  ended: () => string | undefined
  /** What it has printed, when the kit can see that. */
  output: () => string | undefined
}

export type ClientMaker = (place: Place) => Client
