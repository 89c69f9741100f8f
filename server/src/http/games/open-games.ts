import type { GatewayDb } from '../../db/database.ts'
import { type DeliveryService, serveDeliveries } from '../../delivery/serve-deliveries.ts'
import { type QueueService, serveQueue } from '../../delivery/serve-queue.ts'
import { createWaiters, type Waiters } from '../../delivery/waiters.ts'
import type { SeenServers } from '../../game-servers/collect-seen.ts'
import { createKnownCallers, type KnownCallers } from '../../game-servers/known-callers.ts'
import { type AddressWatch, watchAddresses } from '../../game-servers/watch-addresses.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { type Authenticator, createAuthenticator } from './authenticate.ts'
import type { ClientAddresses } from './client-addresses.ts'
import { createLongAnswers, type LongAnswers } from './long-answers.ts'
import { createLook, type Look } from './look.ts'
import { createWait, type WaitForCommands } from './wait-for-commands.ts'

/** What a process keeps for its game servers, whichever interface they speak. */
export type GamesParts = {
  gateway: GatewayDb
  seen: SeenServers
  callers: KnownCallers
  watch: AddressWatch
  authenticator: Authenticator
  queue: QueueService
  deliveries: DeliveryService
  look: Look
  wait: WaitForCommands
  waiters: Waiters
  longAnswers: LongAnswers
}

/** What a surface of theirs needs. */
export type GamesSurface = GamesParts & { addresses: ClientAddresses }

export function openGames(gateway: GatewayDb, seen: SeenServers): GamesParts {
  const callers = createKnownCallers(gateway)
  const watch = watchAddresses(gateway)
  const queue = serveQueue(gateway)
  const waiters = createWaiters(gateway)
  const wait = createWait(waiters)
  const longAnswers = createLongAnswers()
  return {
    gateway,
    seen,
    callers,
    watch,
    authenticator: createAuthenticator(callers, watch, createTokenBuckets({ perSecond: 5, burst: 100 })),
    queue,
    deliveries: serveDeliveries(gateway, queue),
    look: createLook(queue, longAnswers, wait),
    wait,
    waiters,
    longAnswers,
  }
}
