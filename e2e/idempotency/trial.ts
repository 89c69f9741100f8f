import type { HttpResponse, HttpClient } from '../walls/http-client.ts'
import type { Expectation, Request } from '../walls/expected/expectation.ts'
import type { Operation } from '../walls/operations.ts'
import { type Account, addMember, addOperator, addAccount } from '../walls/fixtures/accounts.ts'
import type { Connections, StoreContext } from '../walls/store-context.ts'
import { formatId } from '../../server/src/ids.ts'
import { createCounting, effectOf } from './effects.ts'
import { HOLD } from './hold.ts'

export type Stage = {
  hands: Connections
  scene: StoreContext
  count: Awaited<ReturnType<typeof createCounting>>
  /** The processes that can be asked; the first one is, where it does not matter. */
  processes: HttpClient[]
}
export type Caller = { person: Account; address: string }
/** A write as it was asked for, to be asked for again. */
export type Write = { operation: Operation; request: Request; key: string; caller: Caller; requestId: string }
export type Tally = { requests: number; effects: number; differentAnswers: number; failures: string[] }

let count = 0

/** Somebody who may do it, and has not used up his allowance. */
export async function newCaller({ hands, scene }: Stage, { allowed }: Expectation): Promise<Caller> {
  const address = `127.${100 + (++count % 100)}.${(count >> 8) % 250}.${1 + (count % 250)}`
  if (!Array.isArray(allowed)) return { address, person: await addAccount(hands) }
  const isForOperators = allowed.length === 1 && allowed[0] === 'operator'
  const person = isForOperators ? await addOperator(hands, { secondFactor: true }) : await addMember(scene, 'owner')
  return { address, person }
}

export async function newWrite(
  stage: Stage,
  operation: Operation,
  expected: Expectation,
  caller?: Caller,
): Promise<Write> {
  const asker = caller ?? (await newCaller(stage, expected))
  const request = await expected.request({ ...stage.scene, account: asker.person })
  const person = request.as ?? asker.person
  const id = `idempotency-${process.pid}-${++count}`
  return { operation, request, key: `key-${id}`, caller: { ...asker, person }, requestId: id }
}

type How = { key?: string | null; hold?: boolean; other?: boolean; turn?: number; address?: string }

/** `other`: the same key for another request; `turn`: the processes are asked in turn. */
export async function ask(
  stage: Stage,
  tally: Tally,
  write: Write,
  { key = write.key, hold, other, turn = 0, address = write.caller.address }: How = {},
): Promise<HttpResponse> {
  const { operation, request, caller, requestId } = write
  const params = { storeId: formatId('sto', stage.scene.storeId), ...request.params }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name as keyof typeof params] ?? ''),
  )
  tally.requests++
  const asking = stage.processes[turn % stage.processes.length]
  if (!asking) throw new Error('there is nobody to ask')
  return asking.send({
    method: operation.method,
    path: other ? `${path}?another=1` : path,
    headers: {
      authorization: `Bearer ${caller.person.token}`,
      'x-request-id': requestId,
      ...(key !== null && { 'idempotency-key': key }),
      ...(request.ifMatch !== undefined && { 'if-match': request.ifMatch }),
      ...(hold && { [HOLD]: '1' }),
    },
    body: request.body,
    address,
  })
}

export async function effectWhile<T>(
  { count: counting }: Stage,
  work: () => Promise<T>,
): Promise<[effect: string, result: T]> {
  const before = await counting()
  const result = await work()
  return [effectOf(before, await counting()), result]
}

/** Byte by byte, but for the word that says it is a repetition. */
export function bytesOf({ status, headers, text }: HttpResponse): string {
  return JSON.stringify([status, headers.filter(([name]) => name !== 'idempotent-replayed'), text])
}

export function isReplay({ headers }: HttpResponse): boolean {
  return headers.some(([name]) => name === 'idempotent-replayed')
}
