import type { ServerResponse } from 'node:http'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import type { DeliveryQueue } from '../../delivery/queue/delivery-queue.ts'
import type { Dispatched } from '../../delivery/queue/dispatch-selection.ts'
import type { Poll } from '../../delivery/queue/list-ready.ts'
import type { WaitingPolls } from '../../delivery/waiting/waiting-polls.ts'
import { DATABASE_TIMEOUT_MS } from './database-timeout.ts'
import type { LongResponses } from './long-responses.ts'

/** Returns the deliveries for a poll: at once, or, with `waitSeconds`, as soon as there are any. */
export type ServePoll = (poll: Poll, response: ServerResponse, waitSeconds: number) => Promise<Dispatched>

export type PollService = {
  servePoll: ServePoll
  /** Polls get nothing from now on, and do not query the database. A poll that waits goes on waiting. */
  stopDispatching: () => void
}

const NOTHING: Dispatched = { deliveries: [], more: false }

export function createPollService(queue: DeliveryQueue, waitingPolls: WaitingPolls, long: LongResponses): PollService {
  let dispatches = true

  async function wait(
    { storeId, serverId, profile }: Poll,
    response: ServerResponse,
    waitSeconds: number,
    dispatch: () => Promise<Dispatched>,
  ): Promise<Dispatched> {
    // Polls of interface 1.0 differ in nothing but their server, so an empty queue is empty for all of them.
    const sharesEmpty = profile !== undefined
    const until = performance.now() + waitSeconds * 1_000
    for (;;) {
      const waiting = waitingPolls.add({ storeId, serverId })
      try {
        if (!sharesEmpty || !waiting.isKnownEmpty) {
          const dispatched = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, dispatch)
          if (dispatched.deliveries.length > 0 || dispatched.more) return dispatched
          if (sharesEmpty) waiting.markEmpty()
        }
        if (response.destroyed) return NOTHING
        const timer = setTimeout(waiting.remove, Math.max(until - performance.now(), 0))
        response.once('close', waiting.remove)
        const hasArrivals = await waiting.ended
        clearTimeout(timer)
        response.off('close', waiting.remove)
        if (!hasArrivals) return NOTHING
      } finally {
        waiting.remove()
      }
    }
  }

  return {
    servePoll(poll, response, waitSeconds) {
      const dispatch = () =>
        dispatches ? queue.dispatch(poll, (bytes) => long.reserve(response, bytes)) : Promise.resolve(NOTHING)
      return waitSeconds === 0 ? dispatch() : wait(poll, response, waitSeconds, dispatch)
    },
    stopDispatching: () => void (dispatches = false),
  }
}
