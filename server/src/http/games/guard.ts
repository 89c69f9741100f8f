import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { mayAuthenticate } from './authenticate.ts'
import type { GamesSurface } from './open-games.ts'
import { DATABASE_TIMEOUT_MS } from './database-timeout.ts'
import { readBody } from './read-body.ts'
import { readKey } from './read-key.ts'

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

/** Lets game servers in by their key, and nobody else: the one hook of a whole surface. Bodies are read as leniently as clients need. */
export function guard(
  app: FastifyInstance,
  { callers, authenticator, watch, addresses }: Pick<GamesSurface, 'callers' | 'authenticator' | 'watch' | 'addresses'>,
) {
  acceptLenientJson(app)
  app.decorateRequest('fromMemory', false)
  app.decorateRequest('deadline', 0)
  // Without a promise on the way of a caller that is known: most calls are polls that find nothing.
  app.addHook('onRequest', (request, _reply, done) => {
    // A content type that is none is refused by the framework, before a parser is asked.
    if (request.headers['content-type'] === '') delete request.headers['content-type']
    request.deadline = Date.now() + DATABASE_TIMEOUT_MS
    const key = readKey(request.raw.rawHeaders)
    const known = callers.find(key)
    // Who is not welcome any more may be by now: the database knows.
    if (known && mayAuthenticate(known, addressOf(request))) {
      startSessionOrChallenge(request, known)
      done()
      return
    }
    void authenticate(request, key, done)
  })

  function startSessionOrChallenge(request: FastifyRequest, caller: Caller): void {
    const address = addressOf(request)
    request.caller = caller
    if (address === undefined) return
    watch.note(caller, address)
    addresses.learn(request.raw, address)
  }

  /** By asking the database. */
  async function authenticate(request: FastifyRequest, key: string, done: (refusal?: Error) => void): Promise<void> {
    const attempt = { key, address: addressOf(request), deadline: request.deadline }
    const memoryWillDo = request.routeOptions.config.memoryWillDo === true
    try {
      const { caller, fromMemory } = await (memoryWillDo
        ? authenticator.askOrRecall(attempt)
        : authenticator.ask(attempt))
      startSessionOrChallenge(request, caller)
      request.fromMemory = fromMemory
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

/** A connection that is gone has none any more. */
function addressOf({ ip }: FastifyRequest): string | undefined {
  return ip
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
