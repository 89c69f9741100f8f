import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { nameComponents } from '../json-api/name-components.ts'
import { paramNames, prefixOf } from '../json-api/params.ts'

export type RouteDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  operationId: string
  summary: string
  description?: string
  query?: TSchema
  body?: TSchema
  /** The schema of the response body. Null: the response has no body. */
  response: TSchema | null
  /** Default: 200, or 204 without a response body. */
  status?: 200 | 201 | 202
  /** The request must name the version that it changes. */
  ifMatch?: true
  /** The response is a file of this type. `response` is null. */
  file?: string
  /** Bodies and responses of any size do not fit into a stored response, so the route takes no Idempotency-Key. The typed client leaves it out. */
  isStreamed?: true
  /** Headers of this route. */
  headers?: Record<string, TSchema>
  /** Error responses of this route, besides those of every route. */
  errors?: Record<number, string>
}

const ERRORS = {
  400: 'The request is invalid. `field` names the part that is wrong.',
  401: 'Authentication is missing, or the token is unknown, revoked or expired.',
  403: 'The role or the token does not have the required permission.',
  404: 'The object does not exist, or you have no access to it.',
  405: 'The method is not allowed for this URL.',
  408: 'The request took too long to arrive.',
  413: 'The request body is too large.',
  415: 'The request body is not JSON.',
  421: 'This host does not serve the API. Use the address in PUBLIC_URL.',
  429: 'Too many requests. Retry after the time in `Retry-After`.',
  431: 'The request headers are larger than 16 KiB.',
  500: 'An internal error occurred.',
  503: 'The database is unavailable, or a setting is missing. Retry after the time in `Retry-After`.',
}
const WRITE_ERRORS = {
  409: 'The request conflicts with the current state. `code` says why.',
  422: 'The `Idempotency-Key` was used for a different request, or the purchase is too large.',
}
const UPDATE_ERRORS = {
  412: 'The object has changed since you read it.',
  428: 'The `If-Match` header is missing. Send the `ETag` that you read.',
}

const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    pattern: String.raw`^[\x21-\x7e]{1,255}$`,
    description:
      'A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.',
  }),
)
const IF_MATCH = Type.Optional(Type.String({ description: 'The `ETag` that you read, or `*` to change any version.' }))

type Access = { isPublic?: boolean; permission?: string | undefined }

/** The schema of a route, from which requests are validated and the OpenAPI document is built. */
export function describeRoute(app: FastifyInstance, route: RouteDefinition, { isPublic, permission }: Access) {
  const { method, url, operationId, summary, description, query, body, ifMatch, isStreamed } = route
  const names = paramNames(url)
  const headers = {
    ...(method !== 'GET' && !isStreamed && { 'idempotency-key': IDEMPOTENCY_KEY }),
    ...(ifMatch && { 'if-match': IF_MATCH }),
    ...route.headers,
  }
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tagOf(url)],
    ...(names.length > 0 && {
      params: Type.Object(Object.fromEntries(names.map((name) => [name, paramSchema(name)]))),
    }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    response: describeResponses(app, route),
    ...(isPublic && { security: [] }),
    ...(permission && { 'x-permission': permission }),
    ...(isStreamed && { 'x-streamed': true }),
  }
}

export function statusOf({ status, response, file }: RouteDefinition): number {
  return status ?? (response === null && file === undefined ? 204 : 200)
}

function describeResponses(app: FastifyInstance, route: RouteDefinition) {
  const { method, response, file, ifMatch, errors } = route
  const problem = { 'application/problem+json': { schema: Type.Ref('Problem') } }
  const described = { ...ERRORS, ...(method !== 'GET' && WRITE_ERRORS), ...(ifMatch && UPDATE_ERRORS), ...errors }
  const success =
    file !== undefined
      ? { description: 'The file.', content: { [file]: { schema: {} } } }
      : response === null
        ? { description: 'The request succeeded.', type: 'null' }
        : {
            description: 'The request succeeded.',
            content: { 'application/json': { schema: nameComponents(app, response) } },
          }
  return {
    [statusOf(route)]: success,
    ...Object.fromEntries(
      Object.entries(described).map(([status, description]) => [status, { description, content: problem }]),
    ),
  }
}

function paramSchema(name: string) {
  const prefix = prefixOf(name)
  return Type.String(prefix === undefined ? {} : { examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`] })
}

/** `/stores/:storeId/products/:productId` has the tag `products`. */
function tagOf(url: string): string {
  const [first = '', , third] = url.split('/').slice(1)
  return first === 'stores' && third !== undefined ? third : first
}
