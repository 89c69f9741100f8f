import {
  CheckoutCommand,
  Init,
  MarkAsProcessed,
  PendingCommands,
  Processed,
  Product,
  Store,
} from '@quartermaster/contract/games-v1'
import type { FastifyInstance } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { type DeliveryId, parseId } from '../../ids.ts'
import { createAdmission } from '../games/admission.ts'
import { guard } from '../games/guard.ts'
import type { GamesSurface } from '../games/open-games.ts'
import { register } from '../games/register.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { describe } from './describe.ts'
import { createPoll } from './poll.ts'
import { type InitBody, type MarkAsProcessedBody, processedToWire, storeToWire } from './wire.ts'

export const GAMES_V1 = '/api/games/1.0'
const QUEUE = '/commands/pending-commands'
export const POLL_ROUTE = `${GAMES_V1}${QUEUE}`
const REPORT = '/commands/mark-as-processed'
const REPORT_ROUTE = `${GAMES_V1}${REPORT}`
/** Under way at once. Far more than of polls: a report that is refused may run its element a second time. */
const MOST_REPORTS = 50_000

/** Everything a game server may call. The one hook below guards every route in this file. */
export async function gamesV1(app: FastifyInstance, games: GamesSurface): Promise<void> {
  const { gateway, queue, look, waiters, seen } = games
  const inits = createTokenBuckets({ perSecond: 1, burst: 20 })
  const reports = createAdmission(MOST_REPORTS)
  const strayReports = createTokenBuckets({ perSecond: 5, burst: 30 })

  for (const schema of [Store, Product, CheckoutCommand, PendingCommands, Processed]) app.addSchema(schema)
  guard(app, games)

  app.post('/init', { schema: { body: Init, ...describe.init }, config: { memoryWillDo: true } }, async (request) => {
    const { caller } = request
    inits.take(caller.keyId)
    await register(gateway, request, (request.body as InitBody).serverPort)
    return storeToWire(caller.store)
  })

  const poll = createPoll({ look, waiters, seen }, POLL_ROUTE)
  app.get(QUEUE, { schema: describe.pendingCommands }, poll)
  // Some clients cannot send a GET with headers of their own. Whatever they send along is not looked at.
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
    const processed =
      deliveryId === undefined
        ? undefined
        : await reports.admit(() =>
            retryWhileUnavailable(deadline, () => queue.markProcessed({ ...caller, deliveryId })),
          )
    if (deliveryId === undefined || processed === undefined) {
      // A report of a command of this server is never limited: losing one would deliver twice.
      strayReports.take(caller.keyId)
      throw new AppError('not_found', 'No such command')
    }
    return processedToWire(deliveryId, processed.processedAt)
  })
}
