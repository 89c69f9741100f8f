import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { COMMAND_LINE } from '../../access/member.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/authenticate-session.ts'
import { countAttempt, requireNoPause } from '../../accounts/sign-in/throttle.ts'
import { hashNetwork } from '../../network-of.ts'
import { inScope, moveToScope, type Tx } from '../../db/database.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { describeRoute, type RouteDefinition } from './describe-route.ts'
import type { Exact } from '../json-api/exact.ts'
import type { SignedInAccount } from './guard.ts'
import type { ManageParts } from './manage-parts.ts'
import { type ParamsOf, readParams } from '../json-api/params.ts'
import { readExpectedVersion, requireReadable } from '../json-api/read-request.ts'
import { cookieOf, sendResponse, toResponse } from './response.ts'
import { type Outcome, readIdempotentRequest, runIdempotent, runIdempotentSteps } from './run-idempotent.ts'
import type { ResponseValue } from './store-routes.ts'

const READ_RETRY_MS = 4_000
/** The idempotency scope of callers who have not signed in. */
const PUBLIC_SCOPE = '00000000-0000-0000-0000-000000000000'

export type AccountRoute<
  Url extends string = string,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema | null = TSchema | null,
> = Omit<RouteDefinition, 'url' | 'query' | 'body' | 'response'> & {
  url: Url
  query?: Query
  body?: Body
  response: Response
  /** The request contains a password, or the response contains a secret that is returned only once, or sets a cookie. */
  isSecret?: true
  /** A stolen session must not be enough, so the account must have authenticated in the last ten minutes. */
  requiresRecentAuthentication?: true
  /** Only operators of the platform can call the route, and the command line of the machine. */
  operatorOnly?: true
  /** The effect depends on the session, so another session can use the same Idempotency-Key for a request of its own. */
  isPerSession?: true
}

type Call<Url extends string, Query extends TSchema, Body extends TSchema> = {
  params: ParamsOf<Url>
  query: Static<Query>
  body: Static<Body>
  expectVersion: { expectVersion?: number }
  request: FastifyRequest
  reply: FastifyReply
}
type AccountCall<Url extends string, Query extends TSchema, Body extends TSchema> = Call<Url, Query, Body> & {
  caller: SignedInAccount
}

/** Registers the routes that do not belong to a store. */
export function accountRoutes(app: FastifyInstance, parts: ManageParts) {
  function register(
    route: AccountRoute,
    { isPublic = false }: { isPublic?: boolean },
    run: (request: FastifyRequest, reply: FastifyReply) => Promise<Outcome>,
  ): void {
    const { method, url, operationId, operatorOnly } = route
    app.route({
      method,
      url,
      schema: describeRoute(app, route, { isPublic, permission: operatorOnly ? 'operator' : undefined }),
      config: { operationId, ...(isPublic && { isPublic }) },
      handler: async (request, reply) => {
        requireReadable(request, route)
        const { response, isReplay } = await run(request, reply)
        return sendResponse(reply, response, { isReplay })
      },
    })
  }

  function idempotentRequest(request: FastifyRequest, owner: KeyOwner, { isSecret, isStreamed }: AccountRoute) {
    if (isStreamed) return undefined
    return readIdempotentRequest(request, { ...owner, isSecret, sealer: parts.sealer })
  }

  /** Account use cases open their own transactions: a failed sign-in is counted although the request is rejected. */
  async function runInSteps({ request, reply, route, owner }: Run, handler: () => Promise<unknown>): Promise<Outcome> {
    const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => inScope(parts.accounts, owner.scope, work)
    const retryUntil = route.method === 'GET' ? Date.now() + READ_RETRY_MS : 0
    const idempotent = idempotentRequest(request, owner, route)
    const run = () =>
      runIdempotentSteps(inTransaction, idempotent, async () => {
        const response = toResponse(await handler(), route, parts.serialize)
        return { ...response, cookie: cookieOf(reply) }
      })
    return retryWhileUnavailable(retryUntil, () => (idempotent?.isSecret ? limitReuse(owner, run) : run()))
  }

  /** A stored response would otherwise tell at any rate whether the password of a request is right. */
  async function limitReuse<T>({ scope, principal }: KeyOwner, run: () => Promise<T>): Promise<T> {
    const throttled = { kind: 'reused_key', key: `${scope} ${principal}` } as const
    await requireNoPause(parts.accounts, throttled)
    try {
      return await run()
    } catch (error) {
      const isReused = error instanceof AppError && error.code === 'idempotency_key_reused'
      if (isReused) await countAttempt(parts.accounts, throttled)
      throw error
    }
  }

  return {
    /** Anyone can call the route. */
    public<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
      Body extends TSchema = TSchema,
    >(
      route: AccountRoute<Url, Query, Body, Response>,
      handler: (call: Call<Url, Query, Body>) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      register(route, { isPublic: true }, (request, reply) => {
        const owner = { scope: PUBLIC_SCOPE, principal: hashNetwork(request.identity.address) }
        return runInSteps({ request, reply, route, owner }, () =>
          handler(readCall(request, reply, route) as Call<Url, Query, Body>),
        )
      })
    },

    /** Accounts and API tokens can call the route. It must not change anything. */
    authenticated<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
    >(
      route: AccountRoute<Url, Query, TSchema, Response> & { method: 'GET' },
      handler: (call: Call<Url, Query, TSchema>) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      register(route, {}, async (request, reply) => {
        const value = await handler(readCall(request, reply, route) as Call<Url, Query, TSchema>)
        return { response: toResponse(value, route, parts.serialize), isReplay: false }
      })
    },

    /** Only accounts can call the route. */
    signedIn<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
      Body extends TSchema = TSchema,
    >(
      route: AccountRoute<Url, Query, Body, Response>,
      handler: (call: AccountCall<Url, Query, Body>) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      register(route, {}, (request, reply) => {
        const caller = requireAccount(request, route)
        return runInSteps({ request, reply, route, owner: keyOwner(caller, route) }, () =>
          handler({ ...readCall(request, reply, route), caller } as AccountCall<Url, Query, Body>),
        )
      })
    },

    /** Operators of the platform and the command line can call the route. It must not change anything. */
    platform<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
    >(
      route: AccountRoute<Url, Query, TSchema, Response> & { method: 'GET'; operatorOnly: true },
      handler: (call: Call<Url, Query, TSchema>) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      register(route, {}, async (request, reply) => {
        if (request.principal?.kind !== 'command_line') requireAccount(request, route)
        const call = readCall(request, reply, route) as Call<Url, Query, TSchema>
        const value = await retryWhileUnavailable(Date.now() + READ_RETRY_MS, () => handler(call))
        return { response: toResponse(value, route, parts.serialize), isReplay: false }
      })
    },

    /**
     * Accounts can call the route, and the command line, whose `caller` is null. The transaction begins outside of any
     * store, and the handler moves it to one.
     */
    signedInTransaction<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
      Body extends TSchema = TSchema,
    >(
      route: AccountRoute<Url, Query, Body, Response>,
      handler: (
        call: Call<Url, Query, Body> & { caller: SignedInAccount | null; tx: Tx },
      ) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      register(route, {}, (request, reply) => {
        const caller = request.principal?.kind === 'command_line' ? null : requireAccount(request, route)
        const owner = caller ? keyOwner(caller, route) : { scope: PUBLIC_SCOPE, principal: COMMAND_LINE.name }
        return retryWhileUnavailable(0, () =>
          inScope(parts.app, owner.scope, async (tx) =>
            runIdempotent(tx, idempotentRequest(request, owner, route), async () => {
              const call = readCall(request, reply, route) as Call<Url, Query, Body>
              const value = await handler({ ...call, caller, tx })
              await moveToScope(tx, owner.scope)
              return toResponse(value, route, parts.serialize)
            }),
          ),
        )
      })
    },
  }
}

/** Callers choose keys independently of each other, so a key is only unique for its owner. */
type KeyOwner = { scope: string; principal: string }
type Run = { request: FastifyRequest; reply: FastifyReply; route: AccountRoute; owner: KeyOwner }

function keyOwner({ accountId, sessionId }: SignedInAccount, { isPerSession }: AccountRoute): KeyOwner {
  return { scope: accountId, principal: isPerSession ? sessionId : accountId }
}

/** Also checked before a stored response is replayed. */
function requireAccount(
  { principal }: FastifyRequest,
  { operatorOnly, requiresRecentAuthentication }: AccountRoute,
): SignedInAccount {
  if (principal?.kind !== 'account') {
    throw new AppError('forbidden', 'An API token cannot do this. Sign in with an account.')
  }
  if (operatorOnly && !principal.isOperator) {
    throw new AppError('forbidden', 'Only operators of the platform can do this.')
  }
  if (requiresRecentAuthentication) requireRecentAuthentication(principal)
  return principal
}

function readCall(request: FastifyRequest, reply: FastifyReply, route: AccountRoute) {
  return {
    params: readParams(request.params as Record<string, string>),
    query: request.query,
    body: request.body,
    expectVersion: readExpectedVersion(request, route),
    request,
    reply,
  }
}
