import type { GameConsole } from '../dialects/dialect.ts'
import { createChangeLog, type Log } from '../log.ts'
import type { ConsoleConnection } from './console-connection.ts'
import type { StateChanges } from './state-changes.ts'

export type OnlinePlayers = {
  /** Whether the players are known for the current connection, or it is known that this console cannot list them. */
  isReady: () => boolean
  /** Undefined if the console cannot list the players. */
  list: () => ReadonlySet<string> | undefined
  /** Whether this player was in the game and has left it. For players that were never seen, the store decides. */
  hasLeft: (player: string) => boolean
}

type Parts = { connection: ConsoleConnection; intervalMs: number; changes: StateChanges; log: Log }

/** Deliveries of players who left before so many others are no longer queued. */
const MAX_LEFT_PLAYERS = 5_000

type Snapshot = { console: GameConsole; players: ReadonlySet<string> | undefined }

/** Queries the console at an interval for the players in the game. */
export function watchOnlinePlayers({
  connection,
  intervalMs,
  changes,
  log,
}: Parts): OnlinePlayers & { stopped: Promise<void> } {
  const logChange = createChangeLog(log)
  const leftPlayers = new Set<string>()
  let snapshot: Snapshot | undefined

  /** The store ignores case in names, because buyers do. */
  function updateLeftPlayers(before: Iterable<string>, now: Iterable<string>): void {
    for (const player of before) leftPlayers.add(player.toLowerCase())
    for (const player of now) leftPlayers.delete(player.toLowerCase())
    for (const player of leftPlayers) if (leftPlayers.size > MAX_LEFT_PLAYERS) leftPlayers.delete(player)
  }

  async function queryPlayers(console: GameConsole): Promise<void> {
    try {
      const players = console.online && new Set(await console.online())
      if (players) logChange('online_players_known', 'The console lists the online players.')
      else {
        logChange(
          'online_players_unknown',
          'This console cannot list the online players. Everything is delivered at once.',
        )
      }
      updateLeftPlayers(snapshot?.players ?? [], players ?? [])
      snapshot = { console, players }
      changes.notify()
    } catch (error) {
      if (connection.current() !== console) return
      logChange('online_players_failed', `The console did not list the online players: ${(error as Error).message}`)
    }
  }

  async function watch(): Promise<void> {
    while (await changes.waitUntil(() => connection.current() !== undefined)) {
      const console = connection.current()
      if (!console) continue
      await queryPlayers(console)
      const nextQuery = console.online ? AbortSignal.timeout(intervalMs) : undefined
      await changes.waitUntil(() => connection.current() !== console, nextQuery)
    }
  }

  return {
    isReady: () => snapshot !== undefined && snapshot.console === connection.current(),
    list: () => snapshot?.players,
    hasLeft: (player) => leftPlayers.has(player.toLowerCase()),
    stopped: watch(),
  }
}
