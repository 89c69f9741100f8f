import type { Defer } from '../kit/run-harness.ts'
import { type Console, startAgent } from '../kit/game/start-agent.ts'
import type { GameStore } from './game-store.ts'

/** One real game. */
export type GameTrial = {
  name: string
  needs: {
    debian: string[]
    /** A folder next to this file with its own package.json and lock file. */
    npm?: string
  }
  /** Starts the game server and connects it to the store. */
  open: (context: GameContext) => Promise<OpenGame>
}

/** `folder` is for everything that the game reads and writes. */
export type GameContext = { store: GameStore; folder: string; defer: Defer }

/** A running game. Everything is read from the game itself. */
export type OpenGame = {
  join: (player: string) => Promise<void>
  /** A product that can be bought many times. Each purchase adds one to the count. */
  gift: { command: string; count: (player: string) => number | Promise<number> }
  /** A product that a refund and an expiry take away. */
  rank: { give: string; take: string; has: (player: string) => boolean | Promise<boolean> }
  /** The console rejects this command. */
  unknownCommand: string
  /** The least time between two sales, for consoles that limit commands. */
  pauseMs?: number
  /** How often the game can be queried. */
  pollMs?: number
  /** Another step after all others, which returns what it has shown. */
  finish?: () => Promise<string>
}

/** `port` is for players, the console is for the agent. */
export type RunningGame = { port: number; console: Console; stop: () => Promise<void> }

/** Starts a game server, and the agent between its console and the store. */
export async function startWithAgent(
  { store, folder, defer }: GameContext,
  start: (folder: string) => Promise<RunningGame>,
): Promise<RunningGame> {
  const game = await start(folder)
  defer(game.stop)
  const { url, key } = store
  const agent = await startAgent({ url, key, console: game.console, serverPort: game.port, folder: `${folder}/agent` })
  defer(agent.stop)
  return game
}
