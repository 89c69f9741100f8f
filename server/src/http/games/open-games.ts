import type { GatewayDb } from '../../db/database.ts'
import { createDeliveryQueue, type DeliveryQueue } from '../../delivery/queue/delivery-queue.ts'
import { createWaitingPolls, type WaitingPolls } from '../../delivery/waiting/waiting-polls.ts'
import { type CallerCache, createCallerCache } from '../../game-servers/caller-cache.ts'
import type { LastSeenRecorder } from '../../game-servers/record-last-seen.ts'
import { type AddressWatch, watchAddresses } from '../../game-servers/watch-addresses.ts'
import { createNetworkBuckets } from '../network-buckets.ts'
import { type Admission, createAdmission } from './admission.ts'
import { createLongResponses } from './long-responses.ts'
import { createPollService, type PollService } from './serve-poll.ts'

/** What a process keeps in memory for its game servers, for both interfaces. */
export type GamesParts = PollService & {
  gateway: GatewayDb
  callers: CallerCache
  watch: AddressWatch
  admission: Admission
  queue: DeliveryQueue
  waitingPolls: WaitingPolls
}

/** `traced` wraps the queue. */
export function openGames(
  gateway: GatewayDb,
  lastSeen: LastSeenRecorder,
  { traced = (queue) => queue }: { traced?: ((queue: DeliveryQueue) => DeliveryQueue) | undefined } = {},
): GamesParts {
  const callers = createCallerCache(gateway)
  const watch = watchAddresses(gateway)
  const failures = createNetworkBuckets({ perSecond: 5, burst: 100 })
  const queue = traced(createDeliveryQueue(gateway))
  const waitingPolls = createWaitingPolls(gateway)
  return {
    gateway,
    callers,
    watch,
    admission: createAdmission({ callers, watch, lastSeen, failures }),
    queue,
    waitingPolls,
    ...createPollService(queue, waitingPolls, createLongResponses()),
  }
}
