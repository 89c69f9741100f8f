import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery } from '../../../conformance/src/mock-store/delivery.ts'
import { createQueueV1 } from '../../../conformance/src/mock-store/queue-v1.ts'
import { createQueueV2, type Outcome } from '../../../conformance/src/mock-store/queue-v2.ts'
import { type MockResponse, okResponse, problemResponse } from '../../../conformance/src/mock-store/response.ts'
import { findOperation, getWaitSeconds, type StoreRequest } from '../../../conformance/src/mock-store/store-request.ts'
import { listen } from '../../kit/game/listen.ts'

type Call = StoreRequest & { body: { online?: string[]; holding?: string[]; [field: string]: unknown } }

/** With a second of 40 ms, the first retry of a failed delivery comes after 200 ms. */
const QUEUE_SETTINGS = { maxCommands: 50, secondMs: 40, onChange: () => undefined }

export type MockStore = Awaited<ReturnType<typeof startMockStore>>

/** A store without purchases, for situations that a real store cannot be brought into. It speaks 2.0 or only 1.0. */
export async function startMockStore({ speaks }: { speaks: '1.0' | '2.0' }) {
  const queueV2 = createQueueV2(QUEUE_SETTINGS)
  const queue = speaks === '2.0' ? queueV2 : createQueueV1(QUEUE_SETTINGS)
  const server = await listen((request, response) => void handle(request, response))
  const calls: Call[] = []
  const store = {
    url: server.url,
    calls,
    /** The outcomes of all reports that were not lost. */
    outcomes: [] as Outcome[],
    /** The store reads reports, but responds with 503. */
    losesReports: false,
    /** The store dispatches also deliveries that the client holds. */
    ignoresHolding: false,
    /** The store dispatches also to offline players. */
    ignoresOnline: false,
    maxWaitMs: 300,
    enqueue(delivery: Delivery, at: { attempt: number; done: number }): void {
      if (queue === queueV2) queueV2.enqueueAttempt(delivery, at)
      else queue.enqueue(delivery)
    },
    countCalls: (operation: Call['operation']) => calls.filter((call) => call.operation === operation).length,
    isHolding: (id: string) => calls.some(({ body }) => body.holding?.includes(id)),
    async close(): Promise<void> {
      store.maxWaitMs = 0
      await server.close()
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers, url = '' } = request
    const given = await text(request)
    const body = given === '' ? {} : (JSON.parse(given) as Call['body'])
    const found = findOperation(url)
    const call = found && { ...found, method, headers, body, index: 0, receivedAt: 0, errors: [] }
    if (call) calls.push(call)
    const isKnown = call?.version === speaks
    const result = isKnown ? await respond(call) : problemResponse('not_found', `This store speaks ${speaks}`)
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.body)
  }

  async function respond(call: Call): Promise<MockResponse> {
    if (call.operation === 'init') return okResponse({ store: { name: 'Mock' }, name: 'Mock' })
    if (call.operation === 'poll') {
      const { online, holding, ...rest } = call.body
      const visible = { ...(!store.ignoresOnline && { online }), ...(!store.ignoresHolding && { holding }), ...rest }
      return respondToPoll({ ...call, body: visible })
    }
    if (store.losesReports) return problemResponse('unavailable', 'The report is lost')
    const { commandQueueId, outcomes = [{ id: commandQueueId, attempt: 1, outcome: 'done' }] } = call.body
    store.outcomes.push(...(outcomes as Outcome[]))
    return queue.respond(call)
  }

  async function respondToPoll(poll: StoreRequest): Promise<MockResponse> {
    const startedAt = performance.now()
    const maxMs = () => Math.min(getWaitSeconds(poll) * 1_000, store.maxWaitMs)
    while (!queue.hasDeliveries(poll) && performance.now() - startedAt < maxMs()) await sleep(5)
    return queue.respond(poll)
  }

  return store
}
