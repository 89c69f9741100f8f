import { setTimeout as sleep } from 'node:timers/promises'
import type { GameClient } from './game-client.ts'

type Polling = { intervalMs: number; isStopped: () => boolean }

/**
 * Polls until the client is stopped, and resolves when all polls have ended. A client with a timer polls at every
 * interval, so its polls overlap if the store is slow. The others pause after each poll.
 */
export async function pollRepeatedly(client: GameClient, { intervalMs, isStopped }: Polling): Promise<void> {
  const polls: Promise<void>[] = []
  let failure: Promise<void> | undefined
  while (!isStopped()) {
    // A poll that fails ends the client: the next round throws its error.
    await failure
    const poll = client.pollOnce()
    poll.catch(() => void (failure = poll))
    if (client.pollsOnTimer) polls.push(poll)
    else await poll
    await sleep(intervalMs)
  }
  await Promise.all(polls)
}
