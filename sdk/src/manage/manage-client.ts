import { randomUUID } from 'node:crypto'
import { type ClientOptions, openConnection, type StoreConnection } from '../store-connection.ts'
import type { CallOptions, CallShape } from './call.ts'
import { MANAGE_CALLS, type ManageCalls } from './manage-calls.ts'

export type ManageOptions = Omit<ClientOptions, 'key' | 'scheme'> & {
  /** An API token of a store (`qmt_…`) or a session (`qms_…`). Without it, only what needs nobody to have signed in. */
  token?: string
}

/** A function for each call of the management interface, by its name in the document. */
export type ManageClient = ManageCalls

export function createManageClient({ token, ...options }: ManageOptions): ManageClient {
  const connection = openConnection({ ...options, key: token })
  const calls = Object.entries(MANAGE_CALLS).map(([name, shape]) => [name, createCall(connection, shape)])
  return Object.fromEntries(calls) as ManageClient
}

type Input = Record<string, unknown>
type Scalar = string | number | boolean | undefined
type AnyCall = (input?: Input, options?: CallOptions) => Promise<unknown>

/** @internal Takes a shape, so that it can be tried without the document. */
export function createCall(connection: StoreConnection, shape: CallShape): AnyCall {
  const call: AnyCall = async (input = {}, options = {}) => {
    const { body } = await connection.call({ ...toRequest(shape, input), ...toManner(shape, options) })
    return body
  }
  return shape.isList ? Object.assign(call, { each: eachOf(call) }) : call
}

/** What is asked, put where the document wants it: into the path, into the query, and the rest into the body. */
function toRequest({ method, path, query = [], hasBody }: CallShape, input: Input) {
  const rest = { ...input }
  const take = (name: string): unknown => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => pathPart(name, take(name)))
  const asked = new URLSearchParams()
  for (const name of query) {
    for (const value of [take(name)].flat() as Scalar[]) if (value !== undefined) asked.append(name, String(value))
  }
  const [unknown] = Object.keys(rest)
  if (!hasBody && unknown !== undefined) throw new TypeError(`There is no ${unknown} in this call`)
  return { method, path: asked.size > 0 ? `${filled}?${asked.toString()}` : filled, ...(hasBody && { body: rest }) }
}

function pathPart(name: string, value: unknown): string {
  // `.` and `..` would be taken for a way through the folders of the address.
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new TypeError(`${name} has to name something`)
}

function toManner({ method, takesKey }: CallShape, { ifMatch, idempotencyKey, signal }: CallOptions) {
  const isWrite = method !== 'GET'
  const hasKey = isWrite && takesKey === true && idempotencyKey !== null
  return {
    signal,
    // Without a key nobody knows whether the write before this one took effect.
    isRepeatable: !isWrite || hasKey,
    headers: {
      ...(hasKey && { 'idempotency-key': idempotencyKey ?? randomUUID() }),
      ...(ifMatch !== undefined && { 'if-match': typeof ifMatch === 'string' ? ifMatch : `"${ifMatch.version}"` }),
    },
  }
}

type Page = { items: unknown[]; nextCursor: string | null }

function eachOf(call: AnyCall) {
  return async function* each(input: Input = {}, options: CallOptions = {}): AsyncGenerator {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await call({ ...input, ...(cursor !== undefined && { cursor }) }, options)) as Page
      yield* page.items
      cursor = page.nextCursor
    }
  }
}
