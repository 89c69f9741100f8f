import { setTimeout as sleep } from 'node:timers/promises'
import { createEmulatedGame, type EmulatedGame } from '../emulators/emulated-game.ts'
import type { GameClient } from '../emulators/game-client.ts'
import { pollRepeatedly } from '../emulators/poll-repeatedly.ts'

/** A console that the kit can observe. */
export type ObservedConsole = { run: (line: string) => void; online: () => string[] }

/**
 * Creates an emulated game that sends its commands to the kit. Like the real games of these clients, it gets the player
 * next to the line, so an id that is not a valid name never becomes part of a console line.
 */
export function createObservedGame(console: ObservedConsole): EmulatedGame {
  return {
    ...createEmulatedGame(),
    isOnline: (id) => console.online().includes(id),
    onlinePlayers: () => new Set(console.online()),
    run({ gameUserId, line }) {
      if (!isValidName(gameUserId)) return false
      console.run(line)
      return true
    },
  }
}

/** Players of the emulated game have only such names. */
export function isValidName(gameUserId: string): boolean {
  return /^[\w.:-]+$/.test(gameUserId)
}

type RunOptions = { intervalMs: number; isStopped: () => boolean }

/** Calls init until it succeeds, then polls in intervals until the client is stopped. */
export async function runClient(client: GameClient, { intervalMs, isStopped }: RunOptions): Promise<void> {
  while (!isStopped() && !(await client.init())) await sleep(intervalMs)
  await pollRepeatedly(client, { intervalMs, isStopped })
}
