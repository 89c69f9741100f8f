import { type Operation, operationOf, type QueuedDelivery, type Transport } from './store-connection.ts'

type Recorded = { operation: Operation } & Parameters<Transport>[1]
type Scripted = { status: number; body: string }
export type Answers = Partial<Record<Operation, Scripted>>

const OWNED_STORE = { id: 'sto_1', name: 'Loja', plan: 'BASIC', url: 'loja.example' }

/** A store in memory. `answers` overrides the response of an operation, and a stalled operation gets none until `resume`. */
export function createScriptedStore(queue: QueuedDelivery[], answers: Answers) {
  const store = {
    queue,
    answers,
    requests: [] as Recorded[],
    reports: [] as string[],
    stalled: undefined as Operation | undefined,
    transport,
    resume,
  }
  let waiting: (() => void)[] = []

  async function transport(...[url, request]: Parameters<Transport>): ReturnType<Transport> {
    const operation = operationOf(url)
    if (!operation) throw new Error(`The store has no operation at ${url}`)
    store.requests.push({ operation, ...request })
    if (store.stalled === operation) await new Promise<void>((resolve) => waiting.push(resolve))
    const normal = respond(operation, request.body ?? '{}')
    const { status, body } = answers[operation] ?? normal
    return { status, text: async () => body }
  }

  /** All requests that wait are handled in one turn, before the client can react to a response. */
  function resume(): void {
    store.stalled = undefined
    for (const handle of waiting) handle()
    waiting = []
  }

  function respond(operation: Operation, body: string): Scripted {
    if (operation === 'init') return ok({ ...OWNED_STORE, expirationDate: '2030-01-01T00:00:00.000Z' })
    if (operation === 'queue') return ok({ checkouts: store.queue })
    const { commandQueueId } = JSON.parse(body) as { commandQueueId: string }
    store.reports.push(commandQueueId)
    if (answers.report === undefined) store.queue = store.queue.filter(({ id }) => id !== commandQueueId)
    return ok({ id: commandQueueId, status: 'PROCESSED' })
  }

  return store
}

function ok(body: object): Scripted {
  return { status: 200, body: JSON.stringify(body) }
}
