import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, retryWhileAway } from '../../db/retry-while-away.ts'
import type { PendingCommand } from '../../delivery/list-pending.ts'
import { POLL_RATE } from '../../game-servers/authenticate-server.ts'
import type { GameServerId } from '../../ids.ts'
import { takeToken } from '../../token-bucket.ts'
import { createAdmission } from './admission.ts'
import { createLongAnswers } from './long-answers.ts'
import type { GamesParts } from './open-games.ts'
import { PATIENCE_MS } from './patience.ts'
import { readWait } from './read-wait.ts'
import { sendText } from './send-text.ts'
import { queueText } from './wire.ts'

/** Under way at once, in the database or on the way there. Those that wait do not count. */
const MOST_POLLS = 10_000
const EMPTY = '{"checkouts":[]}'

/** The answer to a poll: at once, or, for who asks for it, as soon as there is something to deliver. */
export function createPoll({
  queue,
  waiters,
  seen,
  route,
}: Pick<GamesParts, 'queue' | 'waiters' | 'seen'> & { route: string }) {
  const longAnswers = createLongAnswers()
  const admission = createAdmission(MOST_POLLS)

  // Written with promises instead of `await`: most polls find nothing, and there are many.
  return function poll(request: FastifyRequest, reply: FastifyReply): void {
    const { caller, deadline } = request
    request.hotRoute = route
    takeToken(caller.polls, POLL_RATE)
    seen.note(caller)
    const wait = readWait(request.headers['prefer'])
    const answer = (commands: PendingCommand[]): void => {
      const text = commands.length === 0 ? EMPTY : queueText(caller.storeId, caller.profile, commands)
      sendText(request, reply, { text, wait, isStopping: waiters.hasStopped() })
    }
    const fail = (error: unknown): void => void reply.send(error)
    const look = () => queue.handOut(caller, (bytes) => longAnswers.admit(reply.raw, bytes))
    if (wait > 0) {
      waitForCommands(caller.serverId, { look, reply, seconds: wait }).then(answer, fail)
      return
    }
    const answered = admission.admit(look)
    answered.then(answer, (error) => {
      if (isDatabaseAway(error)) admission.admit(() => retryWhileAway(deadline, look)).then(answer, fail)
      else fail(error)
    })
  }

  async function waitForCommands(
    serverId: GameServerId,
    { look, reply, seconds }: { look: () => Promise<PendingCommand[]>; reply: FastifyReply; seconds: number },
  ): Promise<PendingCommand[]> {
    const until = performance.now() + seconds * 1_000
    for (;;) {
      const waiter = waiters.enter(serverId)
      try {
        if (!waiter.needsNoLook) {
          const commands = await retryWhileAway(Date.now() + PATIENCE_MS, look)
          if (commands.length > 0) return commands
          waiter.foundNothing()
        }
        if (reply.raw.destroyed) return []
        const timer = setTimeout(waiter.leave, Math.max(until - performance.now(), 0))
        reply.raw.once('close', waiter.leave)
        const isNews = await waiter.news
        clearTimeout(timer)
        reply.raw.off('close', waiter.leave)
        if (!isNews) return []
      } finally {
        waiter.leave()
      }
    }
  }
}
