import type { ServerResponse } from 'node:http'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import type { WaitingPolls } from '../../delivery/waiting/waiting-polls.ts'
import type { GameServerId } from '../../ids.ts'
import { DATABASE_TIMEOUT_MS } from './database-timeout.ts'

type Waiting<Answer> = {
  serverId: GameServerId
  response: ServerResponse
  seconds: number
  look: () => Promise<Answer>
  isEmpty: (answer: Answer) => boolean
  /** What finds nothing once finds nothing until something comes: all who wait for this server look for the same. */
  looksAlike: boolean
}

/** Answers with what was found, or undefined when there was nothing. */
export type WaitForDeliveries = <Answer>(waiting: Waiting<Answer>) => Promise<Answer | undefined>

/** Looks into the queue until there is something, the time is up, the caller is gone, or nobody may wait any longer. */
export function createWait(waiters: WaitingPolls): WaitForDeliveries {
  return async function waitForCommands({ serverId, response, seconds, look, isEmpty, looksAlike }) {
    const until = performance.now() + seconds * 1_000
    for (;;) {
      const waiter = waiters.enter(serverId)
      try {
        if (!looksAlike || !waiter.needsNoLook) {
          const answer = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, look)
          if (!isEmpty(answer)) return answer
          if (looksAlike) waiter.foundNothing()
        }
        if (response.destroyed) return undefined
        const timer = setTimeout(waiter.leave, Math.max(until - performance.now(), 0))
        response.once('close', waiter.leave)
        const isNews = await waiter.news
        clearTimeout(timer)
        response.off('close', waiter.leave)
        if (!isNews) return undefined
      } finally {
        waiter.leave()
      }
    }
  }
}
