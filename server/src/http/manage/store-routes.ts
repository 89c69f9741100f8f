import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { enterStore } from '../../access/enter-store.ts'
import type { Actor } from '../../access/member.ts'
import type { Permission } from '../../access/permissions.ts'
import { recordAudit } from '../../access/record-audit.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/authenticate-session.ts'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { createConcurrencyLimit, createConcurrencyLimits } from '../../db/concurrency-limit.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { retryWhileLocked } from '../../db/retry-while-locked.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { readVersion, requestText, requireReadable, send, toResponse } from './response.ts'
import { type Described, describeRoute } from './describe-route.ts'
import type { ManageParts } from './manage-parts.ts'
import { type ParamsOf, readParams } from './params.ts'
import { type Answered, type Once, requireKeys, runIdempotent, runIdempotentOutside } from './write-once.ts'

const READ_PATIENCE_MS = 4_000
const LOCK_PATIENCE_MS = 5_000
/** A product with all the commands it may have. */
const MOST_BYTES = 256 * 1024
/** Of one caller. There are ten connections for all stores, and some questions take seconds. */
const AT_ONCE = 4
/** Of all callers, of what may take a minute. */
const SLOW_AT_ONCE = 2

export type StoreRoute<Url extends string, Query extends TSchema, Body extends TSchema> = Omit<
  Described,
  'url' | 'query' | 'body'
> & {
  url: Url
  permission: Permission
  query?: Query
  body?: Body
  /** The answer holds a secret that is shown once. */
  secret?: true
  /** It would let a thief of a session stay, so a person has to have proved lately who he is. */
  proof?: true
  /** It changes nothing, and is written down all the same. */
  audited?: true
  /** It may take many seconds. */
  slow?: true
}

/** What a handler gets. Everything it does in `tx` is one with the audit row and the answer that is kept. */
type Asked<Url extends string, Query extends TSchema, Body extends TSchema> = {
  storeId: StoreId
  params: ParamsOf<Url>
  query: Static<Query>
  body: Static<Body>
  actor: Actor
  /** What If-Match named; absent: any version, or no edit. */
  expectVersion: { expectVersion?: number }
  /** More for the audit row than who did what to which thing. */
  note: (more: { subject?: string; details?: object }) => void
}
type Inside<Url extends string, Query extends TSchema, Body extends TSchema> = Asked<Url, Query, Body> & { tx: Tx }
type Outside<Url extends string, Query extends TSchema, Body extends TSchema> = Asked<Url, Query, Body> & {
  db: Db
  /** Writes the audit row in a transaction of the handler's choice. It must be called once. */
  audit: (tx: Tx) => Promise<void>
}

type Route = StoreRoute<string, TSchema, TSchema>

/**
 * The only way to a store's things: who calls is let in by his role or his token's scopes, inside a transaction that
 * sees this store alone. A route cannot be written without saying what permission it needs.
 */
export function storeRoutes(app: FastifyInstance, parts: ManageParts) {
  const afterEarlierResponses = createConcurrencyLimits(AT_ONCE)
  const slowly = createConcurrencyLimit(SLOW_AT_ONCE)

  function add(route: Route, answer: (request: FastifyRequest, call: Call) => Promise<Answered>): void {
    const { method, url, permission } = route
    app.route({
      method,
      url,
      bodyLimit: MOST_BYTES,
      schema: describeRoute(route, { who: 'store', permission }),
      config: { operationId: route.operationId },
      handler: async (request, reply) => {
        const call = readCall(request, route)
        const work = () => answer(request, call)
        const { answer: kept, replayed } = await afterEarlierResponses(idOfCaller(call), () =>
          route.slow ? slowly(work) : work(),
        )
        return send(reply, kept, { replayed })
      },
    })
  }

  /** Owners of one store wait for each other, and not in vain. */
  function inTime<T>(storeId: StoreId, work: (tx: Tx) => Promise<T>): Promise<T> {
    return retryWhileLocked(Date.now() + LOCK_PATIENCE_MS, () => inStore(parts.app, storeId, work))
  }

  /** What the caller is here, and that he may do this. */
  async function enter(tx: Tx, { storeId, principal }: Call, { permission, proof }: Entrance): Promise<Actor> {
    const actor = await enterStore(tx, { storeId, principal, permission })
    if (proof && principal.kind === 'account') requireRecentAuthentication(principal)
    return actor
  }

  /** Of operators everything is written down; that something is not there is worth knowing, too. */
  async function noteRefusal<T>(about: Asking, work: (seen: (actor: Actor) => void) => Promise<T>): Promise<T> {
    let actor: Actor | undefined
    try {
      return await work((found) => (actor = found))
    } catch (error) {
      if (actor?.kind === 'operator' && error instanceof AppError) {
        // Not what he asked for: it is not there, and may be another store's.
        const notes = { subject: formatId('sto', about.call.storeId), details: { refused: error.code } }
        const facts = { ...about, actor, notes, value: undefined }
        await inStore(parts.app, about.call.storeId, (tx) => audit(tx, facts))
      }
      throw error
    }
  }

  function onceOf(request: FastifyRequest, call: Call, { method, secret }: Route): Once | undefined {
    const key = request.headers['idempotency-key']
    if (method === 'GET' || typeof key !== 'string') return undefined
    if (secret) requireKeys(parts.sealer)
    return {
      scope: call.storeId,
      principal: idOfCaller(call),
      key,
      fingerprints: parts.sealer.fingerprints(requestText(request)),
      secret: secret === true,
      sealer: parts.sealer,
    }
  }

  return {
    /** One transaction does it all. */
    route<const Url extends string, Query extends TSchema = TSchema, Body extends TSchema = TSchema>(
      route: StoreRoute<Url, Query, Body>,
      handler: (call: Inside<Url, Query, Body>) => Promise<unknown>,
    ): void {
      const isWrite = route.method !== 'GET'
      add(route, (request, call) =>
        retryWhileUnavailable(isWrite ? 0 : Date.now() + READ_PATIENCE_MS, () =>
          noteRefusal({ request, call, route }, (seen) =>
            inTime(call.storeId, async (tx) => {
              const actor = await enter(tx, call, route)
              seen(actor)
              return runIdempotent(tx, onceOf(request, call, route), async () => {
                const notes: Notes = {}
                const note = (more: Notes) => void Object.assign(notes, more)
                const value = await handler({ ...call, tx, actor, note } as unknown as Inside<Url, Query, Body>)
                // Members read what is theirs; of operators everything is written down.
                if (isWrite || route.audited || actor.kind === 'operator')
                  await audit(tx, { request, call, route, actor, notes, value })
                return toResponse(value, route)
              })
            }),
          ),
        ),
      )
    },

    /** For what takes several transactions, or asks somebody else in between. */
    outside<const Url extends string, Query extends TSchema = TSchema, Body extends TSchema = TSchema>(
      route: StoreRoute<Url, Query, Body>,
      handler: (call: Outside<Url, Query, Body>) => Promise<unknown>,
    ): void {
      add(route, async (request, call) => {
        const short = <T>(work: (tx: Tx) => Promise<T>) => retryWhileUnavailable(0, () => inTime(call.storeId, work))
        const actor = await short((tx) => enter(tx, call, route))
        return runIdempotentOutside(short, onceOf(request, call, route), async () => {
          const notes: Notes = {}
          const note = (more: Notes) => void Object.assign(notes, more)
          const write = (tx: Tx) => audit(tx, { request, call, route, actor, notes, value: undefined })
          const asked = { ...call, db: parts.app, actor, note, audit: write }
          // Nothing is repeated: a database that is away is only called so.
          const value = await noteRefusal({ request, call, route }, (seen) => {
            seen(actor)
            return retryWhileUnavailable(0, () => handler(asked as unknown as Outside<Url, Query, Body>))
          })
          return toResponse(value, route)
        })
      })
    },
  }
}

type Entrance = { permission: Permission; proof?: true }
type Notes = { subject?: string; details?: object }
type Call = {
  principal: NonNullable<FastifyRequest['principal']>
  storeId: StoreId
  params: { storeId: StoreId }
  texts: Record<string, string>
  query: unknown
  body: unknown
  expectVersion: { expectVersion?: number }
}

function readCall(request: FastifyRequest, route: Route): Call {
  const { principal } = request
  if (!principal) throw new AppError('unauthorized', 'Sign in first')
  requireReadable(request, route)
  const texts = request.params as Record<string, string>
  const version = route.ifMatch ? readVersion(request.headers['if-match']) : undefined
  const params = readParams<'/:storeId'>(texts)
  return {
    principal,
    storeId: params.storeId,
    params,
    texts,
    query: request.query,
    body: request.body,
    expectVersion: version === undefined ? {} : { expectVersion: version },
  }
}

function idOfCaller({ principal }: Call): string {
  if (principal.kind === 'command_line') return principal.name
  return principal.kind === 'token' ? principal.tokenId : principal.accountId
}

type Asking = { request: FastifyRequest; call: Call; route: { operationId: string } }
type Audited = Asking & {
  actor: Actor
  notes: Notes
  value: unknown
}

async function audit(tx: Tx, { request, call, route, actor, notes, value }: Audited): Promise<void> {
  const { storeId, ...named } = call.texts
  const subject = notes.subject ?? Object.values(named).at(-1) ?? idOf(value) ?? storeId ?? null
  await recordAudit(tx, {
    storeId: call.storeId,
    actor,
    action: route.operationId,
    subject,
    details: notes.details ?? {},
    address: request.ip,
    requestId: request.id,
  })
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}
