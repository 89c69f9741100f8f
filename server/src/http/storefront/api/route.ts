import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Exact } from '../../json-api/exact.ts'
import { nameComponents } from '../../json-api/name-components.ts'
import { paramNames } from '../../json-api/params.ts'
import { requireReadable } from '../../json-api/read-request.ts'
import { serializeBySchema } from '../../json-api/serialize.ts'
import { setCompilers } from '../../json-api/set-compilers.ts'
import { createPageCache } from '../page-cache.ts'
import { type Visit, visitOf } from '../visit.ts'

const MIB = 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

const ERRORS = {
  400: 'The request is invalid. `field` names the part that is wrong.',
  404: 'It does not exist in this store.',
  405: 'The method is not allowed for this URL.',
  408: 'The request took too long to arrive.',
  413: 'The request body is too large.',
  415: 'The request body is not JSON.',
  421: 'This host is not the host of a store.',
  429: 'Too many requests. Retry after the time in `Retry-After`.',
  431: 'The request headers are larger than 16 KiB.',
  500: 'An internal error occurred.',
  503: 'The database or the payment provider is unavailable. Retry after the time in `Retry-After`.',
}
const BUYER_ERRORS = {
  401: 'The token is missing.',
  409: 'The request conflicts with the current state, such as a changed price. `code` says why.',
  502: 'The payment provider rejected the request.',
}

type Route<Response extends TSchema, Query extends TSchema, Body extends TSchema> = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  operationId: string
  summary: string
  description?: string
  query: Query
  body?: Body
  response: Response
  status?: 200 | 201
  /** The request acts for one buyer, whose token it contains. */
  isForBuyer?: true
}

type Call<Query extends TSchema, Body extends TSchema> = {
  request: FastifyRequest
  visit: Visit
  params: Record<string, string>
  query: Static<Query>
  body: Static<Body>
}

type Handler<Response extends TSchema, Query extends TSchema, Body extends TSchema, Value> = (
  call: Call<Query, Body>,
) => Value & Exact<Static<Response>, Value>

export type StorefrontApi = ReturnType<typeof createStorefrontApi>

/** Registers the operations of the storefront API. */
export function createStorefrontApi(app: FastifyInstance) {
  setCompilers(app)
  const cache = createPageCache({ maxBytes: 16 * MIB })

  function register<Response extends TSchema, Query extends TSchema, Body extends TSchema>(
    route: Route<Response, Query, Body>,
    send: (call: Call<Query, Body>, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
  ): void {
    const { method, url, operationId } = route
    app.route({
      method,
      url,
      schema: describe(app, route),
      config: { operationId },
      handler: async (request, reply) => {
        requireReadable(request, { ...route, method })
        const visit = visitOf(request)
        reply.header('content-language', visit.locale)
        const { params, query, body } = request as { params: Record<string, string>; query: unknown; body: unknown }
        return send({ request, visit, params, query, body } as Call<Query, Body>, reply)
      },
    })
  }

  /** The response is the same for all visitors of a language, so its bytes are kept until the store changes. */
  function addShared<Response extends TSchema, Query extends TSchema, Value extends Static<Response>>(
    route: Route<Response, Query, TSchema> & { versionOf?: (visit: Visit) => string },
    handler: Handler<Response, Query, TSchema, Value | undefined>,
  ): void {
    register(route, (call, reply) => {
      const { request, visit } = call
      const { path } = request.identity
      return cache.send(request, reply, {
        key: `${visit.origin} ${visit.locale} ${path}`,
        version: `${visit.shop.version} ${route.versionOf?.(visit) ?? ''}`,
        type: JSON_TYPE,
        render: async () => {
          const value = handler(call)
          if (value === undefined) throw new AppError('not_found', 'There is nothing of this name in the store.')
          return { text: serializeBySchema(route.response, value), isFallback: false }
        },
      })
    })
  }

  /** The response depends on the request. */
  function addRoute<
    Response extends TSchema,
    Query extends TSchema,
    Value extends Static<Response>,
    Body extends TSchema,
  >(
    route: Route<Response, Query, Body>,
    handler: (call: Call<Query, Body>) => Promise<Value & Exact<Static<Response>, Value>>,
  ): void {
    register(route, async (call, reply) =>
      reply
        .code(route.status ?? 200)
        .type(JSON_TYPE)
        .send(serializeBySchema(route.response, await handler(call))),
    )
  }

  return { shared: addShared, route: addRoute }
}

function describe(app: FastifyInstance, route: Route<TSchema, TSchema, TSchema>) {
  const { url, operationId, summary, description, query, body, response, status = 200, isForBuyer } = route
  const names = paramNames(url)
  const problem = { 'application/problem+json': { schema: Type.Ref('Problem') } }
  const errors = Object.entries({ ...ERRORS, ...(isForBuyer && BUYER_ERRORS) })
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [url.split('/')[1] ?? ''],
    ...(names.length > 0 && { params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))) }),
    querystring: query,
    ...(body && { body }),
    response: {
      [status]: {
        description: 'The request succeeded.',
        content: { 'application/json': { schema: nameComponents(app, response) } },
      },
      ...Object.fromEntries(errors.map(([code, text]) => [code, { description: text, content: problem }])),
    },
    ...(!isForBuyer && { security: [] }),
  }
}
