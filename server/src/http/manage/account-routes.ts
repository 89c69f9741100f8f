import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { COMMAND_LINE } from '../../access/member.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/authenticate-session.ts'
import { networkOf } from '../../accounts/sign-in/throttle.ts'
import { inScope, moveToScope, type Tx } from '../../db/database.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { cookieOf, readVersion, requestText, requireReadable, send, toResponse } from './response.ts'
import { type Described, describeRoute } from './describe-route.ts'
import type { Person } from './guard.ts'
import type { ManageParts } from './manage-parts.ts'
import { type ParamsOf, readParams } from './params.ts'
import { type Answered, type Once, requireKeys, runIdempotent, runIdempotentOutside } from './write-once.ts'

const READ_PATIENCE_MS = 4_000
/** Of callers who have not signed in. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export type AccountRoute<Url extends string, Query extends TSchema, Body extends TSchema> = Omit<
  Described,
  'url' | 'query' | 'body'
> & {
  url: Url
  query?: Query
  body?: Body
  /** The answer holds a secret that is shown once, or sets a cookie; or the request holds a password. */
  secret?: true
  /** It would let a thief of a session stay, so the person has to have proved lately who he is. */
  proof?: true
  /** Only for operators of the platform. The command line of the machine may call it too. */
  operator?: true
  /** It is about the session that asks: the same key in another session is another write. */
  ofSession?: true
}

type Asked<Url extends string, Query extends TSchema, Body extends TSchema> = {
  params: ParamsOf<Url>
  query: Static<Query>
  body: Static<Body>
  expectVersion: { expectVersion?: number }
  request: FastifyRequest
  reply: FastifyReply
}

type Route = AccountRoute<string, TSchema, TSchema>

/** What belongs to a person, or to whoever has not signed in yet. Tokens of programs are refused here. */
export function accountRoutes(app: FastifyInstance, parts: ManageParts) {
  function add(
    route: Route,
    who: 'everybody' | 'account',
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Answered>,
  ): void {
    app.route({
      method: route.method,
      url: route.url,
      schema: describeRoute(route, { who, ...(route.operator && { permission: 'operator' }) }),
      config: { operationId: route.operationId, ...(who === 'everybody' && { isPublic: true }) },
      handler: async (request, reply) => {
        requireReadable(request, route)
        const { answer: kept, replayed } = await answer(request, reply)
        return send(reply, kept, { replayed })
      },
    })
  }

  function onceOf(request: FastifyRequest, { scope, principal }: Whose, { method, secret }: Route): Once | undefined {
    const key = request.headers['idempotency-key']
    if (method === 'GET' || typeof key !== 'string') return undefined
    if (secret) requireKeys(parts.sealer)
    const fingerprints = parts.sealer.fingerprints(requestText(request))
    return { scope, principal, key, fingerprints, secret: secret === true, sealer: parts.sealer }
  }

  /** The accounts' own use cases begin and end their transactions: a password that was wrong is counted all the same. */
  async function run({ request, reply, route, whose }: Running, work: () => Promise<unknown>): Promise<Answered> {
    const short = <T>(inside: (tx: Tx) => Promise<T>) => inScope(parts.accounts, whose.scope, inside)
    const patience = route.method === 'GET' ? Date.now() + READ_PATIENCE_MS : 0
    return retryWhileUnavailable(patience, () =>
      runIdempotentOutside(short, onceOf(request, whose, route), async () => {
        const answer = toResponse(await work(), route)
        return { ...answer, cookie: cookieOf(reply) }
      }),
    )
  }

  return {
    /** For everybody. */
    open<const Url extends string, Query extends TSchema = TSchema, Body extends TSchema = TSchema>(
      route: AccountRoute<Url, Query, Body>,
      handler: (call: Asked<Url, Query, Body>) => Promise<unknown>,
    ): void {
      const plain: Route = route
      add(plain, 'everybody', (request, reply) =>
        run({ request, reply, route: plain, whose: { scope: NOBODY, principal: hashedPlace(request.ip) } }, () =>
          handler(asked(request, reply, plain) as unknown as Asked<Url, Query, Body>),
        ),
      )
    },

    /** For whoever is known, a person or a program; it changes nothing. */
    anyone<const Url extends string, Query extends TSchema = TSchema>(
      route: AccountRoute<Url, Query, TSchema> & { method: 'GET' },
      handler: (call: Asked<Url, Query, TSchema>) => Promise<unknown>,
    ): void {
      const plain: Route = route
      add(plain, 'account', async (request, reply) => {
        const value = await handler(asked(request, reply, plain) as unknown as Asked<Url, Query, TSchema>)
        return { answer: toResponse(value, plain), replayed: false }
      })
    },

    /** For operators of the platform and for the command line; it changes nothing. */
    platform<const Url extends string, Query extends TSchema = TSchema>(
      route: AccountRoute<Url, Query, TSchema> & { method: 'GET'; operator: true },
      handler: (call: Asked<Url, Query, TSchema>) => Promise<unknown>,
    ): void {
      const plain: Route = route
      add(plain, 'account', async (request, reply) => {
        if (request.principal?.kind !== 'command_line') requirePerson(request, plain)
        const call = asked(request, reply, plain) as unknown as Asked<Url, Query, TSchema>
        const value = await retryWhileUnavailable(Date.now() + READ_PATIENCE_MS, () => handler(call))
        return { answer: toResponse(value, plain), replayed: false }
      })
    },

    /** For who has signed in. */
    mine<const Url extends string, Query extends TSchema = TSchema, Body extends TSchema = TSchema>(
      route: AccountRoute<Url, Query, Body>,
      handler: (call: Asked<Url, Query, Body> & { person: Person }) => Promise<unknown>,
    ): void {
      const plain: Route = route
      add(plain, 'account', (request, reply) => {
        const person = requirePerson(request, plain)
        return run({ request, reply, route: plain, whose: whoseOf(person, plain) }, () =>
          handler({ ...asked(request, reply, plain), person } as unknown as Asked<Url, Query, Body> & {
            person: Person
          }),
        )
      })
    },

    /**
     * For who has signed in, and for the command line, whose `person` is null: in one transaction that begins outside
     * of any store and moves to one.
     */
    joining<const Url extends string, Query extends TSchema = TSchema, Body extends TSchema = TSchema>(
      route: AccountRoute<Url, Query, Body>,
      handler: (call: Asked<Url, Query, Body> & { person: Person | null; tx: Tx }) => Promise<unknown>,
    ): void {
      const plain: Route = route
      add(plain, 'account', (request, reply) => {
        const { principal } = request
        const person = principal?.kind === 'command_line' ? null : requirePerson(request, plain)
        const whose = person ? whoseOf(person, plain) : { scope: NOBODY, principal: COMMAND_LINE.name }
        return retryWhileUnavailable(0, () =>
          inScope(parts.app, whose.scope, async (tx) =>
            runIdempotent(tx, onceOf(request, whose, plain), async () => {
              const call = { ...asked(request, reply, plain), person, tx }
              const value = await handler(call as unknown as Asked<Url, Query, Body> & { person: Person | null; tx: Tx })
              await moveToScope(tx, whose.scope)
              return toResponse(value, plain)
            }),
          ),
        )
      })
    },
  }
}

type Whose = { scope: string; principal: string }
type Running = { request: FastifyRequest; reply: FastifyReply; route: Route; whose: Whose }

function whoseOf({ accountId, sessionId }: Person, { ofSession }: Route): Whose {
  return { scope: accountId, principal: ofSession ? sessionId : accountId }
}

/** Callers who have not signed in are told apart by where they call from: a key of one is no key of another. */
function hashedPlace(address: string): string {
  return createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 32)
}

/** Before an answer that was kept is given out once more, too. */
function requirePerson({ principal }: FastifyRequest, { operator, proof }: Route): Person {
  if (principal?.kind !== 'account') throw new AppError('forbidden', 'This is for people; a token cannot do it')
  if (operator && !principal.isOperator) throw new AppError('forbidden', 'This is for operators of the platform')
  if (proof) requireRecentAuthentication(principal)
  return principal
}

function asked(request: FastifyRequest, reply: FastifyReply, { ifMatch }: Route) {
  const version = ifMatch ? readVersion(request.headers['if-match']) : undefined
  return {
    params: readParams(request.params as Record<string, string>),
    query: request.query,
    body: request.body,
    expectVersion: version === undefined ? {} : { expectVersion: version },
    request,
    reply,
  }
}
