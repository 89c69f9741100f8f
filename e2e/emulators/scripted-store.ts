import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Operation, operationOf, type QueuedElement } from './store-connection.ts'

type Recorded = { operation: Operation | undefined; method: string; headers: IncomingHttpHeaders; body: string }

type Scripted = { status: number; body: string }

const OWNED_STORE = { id: 'sto_1', name: 'Loja', plan: 'BASIC', url: 'loja.example' }

/**
 * A store that answers what a test tells it to, over real HTTP, and closes with the test.
 *
 * Reported elements leave the queue, as they do at a real store; `answers` overrides
 * what is said of an operation, never what is recorded.
 */
export async function startScriptedStore(queue: QueuedElement[] = []) {
  const requests: Recorded[] = []
  const answers: Partial<Record<Operation, Scripted>> = {}
  const store = { baseUrl: '', queue, requests, answers, reports: [] as string[] }

  const server = createServer((request, response) => void answerRequest(request, response))

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const operation = operationOf(`http://localhost${request.url ?? '/'}`)
    requests.push({ operation, method: request.method ?? '', headers: request.headers, body })
    const usual = operation ? act(operation, body) : { status: 404, body: '{}' }
    const answer = (operation && answers[operation]) ?? usual
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }

  function act(operation: Operation, body: string): Scripted {
    if (operation === 'init') return ok({ ...OWNED_STORE, expirationDate: '2030-01-01T00:00:00.000Z' })
    if (operation === 'queue') return ok({ checkouts: store.queue })
    const { commandQueueId } = JSON.parse(body) as { commandQueueId: string }
    store.reports.push(commandQueueId)
    if (answers.report === undefined) store.queue = store.queue.filter(({ id }) => id !== commandQueueId)
    return ok({ id: commandQueueId, status: 'PROCESSED' })
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  store.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return store
}

function ok(body: object): Scripted {
  return { status: 200, body: JSON.stringify(body) }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
