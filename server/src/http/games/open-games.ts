import type { GatewayDb } from '../../db/database.ts'
import { type DeliveryService, serveDeliveries } from '../../delivery/queue/serve-deliveries.ts'
import { type QueueService, serveQueue } from '../../delivery/queue/serve-queue.ts'
import { createWaitingPolls, type WaitingPolls } from '../../delivery/waiting/waiting-polls.ts'
import type { LastSeenRecorder } from '../../game-servers/record-last-seen.ts'
import { createCallerCache, type CallerCache } from '../../game-servers/caller-cache.ts'
import { type AddressWatch, watchAddresses } from '../../game-servers/watch-addresses.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { type Authenticator, createAuthenticator } from './authenticate.ts'
import type { ClientAddresses } from './client-addresses.ts'
import { createLongResponses, type LongResponses } from './long-responses.ts'
import { createReadQueue, type ReadQueue } from './read-queue.ts'
import { createWait, type WaitForDeliveries } from './wait-for-deliveries.ts'

/** What a process keeps for its game servers, whichever interface they speak. */
export type GamesParts = {
  gateway: GatewayDb
  seen: LastSeenRecorder
  callers: CallerCache
  watch: AddressWatch
  authenticator: Authenticator
  queue: QueueService
  deliveries: DeliveryService
  look: ReadQueue
  wait: WaitForDeliveries
  waiters: WaitingPolls
  longAnswers: LongResponses
}

/** What a surface of theirs needs. */
export type GamesSurface = GamesParts & { addresses: ClientAddresses }

export function openGames(gateway: GatewayDb, seen: LastSeenRecorder): GamesParts {
  const callers = createCallerCache(gateway)
  const watch = watchAddresses(gateway)
  const queue = serveQueue(gateway)
  const waiters = createWaitingPolls(gateway)
  const wait = createWait(waiters)
  const longAnswers = createLongResponses()
  return {
    gateway,
    seen,
    callers,
    watch,
    authenticator: createAuthenticator(callers, watch, createTokenBuckets({ perSecond: 5, burst: 100 })),
    queue,
    deliveries: serveDeliveries(gateway, queue),
    look: createReadQueue(queue, longAnswers, wait),
    wait,
    waiters,
    longAnswers,
  }
}
