import { createRequest } from '../walls/expected/expectation.ts'
import { addAccount, addMember, addOperator } from '../walls/fixtures/accounts.ts'
import type { HttpClient, HttpResponse } from '../walls/http-client.ts'
import type { Operation } from '../walls/operations.ts'
import type { StoreContext } from '../walls/store-context.ts'
import type { MeasureEffect } from './effects.ts'
import { HOLD_HEADER } from './hold-responses.ts'

export type Run = {
  store: StoreContext
  measureEffect: MeasureEffect
  /** Clients of the processes that run. Requests go to the first one if there is no `turn`. */
  clients: HttpClient[]
  requests: number
  effects: number
  differentAnswers: number
  failures: string[]
}
/** A write that can be sent several times. */
export type WriteRequest = Awaited<ReturnType<typeof createWrite>>

let created = 0

/** Creates a write with what it needs, from a new account that is allowed to send it. */
export async function createWrite({ store }: Run, operation: Operation) {
  const id = ++created
  const { allowed } = operation
  const account = !Array.isArray(allowed)
    ? await addAccount(store)
    : allowed.join() === 'operator'
      ? await addOperator(store)
      : await addMember(store, 'owner')
  const request = await createRequest(operation, { ...store, account })
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
  run: Run,
  write: WriteRequest,
  { key = write.key, hold, isOther, turn = 0, address = write.address }: SendOptions = {},
): Promise<HttpResponse> {
  const { operation, request, account, requestId } = write
  const client = run.clients[turn % run.clients.length]
  if (!client) throw new Error('No process runs')
  run.requests++
  return client.send({
    operation,
    request: isOther ? { ...request, query: { another: '1' } } : request,
    headers: {
      authorization: `Bearer ${account.token}`,
      'x-request-id': requestId,
      ...(key !== null && { 'idempotency-key': key }),
      ...(hold && { [HOLD_HEADER]: '1' }),
    },
    address,
  })
}
