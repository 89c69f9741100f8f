import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatched } from '../../delivery/queue/dispatch-selection.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { returnToken } from '../../token-bucket.ts'
import type { GamesParts } from '../games/open-games.ts'
import { readKey } from '../games/read-key.ts'
import { readWait } from '../games/read-wait.ts'
import { waitingRoute, writeText } from '../games/send-text.ts'
import { type HostKinds, KINDS } from '../origins/host-kinds.ts'
import type { Identify } from '../origins/request-identity.ts'
import type { Metrics } from '../operations/metrics.ts'
import { isPlainGet } from '../pipelined-requests.ts'
import { requestIdOf } from '../request-id.ts'
import { queueText } from './wire.ts'

type Time = ReturnType<Metrics['timeRequests']>
type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Parts = { route: string; identify: Identify; hostKinds: HostKinds; metrics: Metrics; slowPath: Handler }

/**
 * Serves a poll of a known caller without Fastify, which would double the cost, and the memory of a waiting poll. The
 * response is that of the routes. Any other request, and any failure, goes to the slow path, which refuses, retries and
 * writes the log.
 */
export function createFastPath(
  { admission, servePoll, waitingPolls }: Pick<GamesParts, 'admission' | 'servePoll' | 'waitingPolls'>,
  { route, identify, hostKinds, metrics, slowPath }: Parts,
): Handler {
  const timed = (name: string) => metrics.timeRequests({ method: 'GET', route: name, status: 200 })
  let times: { immediate: Time; waiting: Time } | undefined

  return function fastPath(request, response) {
    const startedAt = performance.now()
    const caller = request.url === route && isPlainGet(request) && isOnApi(request) ? admit(request) : undefined
    if (!caller) {
      slowPath(request, response)
      return
    }
    const waitSeconds = readWait(request.headers['prefer'])
    const respond = ({ deliveries }: Dispatched): void => {
      const text = queueText(caller, deliveries)
      const requestId = requestIdOf(request.headers)
      writeText(response, { text, requestId, waitSeconds, closes: waitingPolls.isStopped() })
      times ??= { immediate: timed(route), waiting: timed(waitingRoute(route)) }
      times[waitSeconds > 0 ? 'waiting' : 'immediate']((performance.now() - startedAt) / 1_000)
    }
    const fallBack = (): void => {
      returnToken(caller.polls)
      slowPath(request, response)
    }
    servePoll(caller, response, waitSeconds).then(respond, fallBack)
  }

  function isOnApi(request: IncomingMessage): boolean {
    return (hostKinds.of(identify(request).hostName) & KINDS.api) !== 0
  }

  /** Undefined for a request that the slow path has to authenticate or refuse. */
  function admit(request: IncomingMessage): Caller | undefined {
    try {
      const caller = admission.admit(readKey(request.rawHeaders), identify(request).address)
      if (caller) admission.admitPoll(caller)
      return caller
    } catch {
      return undefined
    }
  }
}
