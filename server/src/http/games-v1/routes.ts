import { setTimeout as sleep } from 'node:timers/promises'
import {
  CheckoutCommand,
  Init,
  MarkAsProcessed,
  PendingCommands,
  Processed,
  Product,
  Store,
} from '@quartermaster/contract/games-v1'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDatabaseAway, retryWhileAway } from '../../db/retry-while-away.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { registerInit } from '../../game-servers/register-init.ts'
import { type CommandId, parseId } from '../../ids.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { createAdmission } from './admission.ts'
import { createAuthenticator } from './authenticate.ts'
import { describe } from './describe.ts'
import type { GamesParts } from './open-games.ts'
import { PATIENCE_MS } from './patience.ts'
import { createPoll } from './poll.ts'
import { readBody } from './read-body.ts'
import { readKey } from './read-key.ts'
import { type InitBody, type MarkAsProcessedBody, processedToWire, storeToWire } from './wire.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    fromMemory: boolean
    deadline: number
  }
  interface FastifyContextConfig {
    memoryWillDo?: boolean
  }
}

export const GAMES_V1 = '/api/games/1.0'
const QUEUE = '/commands/pending-commands'
export const POLL_ROUTE = `${GAMES_V1}${QUEUE}`
const REPORT = '/commands/mark-as-processed'
const REPORT_ROUTE = `${GAMES_V1}${REPORT}`
/** Under way at once. Far more than of polls: a report that is refused may run its element a second time. */
const MOST_REPORTS = 50_000
/** A failed init is final for known clients: it does not wait longer than this for its port to be written down. */
const WRITTEN_WITHIN_MS = 1_000

/** Everything a game server may call. The one hook below guards every route in this file. */
export async function gamesV1(
  app: FastifyInstance,
  { gateway, callers, queue, look, wait, waiters, seen }: GamesParts,
): Promise<void> {
  const authenticator = createAuthenticator(callers, createTokenBuckets({ perSecond: 5, burst: 100 }))
  const inits = createTokenBuckets({ perSecond: 1, burst: 20 })
  const reports = createAdmission(MOST_REPORTS)
  const strayReports = createTokenBuckets({ perSecond: 5, burst: 30 })

  for (const schema of [Store, Product, CheckoutCommand, PendingCommands, Processed]) app.addSchema(schema)
  acceptLenientJson(app)
  app.decorateRequest('fromMemory', false)
  app.decorateRequest('deadline', 0)
  // Without a promise on the way of a caller that is known: most calls are polls that find nothing.
  app.addHook('onRequest', (request, _reply, done) => {
    // A content type that is none is refused by the framework, before a parser is asked.
    if (request.headers['content-type'] === '') delete request.headers['content-type']
    request.deadline = Date.now() + PATIENCE_MS
    const key = readKey(request.raw.rawHeaders)
    const known = callers.find(key)
    if (known) {
      request.caller = known
      done()
      return
    }
    void authenticate(request, key, done)
  })

  /** By asking the database. */
  async function authenticate(request: FastifyRequest, key: string, done: (refusal?: Error) => void): Promise<void> {
    const attempt = { key, address: request.ip, deadline: request.deadline }
    const memoryWillDo = request.routeOptions.config.memoryWillDo === true
    try {
      const { caller, fromMemory } = await (memoryWillDo
        ? authenticator.askOrRecall(attempt)
        : authenticator.ask(attempt))
      request.caller = caller
      request.fromMemory = fromMemory
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }

  app.post('/init', { schema: { body: Init, ...describe.init }, config: { memoryWillDo: true } }, async (request) => {
    const { caller, fromMemory, ip: address } = request
    inits.take(caller.keyId)
    const { serverPort: port } = request.body as InitBody
    const written = fromMemory ? undefined : registerInit(gateway, { ...caller, port, address }).catch(passWhenAway)
    await Promise.race([written, sleep(WRITTEN_WITHIN_MS, undefined, { ref: false })])
    return storeToWire(caller.store)
  })

  const poll = createPoll({ look, wait, waiters, seen }, POLL_ROUTE)
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
    const commandId = parseId<CommandId>('cmd', (request.body as MarkAsProcessedBody).commandQueueId)
    const processed =
      commandId === undefined
        ? undefined
        : await reports.admit(() => retryWhileAway(deadline, () => queue.markProcessed({ ...caller, commandId })))
    if (commandId === undefined || processed === undefined) {
      // A report of a command of this server is never limited: losing one would deliver twice.
      strayReports.take(caller.keyId)
      throw new AppError('not_found', 'No such command')
    }
    return processedToWire(commandId, processed.processedAt)
  })
}

/** Nor does it fail for want of that. */
function passWhenAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error
}

/** A missing content type means JSON here; another one than JSON is refused. */
function acceptLenientJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    const type = request.headers['content-type'] ?? ''
    if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
      throw new AppError('unsupported_media_type', 'Send the body as application/json')
    }
    return readBody(bytes)
  })
}
