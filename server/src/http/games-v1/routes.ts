import {
  CheckoutCommand,
  Init,
  MarkAsProcessed,
  PendingCommands,
  Processed,
  Product,
  Store,
} from '@quartermaster/contract/games-v1'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayDb } from '../../db/database.ts'
import { isDatabaseAway, retryWhileAway } from '../../db/retry-while-away.ts'
import { handOut } from '../../delivery/hand-out.ts'
import { markProcessed } from '../../delivery/mark-processed.ts'
import { AppError } from '../../errors.ts'
import type { SeenServers } from '../../game-servers/collect-seen.ts'
import { registerInit } from '../../game-servers/register-init.ts'
import { type CommandId, parseId } from '../../ids.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import { type Authentication, createAuthenticator } from './authenticate.ts'
import { readBody } from './read-body.ts'
import { readKey } from './read-key.ts'
import { describe } from './describe.ts'
import { type InitBody, type MarkAsProcessedBody, processedToWire, queueText, storeToWire } from './wire.ts'

/** How long a request goes on trying while the database is away. */
const PATIENCE_MS = 8_000

declare module 'fastify' {
  interface FastifyRequest {
    caller: Authentication['caller']
    fromMemory: boolean
    deadline: number
  }
  interface FastifyContextConfig {
    ignoresBody?: boolean
    memoryWillDo?: boolean
  }
}

/** Everything a game server may call. The one hook below guards every route in this file. */
export async function gamesV1(
  app: FastifyInstance,
  { gateway, seen }: { gateway: GatewayDb; seen: SeenServers },
): Promise<void> {
  const authenticate = createAuthenticator(gateway, createTokenBuckets({ perSecond: 5, burst: 100 }))
  const polls = createTokenBuckets({ perSecond: 5, burst: 30 })
  const inits = createTokenBuckets({ perSecond: 1, burst: 20 })
  const strayReports = createTokenBuckets({ perSecond: 5, burst: 30 })

  for (const schema of [Store, Product, CheckoutCommand, PendingCommands, Processed]) app.addSchema(schema)
  acceptLenientJson(app)
  app.decorateRequest('fromMemory', false)
  app.decorateRequest('deadline', 0)
  app.addHook('onRequest', async (request) => {
    // A content type that is none is refused by the framework, before a parser is asked.
    if (request.routeOptions.config.ignoresBody === true || request.headers['content-type'] === '') {
      delete request.headers['content-type']
    }
    request.deadline = Date.now() + PATIENCE_MS
    const { caller, fromMemory } = await authenticate({
      key: readKey(request.raw.headersDistinct['authorization']),
      address: request.ip,
      deadline: request.deadline,
      memoryWillDo: request.routeOptions.config.memoryWillDo === true,
    })
    request.caller = caller
    request.fromMemory = fromMemory
  })

  app.post('/init', { schema: { body: Init, ...describe.init }, config: { memoryWillDo: true } }, async (request) => {
    const { caller, fromMemory, ip: address } = request
    inits.take(caller.keyId)
    const { serverPort: port } = request.body as InitBody
    if (!fromMemory) await registerInit(gateway, { ...caller, port, address }).catch(passWhenAway)
    return storeToWire(caller.store)
  })

  const poll = async ({ caller, deadline }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    polls.take(caller.keyId)
    seen.note(caller)
    const commands = await retryWhileAway(deadline, () => handOut(gateway, caller))
    return reply.type('application/json; charset=utf-8').send(queueText(caller.storeId, caller.profile, commands))
  }
  app.get('/commands/pending-commands', { schema: describe.pendingCommands }, poll)
  // Some clients cannot send a GET with headers of their own.
  app.post(
    '/commands/pending-commands',
    { schema: describe.pendingCommandsByPost, config: { ignoresBody: true } },
    poll,
  )

  app.post(
    '/commands/mark-as-processed',
    { schema: { body: MarkAsProcessed, ...describe.markAsProcessed } },
    async (request) => {
      const { caller, deadline } = request
      const commandId = parseId<CommandId>('cmd', (request.body as MarkAsProcessedBody).commandQueueId)
      const processed =
        commandId === undefined
          ? undefined
          : await retryWhileAway(deadline, () => markProcessed(gateway, { ...caller, commandId }))
      if (commandId === undefined || processed === undefined) {
        // A report of a command of this server is never limited: losing one would deliver twice.
        strayReports.take(caller.keyId)
        throw new AppError('not_found', 'No such command')
      }
      return processedToWire(commandId, processed.processedAt)
    },
  )
}

/** A failed init is final for known clients, so it does not fail for want of writing down a port. */
function passWhenAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error
}

/** A missing content type means JSON here; another one than JSON is refused. */
function acceptLenientJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (request.routeOptions.config.ignoresBody === true) return undefined
    const type = request.headers['content-type'] ?? ''
    if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
      throw new AppError('unsupported_media_type', 'Send the body as application/json')
    }
    return readBody(bytes)
  })
}
