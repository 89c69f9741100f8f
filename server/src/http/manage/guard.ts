import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateToken } from '../../access/tokens/authenticate-token.ts'
import { API_TOKEN_PREFIX } from '../../access/tokens/create-token.ts'
import type { Principal } from '../../access/enter-store.ts'
import type { COMMAND_LINE } from '../../access/member.ts'
import { authenticateSession, type SignedIn } from '../../accounts/sessions/authenticate-session.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { readBody } from '../games/read-body.ts'
import { createNetworkBuckets } from '../network-buckets.ts'
import { createTokenBuckets } from '../token-buckets.ts'
import type { ManageParts } from './manage-parts.ts'
import { readCredential } from './read-credential.ts'

const DATABASE_RETRY_MS = 4_000

export type SignedInAccount = Extract<Principal, { kind: 'account' }> & SignedIn & { token: string }

type Authenticated = SignedInAccount | Extract<Principal, { kind: 'token' }>

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Null on public routes. */
    principal: Authenticated | typeof COMMAND_LINE | null
  }
  interface FastifyContextConfig {
    /** Callers need no credential. All other routes require one. */
    isPublic?: boolean
  }
}

/** Set by the command line, which builds the API in its own process and injects its requests. */
export type InProcess = { principal?: typeof COMMAND_LINE }

/** Authenticates every request of the management API, except those of public routes. */
export function guard(app: FastifyInstance, parts: ManageParts & InProcess): void {
  const failuresByNetwork = createNetworkBuckets({ perSecond: 1, burst: 30 })
  const publicCallsByNetwork = createNetworkBuckets({ perSecond: 5, burst: 60 })
  const callsByPrincipal = createTokenBuckets({ perSecond: 30, burst: 120 })
  acceptOnlyJson(app)
  app.decorateRequest('principal', null)

  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    // The router matches an empty path segment, but no id is empty.
    if (Object.values(request.params as object).includes('')) {
      throw new AppError('not_found', 'This URL does not exist.')
    }
    // An application that listens authenticates its callers, even if it was built for the command line.
    if (parts.principal && !app.server.listening) {
      request.principal = parts.principal
      return
    }
    const credential = readCredential(request.raw, parts.publicUrl)
    if (request.routeOptions.config.isPublic === true) {
      publicCallsByNetwork.take(request.identity.address)
      if (credential?.from === 'cookie') requireSameOrigin(request, parts.publicUrl)
      return
    }
    if (!credential) throw new AppError('unauthorized', 'Sign in, or send a token as `Authorization: Bearer <token>`.')
    const { token, from } = credential
    const principal = await retryWhileUnavailable(Date.now() + DATABASE_RETRY_MS, () => authenticate(token, request))
    if (!principal) {
      failuresByNetwork.take(request.identity.address)
      throw new AppError('unauthorized', 'The token is unknown, revoked or expired.')
    }
    callsByPrincipal.take(principal.kind === 'token' ? principal.tokenId : principal.accountId)
    // A browser attaches the cookie to requests of any site. A header is only sent by a client that has the token.
    if (from === 'cookie') requireSameOrigin(request, parts.publicUrl)
    request.principal = principal
  })

  async function authenticate(token: string, request: FastifyRequest): Promise<Authenticated | null> {
    if (token.startsWith(API_TOKEN_PREFIX)) {
      const found = await authenticateToken(parts.accounts, { token, address: request.identity.address })
      return found?.kind === 'token' ? found : null
    }
    const session = await authenticateSession(parts.accounts, token)
    if (!session) return null
    // An operator can open every store, so a password alone is not enough.
    const isOperator = session.isOperator && session.hasSecondFactor
    return { kind: 'account', ...session, isOperator, token }
  }
}

/** Protects against cross-site request forgery: a write with a cookie must come from one of our own pages. */
function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET') return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined ? site === 'same-origin' : origin === publicUrl) return
  throw new AppError('csrf', 'The request came from another site. Open the page of the store and try again.')
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) =>
    readBody(bytes),
  )
}
