import type { IncomingMessage } from 'node:http'
import { PassThrough, pipeline } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { rulesOf } from '../../game-servers/profiles/profile-rules.ts'
import { hasBody } from '../pipelined-requests.ts'
import type { Admitted } from './admission.ts'
import { DATABASE_TIMEOUT_MS } from './database-timeout.ts'
import type { GamesParts } from './open-games.ts'
import { readBody } from './read-body.ts'
import { readKey } from './read-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The database could not confirm the caller. */
    fromCache: boolean
    deadline: number
    /** The body, if it was read before the caller was known. */
    keptBody: PassThrough | null
  }
  interface FastifyContextConfig {
    /** During an outage of the database, a caller from the cache is good enough. */
    allowCachedCaller?: boolean
  }
}

/** The one authentication hook of a games interface. Bodies are parsed as leniently as known clients need. */
export function guard(app: FastifyInstance, { admission }: Pick<GamesParts, 'admission'>) {
  acceptLenientJson(app)
  app.decorateRequest('fromCache', false)
  app.decorateRequest('deadline', 0)
  app.decorateRequest('keptBody', null)
  // No promise for a caller that the cache knows: most requests are polls that find nothing.
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify would refuse an empty content type before it calls a parser.
    if (request.headers['content-type'] === '') delete request.headers['content-type']
    request.deadline = Date.now() + DATABASE_TIMEOUT_MS
    const attempt = {
      key: readKey(request.raw.rawHeaders),
      address: request.identity.address,
      deadline: request.deadline,
    }
    const caller = admission.admit(attempt.key, attempt.address)
    if (caller) {
      accept(request, caller)
      done()
    } else {
      if (hasBody(request.raw)) request.keptBody = keepBody(request.raw)
      const { allowCachedCaller = false } = request.routeOptions.config
      const authenticate = allowCachedCaller ? admission.authenticateDuringOutage : admission.authenticate
      void acceptLater(request, authenticate(attempt), done)
    }
  })

  app.addHook('preParsing', (request, _reply, payload, done) => done(null, request.keptBody ?? payload))

  async function acceptLater(
    request: FastifyRequest,
    authentication: Promise<Admitted>,
    done: (error?: Error) => void,
  ): Promise<void> {
    try {
      const { caller, fromCache } = await authentication
      accept(request, caller, fromCache)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }

  function accept(request: FastifyRequest, caller: Caller, fromCache = false): void {
    request.caller = caller
    const { answersWithinMs = DATABASE_TIMEOUT_MS } = rulesOf(caller.profile)
    request.deadline -= DATABASE_TIMEOUT_MS - answersWithinMs
    request.fromCache = fromCache
  }
}

/**
 * Node discards a body that was not read yet when its client closes the connection. While the database is asked who the
 * client is, an impatient one may do that, and its report must count nevertheless.
 */
function keepBody(request: IncomingMessage): PassThrough {
  const kept = new PassThrough()
  // An incomplete body fails where it is parsed.
  pipeline(request, kept, () => undefined)
  return kept
}

/** A body without a content type is read as JSON; any other type than JSON is refused. */
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
