import type { FastifyReply, FastifyRequest } from 'fastify'
import { retryWhileAway } from '../../db/retry-while-away.ts'
import { POLL_RATE } from '../../game-servers/authenticate-server.ts'
import { takeToken } from '../../token-bucket.ts'
import { createAdmission } from './admission.ts'
import type { GamesParts } from './open-games.ts'
import { readWait } from './read-wait.ts'
import { sendText } from './send-text.ts'
import { queueText } from './wire.ts'

/** That try again while the database is away. Those that wait for something to come do not count. */
const MOST_POLLS = 10_000

/** The answer to a poll: at once, or, for who asks for it, as soon as there is something to deliver. */
export function createPoll(
  { look, wait, waiters, seen }: Pick<GamesParts, 'look' | 'wait' | 'waiters' | 'seen'>,
  route: string,
) {
  const admission = createAdmission(MOST_POLLS)

  return async function poll(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller, deadline } = request
    takeToken(caller.polls, POLL_RATE)
    seen.note(caller)
    const seconds = readWait(request.headers['prefer'])
    request.hotRoute = seconds > 0 ? waitingRoute(route) : route
    const commands =
      seconds > 0
        ? await wait(caller, reply.raw, seconds)
        : await admission.admit(() => retryWhileAway(deadline, () => look(caller, reply.raw)))
    const text = queueText(caller.storeId, caller.profile, commands)
    sendText(request, reply, { text, wait: seconds, isStopping: waiters.hasStopped() })
  }
}

/** How long a caller wanted to wait says nothing of how quick we are, so those polls are measured apart. */
export function waitingRoute(route: string): string {
  return `${route} (waiting)`
}
