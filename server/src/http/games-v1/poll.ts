import type { FastifyReply, FastifyRequest } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { POLL_RATE } from '../../game-servers/authenticate-server.ts'
import { takeToken } from '../../token-bucket.ts'
import { createAdmission } from '../games/admission.ts'
import type { GamesParts } from '../games/open-games.ts'
import { readWait } from '../games/read-wait.ts'
import { sendText, waitingRoute } from '../games/send-text.ts'
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
    const seconds = readWait(request.headers['prefer'])
    request.hotRoute = seconds > 0 ? waitingRoute(route) : route
    const commands =
      seconds > 0
        ? await look(caller, reply.raw, seconds)
        : await admission.admit(() => retryWhileUnavailable(deadline, () => look(caller, reply.raw, 0)))
    const text = queueText(caller.storeId, caller.profile, commands)
    sendText(request, reply, { text, wait: seconds, isStopping: waiters.hasStopped() })
  }
}
