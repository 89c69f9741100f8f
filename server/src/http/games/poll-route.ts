import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import type { Dispatched } from '../../delivery/queue/dispatch-selection.ts'
import type { Poll } from '../../delivery/queue/list-ready.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { createInFlightLimit } from './in-flight-limit.ts'
import type { GamesParts } from './open-games.ts'
import { readWait } from './read-wait.ts'
import { sendText, waitingRoute } from './send-text.ts'

/** Polls that are retried during an outage of the database. Waiting polls do not count. */
const MAX_POLLS = 10_000

/** A report that another process retries is retried within this time after the end of an outage. */
const REPORTS_FIRST_MS = 600

type Interface = {
  route: string
  toPoll: (request: FastifyRequest) => Poll
  toText: (dispatched: Dispatched, caller: Caller) => string
}

/** The handler of polls, for both interfaces. */
export function createPollRoute(
  { servePoll, admission, waitingPolls }: Pick<GamesParts, 'servePoll' | 'admission' | 'waitingPolls'>,
  { route, toPoll, toText }: Interface,
) {
  const limit = createInFlightLimit(MAX_POLLS)

  return async function poll(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller, deadline } = request
    admission.admitPoll(caller)
    const waitSeconds = readWait(request.headers['prefer'])
    request.hotRoute = waitSeconds > 0 ? waitingRoute(route) : route
    const asked = toPoll(request)
    const serve = () => servePoll(asked, reply.raw, waitSeconds)
    // A waiting poll retries by itself.
    const dispatched = await (waitSeconds > 0 ? serve() : limit(() => serveWhenAvailable(deadline, serve)))
    sendText(request, reply, {
      text: toText(dispatched, caller),
      waitSeconds,
      isStopping: waitingPolls.isStopped(),
    })
  }
}

/** After an outage of the database, reports go first. Otherwise a client could get again what it has just reported. */
async function serveWhenAvailable(deadline: number, serve: () => Promise<Dispatched>): Promise<Dispatched> {
  let wasUnavailable = false
  return retryWhileUnavailable(deadline, async () => {
    try {
      const dispatched = await serve()
      if (!wasUnavailable || dispatched.deliveries.length === 0) return dispatched
      await sleep(REPORTS_FIRST_MS)
      return await serve()
    } catch (error) {
      wasUnavailable = true
      throw error
    }
  })
}
