import type { GatewayDb } from '../../db/database.ts'
import { type QueueService, serveQueue } from '../../delivery/serve-queue.ts'
import { createWaiters, type Waiters } from '../../delivery/waiters.ts'
import type { SeenServers } from '../../game-servers/collect-seen.ts'
import { createKnownCallers, type KnownCallers } from '../../game-servers/known-callers.ts'
import { createLook, type Look } from './look.ts'
import { createWait, type WaitForCommands } from './wait-for-commands.ts'

/** What a process keeps for its game servers. */
export type GamesParts = {
  gateway: GatewayDb
  seen: SeenServers
  callers: KnownCallers
  queue: QueueService
  look: Look
  wait: WaitForCommands
  waiters: Waiters
}

export function openGames(gateway: GatewayDb, seen: SeenServers): GamesParts {
  const queue = serveQueue(gateway)
  const look = createLook(queue)
  const waiters = createWaiters(gateway)
  return {
    gateway,
    seen,
    callers: createKnownCallers(gateway),
    queue,
    look,
    wait: createWait(look, waiters),
    waiters,
  }
}
