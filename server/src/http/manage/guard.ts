import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateToken } from '../../access/authenticate-token.ts'
import { API_TOKEN_PREFIX } from '../../access/create-token.ts'
import type { Principal } from '../../access/enter-store.ts'
import type { COMMAND_LINE } from '../../access/member.ts'
import { authenticateSession, type SignedIn } from '../../accounts/sessions/authenticate-session.ts'
import { networkOf } from '../../accounts/sign-in/throttle.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { readBody } from '../games/read-body.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import type { ManageParts } from './manage-parts.ts'
import { readCredential } from './read-credential.ts'

const DATABASE_TIMEOUT_MS = 4_000

/** A person who has signed in, and the token of the session. */
export type Person = Extract<Principal, { kind: 'account' }> & SignedIn & { token: string }

type Authenticated = Person | Extract<Principal, { kind: 'token' }>

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null where nobody needs to be known. */
    principal: Authenticated | typeof COMMAND_LINE | null
  }
  interface FastifyContextConfig {
    /** Open to whoever has not signed in. Every route that does not say so is closed. */
    isPublic?: boolean
  }
}

/** Set by the command line, which builds the surface in its own process and injects its requests. */
export type InProcess = { principal?: typeof COMMAND_LINE }

/** The one hook of the management surface: nobody gets past it unknown but to the routes that say so. */
export function guard(app: FastifyInstance, parts: ManageParts & InProcess): void {
  const failures = createTokenBuckets({ perSecond: 1, burst: 30 })
  const strangers = createTokenBuckets({ perSecond: 5, burst: 60 })
  const calls = createTokenBuckets({ perSecond: 30, burst: 120 })
  acceptStrictJson(app)
  app.decorateRequest('principal', null)

  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    // The router takes nothing for an id; no id is empty.
    if (Object.values(request.params as object).includes('')) {
      throw new AppError('not_found', 'There is nothing at this address')
    }
    // An application that listens authenticates its callers, whoever built it.
    if (parts.principal && !app.server.listening) {
      request.principal = parts.principal
      return
    }
    const credential = readCredential(request.raw, parts.publicUrl)
    if (request.routeOptions.config.isPublic === true) {
      strangers.take(networkOf(request.ip))
      if (credential?.from === 'cookie') requireOwnPage(request, parts.publicUrl)
      return
    }
    if (!credential) throw new AppError('unauthorized', 'Sign in, or send a token as `Authorization: Bearer <token>`')
    const { token, from } = credential
    const principal = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, () => whoIs(token, request))
    if (!principal) {
      failures.take(networkOf(request.ip))
      throw new AppError('unauthorized', 'This token is unknown, revoked or over')
    }
    calls.take(principal.kind === 'token' ? principal.tokenId : principal.accountId)
    // A browser sends the cookie whoever asks it to; a token in a header is only sent by who has it.
    if (from === 'cookie') requireOwnPage(request, parts.publicUrl)
    request.principal = principal
  })

  async function whoIs(token: string, request: FastifyRequest): Promise<Authenticated | null> {
    if (token.startsWith(API_TOKEN_PREFIX)) {
      const found = await authenticateToken(parts.accounts, { token, address: request.ip })
      return found?.kind === 'token' ? found : null
    }
    const session = await authenticateSession(parts.accounts, token)
    if (!session) return null
    // An operator reaches every store, so a password alone does not make one.
    const isOperator = session.isOperator && session.hasSecondFactor
    return { kind: 'account', ...session, isOperator, token }
  }
}

/** What changes something on behalf of a cookie must come from a page of ours. */
function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET') return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined ? site === 'same-origin' : origin === publicUrl) return
  throw new AppError('csrf', 'This request comes from another site; open the page again and repeat it there')
}

/** A body is JSON and says so. */
function acceptStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) =>
    readBody(bytes),
  )
}
