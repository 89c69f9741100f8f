import { Product, Store } from '@quartermaster/contract/games/v1'
import {
  Conditions,
  PollResponse,
  DeliveryCommand,
  InitRequest,
  LinkRequest,
  LinkResponse,
  Outcome,
  PollRequest,
  ReportRequest,
  OutcomeResult,
  ReportResponse,
  InitResponse,
} from '@quartermaster/contract/games/v2'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import type { DeliveryStatus } from '../../delivery/ledger/find-delivery-status.ts'
import { giveCode } from '../../storefront/identity/game-code.ts'
import { guard } from '../games/guard.ts'
import { createInFlightLimit } from '../games/in-flight-limit.ts'
import type { GamesParts } from '../games/open-games.ts'
import { createPollRoute } from '../games/poll-route.ts'
import { register } from '../games/register.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { describe } from './describe.ts'
import {
  deliveriesText,
  type InitBody,
  type LinkBody,
  linkToWire,
  outcomeFromWire,
  pollFromWire,
  type PollBody,
  type Reported,
  type ReportBody,
  statusToWire,
  initResponseToWire,
} from './wire.ts'

export const GAMES_V2 = '/api/games/2.0'
const REPORT = '/report'
export const REPORT_ROUTE = `${GAMES_V2}${REPORT}`
const KIB = 1024
/** The names of two thousand online players. */
const POLL_BYTES = 512 * KIB
const REPORT_BYTES = 1024 * KIB
const MAX_REPORTS = 5_000

const SCHEMAS = [
  Store,
  Product,
  InitResponse,
  LinkResponse,
  Conditions,
  DeliveryCommand,
  PollResponse,
  Outcome,
  OutcomeResult,
  ReportResponse,
]
const UNKNOWN: DeliveryStatus = { status: 'unknown' }

/** Interface 2.0. The hook of `guard` authenticates every route in this file. */
export async function gamesV2(app: FastifyInstance, games: GamesParts): Promise<void> {
  const { gateway, queue } = games
  const inits = createTokenBuckets({ perSecond: 1, burst: 20 })
  const links = createTokenBuckets({ perSecond: 2, burst: 60 })
  const strayReports = createTokenBuckets({ perSecond: 5, burst: 30 })
  const limitReports = createInFlightLimit(MAX_REPORTS)

  for (const schema of SCHEMAS) app.addSchema(schema)
  guard(app, games)

  const init = { schema: { body: InitRequest, ...describe.init }, config: { allowCachedCaller: true } }
  app.post('/init', init, async (request) => {
    inits.take(request.caller.keyId)
    await register(gateway, request, (request.body as InitBody).serverPort)
    return initResponseToWire(request.caller)
  })

  app.post('/link', { schema: { body: LinkRequest, ...describe.link } }, async (request) => {
    links.take(request.caller.keyId)
    const { gameUserId } = request.body as LinkBody
    return linkToWire(await giveCode(gateway, { ...request.caller, gameUserId }))
  })

  const poll = createPollRoute(games, {
    route: `${GAMES_V2}/poll`,
    toPoll: ({ caller, body }) => {
      const { playerCount = null, maxPlayers = null } = body as PollBody
      Object.assign(caller, { playerCount, maxPlayers })
      return pollFromWire(caller, body as PollBody)
    },
    toText: deliveriesText,
  })
  app.post('/poll', { schema: { body: PollRequest, ...describe.poll }, bodyLimit: POLL_BYTES }, poll)

  app.post(
    REPORT,
    { schema: { body: ReportRequest, ...describe.report }, bodyLimit: REPORT_BYTES },
    async (request) => {
      request.hotRoute = REPORT_ROUTE
      const { outcomes } = request.body as ReportBody
      const statuses = await limitReports(() => record(request, outcomes.map(outcomeFromWire)))
      const results = outcomes.map(({ id }, i) => statusToWire(id, statuses[i] ?? UNKNOWN))
      // Only reports of unknown deliveries are limited: losing any other would run the delivery twice.
      if (results.every(({ status }) => status === 'unknown')) strayReports.take(request.caller.keyId)
      return { results }
    },
  )

  async function record({ caller, deadline }: FastifyRequest, reported: Reported[]): Promise<DeliveryStatus[]> {
    const failures = reported.flatMap((one) => (one && 'failure' in one ? [one.failure] : []))
    const [failed, ...done] = await Promise.all([
      retryWhileUnavailable(deadline, () => queue.recordFailures(caller, failures)),
      ...reported.map(async (one): Promise<DeliveryStatus> => {
        if (!one || !('done' in one)) return UNKNOWN
        const { storeId, serverId } = caller
        const report = { storeId, serverId, ...one.done }
        const processed = await queue.markProcessed(report, deadline)
        return processed ? { status: 'processed', ...processed } : UNKNOWN
      }),
    ])
    return reported.map((one, i) => {
      if (one && 'failure' in one) return failed[failures.indexOf(one.failure)] ?? UNKNOWN
      return done[i] ?? UNKNOWN
    })
  }
}
