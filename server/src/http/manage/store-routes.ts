import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { enterStore, requirePermission } from '../../access/enter-store.ts'
import type { Actor } from '../../access/member.ts'
import type { Permission } from '../../access/permissions.ts'
import { createConcurrencyLimit, createConcurrencyLimits } from '../../db/concurrency-limit.ts'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { retryWhileLocked } from '../../db/retry-while-locked.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { type AuditNotes, auditRequest } from './audit-request.ts'
import { describeRoute, type RouteDefinition } from './describe-route.ts'
import type { Exact } from '../json-api/exact.ts'
import type { ManageParts } from './manage-parts.ts'
import type { ParamsOf } from '../json-api/params.ts'
import { type ReadCall, readCall, requireProofOf } from './read-call.ts'
import { sendResponse, toResponse } from './response.ts'
import { type Outcome, readIdempotentRequest, runIdempotent, runIdempotentSteps } from './run-idempotent.ts'

const READ_RETRY_MS = 4_000
const LOCK_RETRY_MS = 5_000
/** Large enough for a product with the maximum number of commands. */
const MAX_BODY_BYTES = 256 * 1024
/** All stores share ten database connections, and some queries take seconds. */
const MAX_CONCURRENT_PER_CALLER = 4
/** For all callers together. */
const MAX_CONCURRENT_SLOW = 2

export type StoreRoute<
  Url extends string = string,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema | null = TSchema | null,
> = Omit<RouteDefinition, 'url' | 'query' | 'body' | 'response'> & {
  url: Url
  query?: Query
  body?: Body
  response: Response
  permission: Permission
  /** The response contains a secret that is returned only once. */
  isSecret?: true
  /** A stolen session must not be enough, so an account must have authenticated in the last ten minutes. */
  requiresRecentAuthentication?: true
  /** The same for requests whose result gives goods away. Nothing is stored before this has decided. */
  requiresProofFor?(value: ResponseValue<Response>, body: Static<Body>): boolean
  /**
   * Commands run on the console of game servers, and fields decide what buyers can put into them. If the body has either, the
   * caller also needs `commands:write`, and must have authenticated recently.
   */
  mayChangeCommands?: true
  /** Recorded in the audit log although it changes nothing. */
  isAudited?: true
  /** Writes only what no one keeps, so the audit log has no entry unless the caller is an operator. */
  isTemporary?: true
  /** It can take many seconds. */
  isSlow?: true
  maxBodyBytes?: number
  /** Runs after the change was committed and before the response. The change stands even if this fails. */
  afterwards?: () => Promise<void>
  /** Answers a caller who accepts `text/event-stream`, after the handler has let them in. */
  openStream?: SendStream
  /** Sends the file of the response, after the handler has let the caller in. */
  sendFile?: SendStream
}

type SendStream = (request: FastifyRequest, reply: FastifyReply, call: ReadCall) => Promise<FastifyReply>

type Call<Url extends string, Query extends TSchema, Body extends TSchema> = {
  storeId: StoreId
  params: ParamsOf<Url>
  query: Static<Query>
  body: Static<Body>
  actor: Actor
  /** From `If-Match`. Absent if any version can be changed. */
  expectVersion: { expectVersion?: number }
  note: (notes: AuditNotes) => void
  /** For requests that turn out to be sensitive. Throws if an account has not authenticated recently. */
  requireProof: () => void
}
/** All changes in `tx` are committed together with the audit entry and the stored response, or not at all. */
type TransactionCall<Url extends string, Query extends TSchema, Body extends TSchema> = Call<Url, Query, Body> & {
  tx: Tx
}
type StepsCall<Url extends string, Query extends TSchema, Body extends TSchema> = Call<Url, Query, Body> & {
  db: Db
  /** Writes the audit entry in a transaction of the handler. The handler must call it once. */
  audit: (tx: Tx) => Promise<void>
}

/** The value that a handler returns for its response schema. */
export type ResponseValue<Response extends TSchema | null> = Response extends TSchema ? Static<Response> : void

/**
 * Registers the routes below `/stores/:storeId`. Each route names a permission, and its handler runs in a transaction
 * that can only see this store.
 */
export function storeRoutes(app: FastifyInstance, parts: ManageParts) {
  const limitCaller = createConcurrencyLimits(MAX_CONCURRENT_PER_CALLER)
  const limitSlow = createConcurrencyLimit(MAX_CONCURRENT_SLOW)

  function register(route: StoreRoute, run: (request: FastifyRequest, call: ReadCall) => Promise<Outcome>): void {
    const { method, url, operationId, permission } = route
    app.route({
      method,
      url,
      bodyLimit: route.maxBodyBytes ?? MAX_BODY_BYTES,
      schema: describeRoute(app, route, { permission }),
      config: { operationId },
      handler: async (request, reply) => {
        const call = readCall(request, route)
        const work = () => run(request, call)
        const { response, isReplay } = await limitCaller(call.callerId, () => (route.isSlow ? limitSlow(work) : work()))
        await route.afterwards?.().catch(() => undefined)
        if (route.openStream && request.headers.accept === 'text/event-stream')
          return route.openStream(request, reply, call)
        if (route.sendFile) return route.sendFile(request, reply, call)
        return sendResponse(reply, response, { isReplay })
      },
    })
  }

  /** Callers who change the same store at the same time wait for each other. */
  function inStoreWithRetry<T>(storeId: StoreId, work: (tx: Tx) => Promise<T>): Promise<T> {
    return retryWhileLocked(Date.now() + LOCK_RETRY_MS, () => inStore(parts.app, storeId, work))
  }

  async function authorize(tx: Tx, { storeId, principal, body }: ReadCall, route: StoreRoute): Promise<Actor> {
    const actor = await enterStore(tx, { storeId, principal, permission: route.permission })
    const changesCommands =
      route.mayChangeCommands && typeof body === 'object' && body !== null && ('commands' in body || 'fields' in body)
    if (changesCommands) requirePermission(actor, 'commands:write')
    if (route.requiresRecentAuthentication || changesCommands) requireProofOf(principal)
    return actor
  }

  /** Everything that operators do is audited, including requests that are rejected. */
  async function auditRejection<T>(
    { request, storeId, operationId }: { request: FastifyRequest; storeId: StoreId; operationId: string },
    work: (setActor: (actor: Actor) => void) => Promise<T>,
  ): Promise<T> {
    let actor: Actor | undefined
    try {
      return await work((found) => (actor = found))
    } catch (error) {
      if (actor?.kind === 'operator' && error instanceof AppError) {
        const operator = actor
        // The subject is the store, because the object in the URL may belong to another store.
        const notes = { subject: formatId('sto', storeId), details: { refused: error.code } }
        await inStore(parts.app, storeId, (tx) =>
          auditRequest(tx, { request, operationId, storeId, actor: operator, notes }),
        )
      }
      throw error
    }
  }

  function idempotentRequest(request: FastifyRequest, { storeId, callerId }: ReadCall, route: StoreRoute) {
    const { isSecret, isStreamed } = route
    if (isStreamed) return undefined
    return readIdempotentRequest(request, { scope: storeId, principal: callerId, isSecret, sealer: parts.sealer })
  }

  return {
    /** The handler runs in one transaction. */
    route<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
      Body extends TSchema = TSchema,
    >(
      route: StoreRoute<Url, Query, Body, Response>,
      handler: (call: TransactionCall<Url, Query, Body>) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      const { method, operationId } = route
      const isWrite = method !== 'GET'
      register(route, (request, call) =>
        retryWhileUnavailable(isWrite ? 0 : Date.now() + READ_RETRY_MS, () =>
          auditRejection({ request, storeId: call.storeId, operationId }, (setActor) =>
            inStoreWithRetry(call.storeId, async (tx) => {
              const { storeId } = call
              const actor = await authorize(tx, call, route)
              setActor(actor)
              return runIdempotent(tx, idempotentRequest(request, call, route), async () => {
                const notes: AuditNotes = {}
                const note = (more: AuditNotes) => void Object.assign(notes, more)
                const value = await handler({ ...call, tx, actor, note } as unknown as TransactionCall<
                  Url,
                  Query,
                  Body
                >)
                if (route.requiresProofFor?.(value, call.body as Static<Body>)) call.requireProof()
                if ((isWrite && !route.isTemporary) || route.isAudited || actor.kind === 'operator')
                  await auditRequest(tx, { request, operationId, storeId, actor, notes, value })
                return toResponse(value, route, parts.serialize)
              })
            }),
          ),
        ),
      )
    },

    /** The handler uses several transactions, or calls another service between them. */
    routeInSteps<
      const Url extends string,
      Response extends TSchema | null,
      Value extends ResponseValue<Response>,
      Query extends TSchema = TSchema,
      Body extends TSchema = TSchema,
    >(
      route: StoreRoute<Url, Query, Body, Response>,
      handler: (call: StepsCall<Url, Query, Body>) => Promise<Value & Exact<ResponseValue<Response>, Value>>,
    ): void {
      const { operationId } = route
      register(route, async (request, call) => {
        const { storeId } = call
        const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
          retryWhileUnavailable(0, () => inStoreWithRetry(storeId, work))
        const actor = await inTransaction((tx) => authorize(tx, call, route))
        return runIdempotentSteps(inTransaction, idempotentRequest(request, call, route), async () => {
          const notes: AuditNotes = {}
          const note = (more: AuditNotes) => void Object.assign(notes, more)
          const audit = (tx: Tx) => auditRequest(tx, { request, operationId, storeId, actor, notes })
          const value = await auditRejection({ request, storeId, operationId }, (setActor) => {
            setActor(actor)
            const steps = { ...call, db: parts.app, actor, note, audit } as unknown as StepsCall<Url, Query, Body>
            // No retry: this only reports an unavailable database as such.
            return retryWhileUnavailable(0, () => handler(steps))
          })
          return toResponse(value, route, parts.serialize)
        })
      })
    },
  }
}
