import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { retryWhileAway } from '../../db/retry-while-away.ts'
import type { PendingCommand } from '../../delivery/list-pending.ts'
import { type Caller, POLL_RATE } from '../../game-servers/authenticate-server.ts'
import { takeToken } from '../../token-bucket.ts'
import { createAdmission } from './admission.ts'
import type { GamesParts } from './open-games.ts'
import { PATIENCE_MS } from './patience.ts'
import { readWait } from './read-wait.ts'
import { sendText } from './send-text.ts'
import { queueText } from './wire.ts'

/** That try again while the database is away. Those that wait for something to come do not count. */
const MOST_POLLS = 10_000

/** The answer to a poll: at once, or, for who asks for it, as soon as there is something to deliver. */
export function createPoll({ look, waiters, seen }: Pick<GamesParts, 'look' | 'waiters' | 'seen'>, route: string) {
  const admission = createAdmission(MOST_POLLS)

  return async function poll(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller, deadline } = request
    takeToken(caller.polls, POLL_RATE)
    seen.note(caller)
    const wait = readWait(request.headers['prefer'])
    // How long a caller wanted to wait says nothing of how quick we are.
    request.hotRoute = wait > 0 ? `${route} (waiting)` : route
    const commands =
      wait > 0
        ? await waitForCommands(caller, reply.raw, wait)
        : await admission.admit(() => retryWhileAway(deadline, () => look(caller, reply.raw)))
    const text = queueText(caller.storeId, caller.profile, commands)
    sendText(request, reply, { text, wait, isStopping: waiters.hasStopped() })
  }

  async function waitForCommands(caller: Caller, response: ServerResponse, seconds: number): Promise<PendingCommand[]> {
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
