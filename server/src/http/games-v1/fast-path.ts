import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PendingDelivery } from '../../delivery/queue/list-pending.ts'
import { type Caller, POLL_RATE } from '../../game-servers/authenticate-server.ts'
import { giveBack, hasToken, takeToken } from '../../token-bucket.ts'
import { isFirstInTurn } from '../pipelined-requests.ts'
import type { Metrics } from '../operations/metrics.ts'
import { requestIdOf } from '../request-id.ts'
import { mayAuthenticate } from '../games/authenticate.ts'
import type { GamesSurface } from '../games/open-games.ts'
import { readKey } from '../games/read-key.ts'
import { readWait } from '../games/read-wait.ts'
import { waitingRoute, writeText } from '../games/send-text.ts'
import { queueText } from './wire.ts'

type Time = ReturnType<Metrics['timeRequests']>
type Way = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The way of nearly all calls: a poll of a known caller. It does what the routes do, with the same answer, without the
 * framework around it, which costs as much again, and for a poll that waits keeps twice as much in memory. Whatever is not
 * exactly that, and whatever fails, goes the long way, which refuses, tries again and writes the log.
 */
export function createFastPath(
  {
    callers,
    look,
    seen,
    waiters,
    watch,
    addresses,
  }: Pick<GamesSurface, 'callers' | 'look' | 'seen' | 'waiters' | 'watch' | 'addresses'>,
  { route, metrics, longWay }: { route: string; metrics: Metrics; longWay: Way },
): Way {
  const timed = (name: string) => metrics.timeRequests({ method: 'GET', route: name, status: 200 })
  let times: { atOnce: Time; waiting: Time } | undefined

  return function shortCut(request, response) {
    const caller = request.url === route ? callerOf(request) : undefined
    if (!caller) {
      longWay(request, response)
      return
    }
    const begun = performance.now()
    takeToken(caller.polls, POLL_RATE)
    seen.note(caller)
    const seconds = readWait(request.headers['prefer'])
    const answer = (commands: PendingDelivery[]): void => {
      const text = queueText(caller.storeId, caller.profile, commands)
      const requestId = requestIdOf(request.headers)
      writeText(response, { text, requestId, wait: seconds, closes: waiters.hasStopped() })
      times ??= { atOnce: timed(route), waiting: timed(waitingRoute(route)) }
      times[seconds > 0 ? 'waiting' : 'atOnce']((performance.now() - begun) / 1_000)
    }
    const goLong = (): void => {
      giveBack(caller.polls)
      longWay(request, response)
    }
    look(caller, response, seconds).then(answer, goLong)
  }

  function callerOf(request: IncomingMessage): Caller | undefined {
    const { method, headers, complete } = request
    const isPlain = method === 'GET' && headers.upgrade === undefined
    // Node calls a request without a body complete only after this.
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    if (!isPlain || (hasBody && !complete) || !isFirstInTurn(request)) return undefined
    const key = keyOf(request.rawHeaders)
    const caller = key === undefined ? undefined : callers.find(key)
    const address = addresses.of(request)
    if (!caller || address === undefined || !mayAuthenticate(caller, address)) return undefined
    if (!hasToken(caller.polls, POLL_RATE)) return undefined
    watch.note(caller, address)
    return caller
  }
}

/** Undefined for what has to be refused. */
function keyOf(rawHeaders: string[]): string | undefined {
  try {
    return readKey(rawHeaders)
  } catch {
    return undefined
  }
}
