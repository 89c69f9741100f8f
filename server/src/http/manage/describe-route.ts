import { type TSchema, Type } from 'typebox'
import { paramNames, prefixOf } from './params.ts'

export type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  operationId: string
  summary: string
  description?: string
  query?: TSchema
  body?: TSchema
  /** The name of what is answered; null: nothing. */
  answer: string | null
  /** 200 when left out, 204 when nothing is answered. */
  status?: 200 | 201 | 202 | 303
  /** An edit says which version it means. */
  ifMatch?: true
  /** What can go wrong here beyond what can go wrong everywhere. */
  refusals?: Record<number, string>
}

const REFUSALS = {
  400: 'A part of the request is not valid; `field` says which',
  401: 'Nobody has signed in, or the token is unknown, revoked or over',
  403: 'Not allowed: the role or the token does not have the permission',
  404: 'There is no such thing, or it is not yours',
  405: 'This method is not allowed here',
  408: 'The request took too long to arrive',
  413: 'The body is too large',
  415: 'The body is not JSON',
  429: 'Too many requests; see Retry-After',
  431: 'The headers are larger than 16 KiB',
  500: 'Something broke on our side',
  503: 'The database is away, or a setting is missing; see Retry-After',
}
const WRITE_REFUSALS = {
  409: 'It does not fit what is there; `code` says why',
  422: 'The Idempotency-Key belongs to another request, or the purchase is too large',
}
const EDIT_REFUSALS = { 412: 'It has changed since you read it', 428: 'Send If-Match with the ETag you have read' }

const KEY = Type.Optional(
  Type.String({
    pattern: String.raw`^[\x21-\x7e]{1,255}$`,
    description:
      'Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.',
  }),
)

/** What the OpenAPI document says of a route. */
export function describeRoute(
  route: Described,
  { who, permission }: { who: 'everybody' | 'account' | 'store'; permission?: string },
) {
  const { method, url, operationId, summary, query, body, ifMatch } = route
  const isWrite = method !== 'GET'
  const names = paramNames(url)
  const headers = {
    ...(isWrite && { 'idempotency-key': KEY }),
    ...(ifMatch && { 'if-match': Type.Optional(Type.String({ description: 'The ETag you have read; `*` for any' })) }),
  }
  return {
    operationId,
    summary,
    ...(route.description && { description: route.description }),
    tags: [tagOf(url)],
    ...(names.length > 0 && {
      params: Type.Object(Object.fromEntries(names.map((name) => [name, paramSchema(name)]))),
    }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    response: responsesOf(route, isWrite),
    ...(who === 'everybody' && { security: [] }),
    ...(permission && { 'x-permission': permission }),
  }
}

function paramSchema(name: string) {
  const prefix = prefixOf(name)
  return Type.String(prefix === undefined ? {} : { examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`] })
}

function responsesOf({ answer, status, ifMatch, refusals }: Described, isWrite: boolean) {
  const problem = { 'application/problem+json': { schema: Type.Ref('ManageProblem') } }
  const foreseen = { ...REFUSALS, ...(isWrite && WRITE_REFUSALS), ...(ifMatch && EDIT_REFUSALS), ...refusals }
  const success =
    answer === null
      ? { [status ?? 204]: { description: 'Done', type: 'null' } }
      : { [status ?? 200]: { description: 'Done', content: { 'application/json': { schema: Type.Ref(answer) } } } }
  return {
    ...success,
    ...Object.fromEntries(
      Object.entries(foreseen).map(([code, description]) => [code, { description, content: problem }]),
    ),
  }
}

/** `/stores/:storeId/products/:productId` is about products. */
function tagOf(url: string): string {
  const [first = '', , third] = url.split('/').slice(1)
  return first === 'stores' && third !== undefined ? third : first
}
