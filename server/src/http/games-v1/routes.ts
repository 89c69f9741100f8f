import {
  CheckoutCommand,
  Init,
  MarkAsProcessed,
  PendingCommands,
  Processed,
  Product,
  Store,
} from '@quartermaster/contract/games/v1'
import type { FastifyInstance } from 'fastify'
import { answerBy } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { type DeliveryId, parseId } from '../../ids.ts'
import { guard } from '../games/guard.ts'
import { createInFlightLimit } from '../games/in-flight-limit.ts'
import type { GamesParts } from '../games/open-games.ts'
import { createPollRoute } from '../games/poll-route.ts'
import { register } from '../games/register.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { describe } from './describe.ts'
import { type InitBody, type MarkAsProcessedBody, processedToWire, queueText, storeToWire } from './wire.ts'

export const GAMES_V1 = '/api/games/1.0'
const QUEUE = '/commands/pending-commands'
export const POLL_ROUTE = `${GAMES_V1}${QUEUE}`
const REPORT = '/commands/mark-as-processed'
export const REPORT_ROUTE = `${GAMES_V1}${REPORT}`
/** Far more than polls: a client whose report is refused may run the delivery again. */
const MAX_REPORTS = 50_000
/** How long a report is retried after its client got an error or went away. Old clients never repeat a report. */
const KEEP_REPORT_MS = 60_000

/** Interface 1.0. The hook of `guard` authenticates every route in this file. */
export async function gamesV1(app: FastifyInstance, games: GamesParts): Promise<void> {
  const { gateway, queue } = games
  const inits = createTokenBuckets({ perSecond: 1, burst: 20 })
  const limitReports = createInFlightLimit(MAX_REPORTS)
  const strayReports = createTokenBuckets({ perSecond: 5, burst: 30 })

  for (const schema of [Store, Product, CheckoutCommand, PendingCommands, Processed]) app.addSchema(schema)
  guard(app, games)

  const init = { schema: { body: Init, ...describe.init }, config: { allowCachedCaller: true } }
  app.post('/init', init, async (request) => {
    const { caller } = request
    inits.take(caller.keyId)
    await register(gateway, request, (request.body as InitBody).serverPort)
    return storeToWire(caller.store)
  })

  const poll = createPollRoute(games, {
    route: POLL_ROUTE,
    toPoll: ({ caller }) => caller,
    toText: ({ deliveries }, caller) => queueText(caller, deliveries),
  })
  app.get(QUEUE, { schema: describe.pendingCommands }, poll)
  // Some clients cannot send a GET with custom headers. The body of their POST is ignored.
  await app.register(async (anyBody) => {
    anyBody.removeAllContentTypeParsers()
    anyBody.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
    anyBody.addHook('onRequest', (request, _reply, done) => {
      delete request.headers['content-type']
      done()
    })
    anyBody.post(QUEUE, { schema: describe.pendingCommandsByPost }, poll)
  })

  app.post(REPORT, { schema: { body: MarkAsProcessed, ...describe.markAsProcessed } }, async (request) => {
    const { caller, deadline } = request
    request.hotRoute = REPORT_ROUTE
    const deliveryId = parseId<DeliveryId>('cmd', (request.body as MarkAsProcessedBody).commandQueueId)
    const keepUntil = Date.now() + KEEP_REPORT_MS
    const mark = (id: DeliveryId) => limitReports(() => queue.markProcessed({ ...caller, deliveryId: id }, keepUntil))
    const processed = deliveryId && (await answerBy(deadline, mark(deliveryId)))
    if (!processed) {
      // Only reports of unknown deliveries are limited: losing any other would run the delivery twice.
      strayReports.take(caller.keyId)
      throw new AppError('not_found', 'No such command')
    }
    return processedToWire(deliveryId, processed.processedAt)
  })
}
