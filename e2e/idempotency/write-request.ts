import { formatId } from '../../server/src/ids.ts'
import type { Expectation, Request } from '../walls/expected/expectation.ts'
import { type Account, addAccount, addMember, addOperator } from '../walls/fixtures/accounts.ts'
import type { HttpClient, HttpResponse } from '../walls/http-client.ts'
import type { Operation } from '../walls/operations.ts'
import type { Connections, StoreContext } from '../walls/store-context.ts'
import { type Counts, describeEffect } from './effects.ts'
import { HOLD_HEADER } from './hold-responses.ts'

export type Setup = {
  connections: Connections
  store: StoreContext
  count: () => Promise<Counts>
  /** Clients of the processes that run. Requests go to the first one if there is no `turn`. */
  clients: HttpClient[]
}
export type Tally = { requests: number; effects: number; differentAnswers: number; failures: string[] }
/** A write that can be sent several times. */
export type WriteRequest = {
  operation: Operation
  request: Request
  key: string
  account: Account
  address: string
  requestId: string
}

let created = 0

/** Creates a write with what it needs, from a new account that is allowed to send it. */
export async function createWrite(
  { connections, store }: Setup,
  operation: Operation,
  { allowed, request: createRequest }: Expectation,
): Promise<WriteRequest> {
  const id = ++created
  const account = !Array.isArray(allowed)
    ? await addAccount(connections)
    : allowed.length === 1 && allowed[0] === 'operator'
      ? await addOperator(connections, { secondFactor: true })
      : await addMember(store, 'owner')
  const request = await createRequest({ ...store, account })
  return {
    operation,
    request,
    key: `key-${process.pid}-${id}`,
    account: request.as ?? account,
    address: `127.${100 + (id % 100)}.${(id >> 8) % 250}.${1 + (id % 250)}`,
    requestId: `idempotency-${process.pid}-${id}`,
  }
}

type SendOptions = {
  /** Null: without a key. */
  key?: string | null
  hold?: boolean
  /** Changes the request, but not the key. */
  isOther?: boolean
  /** Requests with different turns go to different processes. */
  turn?: number
  address?: string
}

export async function sendWrite(
  { clients, store }: Setup,
  tally: Tally,
  write: WriteRequest,
  { key = write.key, hold, isOther, turn = 0, address = write.address }: SendOptions = {},
): Promise<HttpResponse> {
  const { operation, request, account, requestId } = write
  const params: Record<string, string> = { storeId: formatId('sto', store.storeId), ...request.params }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const client = clients[turn % clients.length]
  if (!client) throw new Error('No process runs')
  tally.requests++
  return client.send({
    method: operation.method,
    path: isOther ? `${path}?another=1` : path,
    headers: {
      authorization: `Bearer ${account.token}`,
      'x-request-id': requestId,
      ...(key !== null && { 'idempotency-key': key }),
      ...(request.ifMatch !== undefined && { 'if-match': request.ifMatch }),
      ...(hold && { [HOLD_HEADER]: '1' }),
    },
    body: request.body,
    address,
  })
}

export async function measureEffect<T>({ count }: Setup, act: () => Promise<T>): Promise<[effect: string, result: T]> {
  const before = await count()
  const result = await act()
  return [describeEffect(before, await count()), result]
}

/** All bytes of a response except the header that marks a repetition. */
export function toText({ status, headers, text }: HttpResponse): string {
  return JSON.stringify([status, headers.filter(([name]) => name !== 'idempotent-replayed'), text])
}

export function isReplay({ headers }: HttpResponse): boolean {
  return headers.some(([name]) => name === 'idempotent-replayed')
}
