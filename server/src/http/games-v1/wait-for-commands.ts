import type { ServerResponse } from 'node:http'
import { retryWhileAway } from '../../db/retry-while-away.ts'
import type { PendingCommand } from '../../delivery/list-pending.ts'
import type { Waiters } from '../../delivery/waiters.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import type { Look } from './look.ts'
import { PATIENCE_MS } from './patience.ts'

export type WaitForCommands = (caller: Caller, response: ServerResponse, seconds: number) => Promise<PendingCommand[]>

/** Looks into the queue until there is something, the time is up, the caller is gone, or nobody may wait any longer. */
export function createWait(look: Look, waiters: Waiters): WaitForCommands {
  return async function waitForCommands(caller, response, seconds) {
    const until = performance.now() + seconds * 1_000
    for (;;) {
      const waiter = waiters.enter(caller.serverId)
      try {
        if (!waiter.needsNoLook) {
          const commands = await retryWhileAway(Date.now() + PATIENCE_MS, () => look(caller, response))
          if (commands.length > 0) return commands
          waiter.foundNothing()
        }
        if (response.destroyed) return []
        const timer = setTimeout(waiter.leave, Math.max(until - performance.now(), 0))
        response.once('close', waiter.leave)
        const isNews = await waiter.news
        clearTimeout(timer)
        response.off('close', waiter.leave)
        if (!isNews) return []
      } finally {
        waiter.leave()
      }
    }
  }
}
