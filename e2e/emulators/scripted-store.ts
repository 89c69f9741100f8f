import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '../kit/game/listen.ts'
import { type Operation, operationOf, type QueuedDelivery } from './store-connection.ts'

type Recorded = { operation: Operation | undefined; method: string; headers: IncomingHttpHeaders; body: string }

type Scripted = { status: number; body: string }
export type Answers = Partial<Record<Operation, Scripted>>

const OWNED_STORE = { id: 'sto_1', name: 'Loja', plan: 'BASIC', url: 'loja.example' }

/** A store over real HTTP that stops with the test. `answers` overrides the response of an operation. */
export async function startScriptedStore(queue: QueuedDelivery[], answers: Answers) {
  const requests: Recorded[] = []
  const store = { baseUrl: '', queue, requests, answers, reports: [] as string[] }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const operation = operationOf(`http://localhost${request.url ?? '/'}`)
    requests.push({ operation, method: request.method ?? '', headers: request.headers, body })
    const normal = operation ? respond(operation, body) : { status: 404, body: '{}' }
    const answer = (operation && answers[operation]) ?? normal
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }

  function respond(operation: Operation, body: string): Scripted {
    if (operation === 'init') return ok({ ...OWNED_STORE, expirationDate: '2030-01-01T00:00:00.000Z' })
    if (operation === 'queue') return ok({ checkouts: store.queue })
    const { commandQueueId } = JSON.parse(body) as { commandQueueId: string }
    store.reports.push(commandQueueId)
    if (answers.report === undefined) store.queue = store.queue.filter(({ id }) => id !== commandQueueId)
    return ok({ id: commandQueueId, status: 'PROCESSED' })
  }

  const server = await listen((request, response) => void handle(request, response))
  store.baseUrl = server.url
  onTestFinished(server.close)
  return store
}

function ok(body: object): Scripted {
  return { status: 200, body: JSON.stringify(body) }
}
