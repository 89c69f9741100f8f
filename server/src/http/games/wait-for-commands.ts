import type { ServerResponse } from 'node:http'
import { retryWhileAway } from '../../db/retry-while-away.ts'
import type { Waiters } from '../../delivery/waiters.ts'
import type { GameServerId } from '../../ids.ts'
import { PATIENCE_MS } from './patience.ts'

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
export type WaitForCommands = <Answer>(waiting: Waiting<Answer>) => Promise<Answer | undefined>

/** Looks into the queue until there is something, the time is up, the caller is gone, or nobody may wait any longer. */
export function createWait(waiters: Waiters): WaitForCommands {
  return async function waitForCommands({ serverId, response, seconds, look, isEmpty, looksAlike }) {
    const until = performance.now() + seconds * 1_000
    for (;;) {
      const waiter = waiters.enter(serverId)
      try {
        if (!looksAlike || !waiter.needsNoLook) {
          const answer = await retryWhileAway(Date.now() + PATIENCE_MS, look)
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
