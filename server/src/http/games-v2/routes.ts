import { Product, Store } from '@quartermaster/contract/games-v1'
import {
  Conditions,
  DeliveryCommand,
  InitRequest,
  InitResponse,
  Outcome,
  OutcomeResult,
  PollRequest,
  PollResponse,
  ReportRequest,
  ReportResponse,
} from '@quartermaster/contract/games-v2'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import type { DeliveryStatus } from '../../delivery/ledger/find-delivery-status.ts'
import type { Handed } from '../../delivery/queue/serve-deliveries.ts'
import { POLL_RATE } from '../../game-servers/authenticate-server.ts'
import { takeToken } from '../../token-bucket.ts'
import { createAdmission } from '../games/admission.ts'
import { guard } from '../games/guard.ts'
import type { GamesSurface } from '../games/open-games.ts'
import { readWait } from '../games/read-wait.ts'
import { register } from '../games/register.ts'
import { sendText, waitingRoute } from '../games/send-text.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { describe } from './describe.ts'
import {
  askedFromWire,
  deliveriesText,
  type InitBody,
  outcomeFromWire,
  type PollBody,
  type Reported,
  type ReportBody,
  deliveryStatusToWire,
  welcomeToWire,
} from './wire.ts'

export const GAMES_V2 = '/api/games/2.0'
const POLL_ROUTE = `${GAMES_V2}/poll`
const REPORT_ROUTE = `${GAMES_V2}/report`
const KIB = 1024
/** Two thousand players who are online, by their names. */
const POLL_BYTES = 512 * KIB
const REPORT_BYTES = 1024 * KIB
const MOST_POLLS = 10_000
const MOST_REPORTS = 5_000

const SCHEMAS = [Store, Product, InitResponse, Conditions, DeliveryCommand, PollResponse, Outcome, OutcomeResult, ReportResponse]
const NOTHING: Handed = { commands: [], more: false }

/** What a game server may call that can say more. The one hook below guards every route in this file. */
export async function gamesV2(app: FastifyInstance, games: GamesSurface): Promise<void> {
  const { gateway, deliveries, wait, waiters, longAnswers, seen } = games
  const inits = createTokenBuckets({ perSecond: 1, burst: 20 })
  const strayReports = createTokenBuckets({ perSecond: 5, burst: 30 })
  const polls = createAdmission(MOST_POLLS)
  const reports = createAdmission(MOST_REPORTS)

  for (const schema of SCHEMAS) app.addSchema(schema)
  guard(app, games)

  app.post('/init', { schema: { body: InitRequest, ...describe.init }, config: { memoryWillDo: true } }, async (request) => {
    inits.take(request.caller.keyId)
    await register(gateway, request, (request.body as InitBody).serverPort)
    return welcomeToWire(request.caller)
  })

  app.post('/poll', { schema: { body: PollRequest, ...describe.poll }, bodyLimit: POLL_BYTES }, async (request, reply) => {
    takeToken(request.caller.polls, POLL_RATE)
    seen.note(request.caller)
    const seconds = readWait(request.headers['prefer'])
    request.hotRoute = seconds > 0 ? waitingRoute(POLL_ROUTE) : POLL_ROUTE
    const text = deliveriesText(await dispatchWindow(request, reply, seconds))
    sendText(request, reply, { text, wait: seconds, isStopping: waiters.hasStopped() })
  })

  async function dispatchWindow(
    request: FastifyRequest,
    { raw: response }: FastifyReply,
    seconds: number,
  ): Promise<Handed> {
    const { caller, deadline } = request
    const asked = askedFromWire(caller, request.body as PollBody)
    const look = () => deliveries.dispatchWindow(asked, (bytes) => longAnswers.admit(response, bytes))
    if (seconds === 0) return polls.admit(() => retryWhileUnavailable(deadline, look))
    const { serverId } = caller
    return (await wait({ serverId, response, seconds, look, isEmpty, looksAlike: false })) ?? NOTHING
  }

  app.post('/report', { schema: { body: ReportRequest, ...describe.report }, bodyLimit: REPORT_BYTES }, async (request) => {
    request.hotRoute = REPORT_ROUTE
    const { outcomes } = request.body as ReportBody
    const standings = await reports.admit(() => settle(request, outcomes.map(outcomeFromWire)))
    // What is known is never limited: losing it would deliver twice.
    if (standings.every(({ status }) => status === 'unknown')) strayReports.take(request.caller.keyId)
    return { results: outcomes.map(({ id }, i) => deliveryStatusToWire(id, standings[i] ?? { status: 'unknown' })) }
  })

  async function settle({ caller, deadline }: FastifyRequest, reported: Reported[]): Promise<DeliveryStatus[]> {
    const failures = reported.flatMap((one) => (one && 'failure' in one ? [one.failure] : []))
    const [failed, ...rest] = await Promise.all([
      retryWhileUnavailable(deadline, () => deliveries.recordFailures(caller, failures)),
      ...reported.map((one) => {
        if (!one || !('done' in one)) return undefined
        return retryWhileUnavailable(deadline, () => deliveries.markDone(caller, one.done))
      }),
    ])
    return reported.map((one, i) => {
      if (one && 'failure' in one) return failed[failures.indexOf(one.failure)] ?? { status: 'unknown' }
      return rest[i] ?? { status: 'unknown' }
    })
  }
}

function isEmpty({ commands, more }: Handed): boolean {
  return commands.length === 0 && !more
}
