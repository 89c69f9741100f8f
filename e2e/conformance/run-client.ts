import { createEmulatedGame, type EmulatedGame } from '../emulators/emulated-game.ts'
import type { GameClient } from '../emulators/game-client.ts'

/** A console that the kit watches. */
export type WatchedConsole = { run: (line: string) => void; online: () => string[] }

/**
 * The emulated game, with its console where the kit can see it. It is asked with the player beside the line, as the real
 * games of these clients are, so an id that is no name of a player never becomes a part of a console line.
 */
export function gameWith(console: WatchedConsole): EmulatedGame {
  return {
    ...createEmulatedGame(),
    isOnline: (id) => console.online().includes(id),
    onlinePlayers: () => new Set(console.online()),
    run({ gameUserId, line }) {
      if (!isName(gameUserId)) return false
      console.run(line)
      return true
    },
  }
}

/** Names that the emulated game can have; for any other a command finds nobody. */
export function isName(gameUserId: string): boolean {
  return /^[\w.:-]+$/.test(gameUserId)
}

/** The interval of a client, over and over, until it is told to stop or dies. */
export async function live(client: GameClient, { intervalMs, isOver }: { intervalMs: number; isOver: () => boolean }) {
  let isReady = false
  while (!isOver()) {
    isReady ||= await client.init()
    if (isReady) await client.pollOnce()
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}
