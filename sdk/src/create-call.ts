import type { CallOptions, CallShape } from './call.ts'
import { checkKey, type StoreConnection } from './store-connection.ts'

type Input = Record<string, unknown>
type Scalar = string | number | boolean | undefined
type AnyCall = (input?: Input, options?: CallOptions) => Promise<unknown>

/** @internal Exported so that tests can use shapes that are not in the document. */
export function createCall(connection: StoreConnection, shape: CallShape): AnyCall {
  const call: AnyCall = async (input = {}, options = {}) => {
    const { body } = await connection.call({ ...buildRequest(shape, input), ...buildRequestOptions(shape, options) })
    return body
  }
  return shape.isList ? Object.assign(call, { each: createIterator(call) }) : call
}

/** @internal Puts each input where the document expects it: into the path, into the query, and the rest into the body. */
export function buildRequest({ method, path, query = [], hasBody, hasFile }: CallShape, input: Input) {
  const rest = { ...input }
  const take = (name: string): unknown => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodePathPart(name, take(name)))
  const search = new URLSearchParams()
  for (const name of query) {
    for (const value of [take(name)].flat() as Scalar[]) if (value !== undefined) search.append(name, String(value))
  }
  const file = hasFile ? requireFile(take('file')) : undefined
  const [unknown] = Object.keys(rest)
  if (!hasBody && unknown !== undefined) throw new TypeError(`This call has no input "${unknown}"`)
  return {
    method,
    path: search.size > 0 ? `${filledPath}?${search.toString()}` : filledPath,
    ...(hasBody && { body: rest }),
    ...(file && { body: file }),
  }
}

function requireFile(file: unknown): Blob {
  if (file instanceof Blob) return file
  throw new TypeError('file must be a Blob, such as new Blob([bytes])')
}

function encodePathPart(name: string, value: unknown): string {
  // `.` and `..` would be resolved as parts of the path.
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new TypeError(`${name} must be a non-empty id`)
}

function buildRequestOptions({ method, takesKey }: CallShape, { ifMatch, idempotencyKey, token, signal }: CallOptions) {
  const isWrite = method !== 'GET'
  const hasKey = isWrite && takesKey === true && idempotencyKey !== null
  return {
    signal,
    // Without a key, a retry could repeat a write that already took effect.
    isRetrySafe: !isWrite || hasKey,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${checkKey(token)}` }),
      ...(hasKey && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...(ifMatch !== undefined && { 'if-match': typeof ifMatch === 'string' ? ifMatch : `"${ifMatch.version}"` }),
    },
  }
}

type Page = { items: unknown[]; nextCursor: string | null }

function createIterator(call: AnyCall) {
  return async function* each(input: Input = {}, options: CallOptions = {}): AsyncGenerator {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await call({ ...input, ...(cursor !== undefined && { cursor }) }, options)) as Page
      yield* page.items
      cursor = page.nextCursor
    }
  }
}
