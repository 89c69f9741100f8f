import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../kit/game/listen.ts'

/** A delivery with the fields of games 2.0. */
export type QueuedDelivery = {
  id: string
  gameUserId: string
  deliveryType: 'APPROVE' | 'REFUND' | 'EXPIRE'
  products: { commands: string[] }[]
  attempt: number
  done: number
  repeatable: boolean
  conditions: { online: boolean; delaySeconds: number; freeSlots: number }
  /** After a failure, by performance.now(). */
  retryAt?: number
}

type Outcome = { id: string; attempt: number; outcome: string; done: number; reason?: string; retry?: boolean }

type Call = { path: string; body: Record<string, unknown>; key: string | undefined; waitSeconds: number }

export type MockStore = {
  url: string
  /** The pending deliveries in order. A failed delivery stays, with the next attempt. */
  queue: QueuedDelivery[]
  outcomes: Outcome[]
  calls: Call[]
  /** The store reads reports, but responds with 503. */
  losesReports: boolean
  /** The store dispatches also deliveries that the client holds. */
  ignoresHolding: boolean
  /** The store dispatches also to offline players. */
  ignoresOnline: boolean
  maxWaitMs: number
  close: () => Promise<void>
}

const RETRY_DELAY_MS = 200

/** A store without purchases, for situations that a real store cannot be brought into. It speaks 2.0 or only 1.0. */
export async function startMockStore({ speaks }: { speaks: '1.0' | '2.0' }): Promise<MockStore> {
  const server = await listen((request, response) => void handle(request, response))
  const store: MockStore = {
    url: server.url,
    queue: [],
    outcomes: [],
    calls: [],
    losesReports: false,
    ignoresHolding: false,
    ignoresOnline: false,
    maxWaitMs: 300,
    async close() {
      store.maxWaitMs = 0
      await server.close()
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    store.calls.push(call)
    const [status, body] = await respond(call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async function respond(call: Call): Promise<[number, object]> {
    if (!call.path.startsWith(`/api/games/${speaks}/`)) return [404, {}]
    if (call.path.endsWith('/init')) return [200, { store: { name: 'Mock' }, name: 'Mock' }]
    if (call.path.endsWith('/poll')) return [200, { commands: await waitFor(call, () => select(call)), more: false }]
    if (call.path.endsWith('/pending-commands')) {
      return [200, { checkouts: await waitFor(call, () => store.queue.map(formatAsV1)) }]
    }
    const reported = (call.body['outcomes'] ?? [readReportOfV1(call)]) as Outcome[]
    if (store.losesReports) return [503, {}]
    return [200, { results: reported.map(applyOutcome) }]
  }

  async function waitFor<T>({ waitSeconds }: Call, read: () => T[]): Promise<T[]> {
    const startedAt = performance.now()
    const maxMs = () => Math.min(waitSeconds * 1_000, store.maxWaitMs)
    while (read().length === 0 && performance.now() - startedAt < maxMs()) await sleep(5)
    return read()
  }

  /** A delivery that waits for its retry blocks the later ones of its player. */
  function select({ body }: Call): QueuedDelivery[] {
    const { online, holding } = body as { online: string[]; holding: string[] }
    const blocked = new Set<string>()
    return store.queue.filter(({ id, gameUserId, conditions, retryAt = 0 }) => {
      if (retryAt > performance.now()) blocked.add(gameUserId)
      const isHeld = !store.ignoresHolding && holding.includes(id)
      return !isHeld && !blocked.has(gameUserId) && (!conditions.online || isOnline(gameUserId, online))
    })
  }

  function isOnline(player: string, online: string[]): boolean {
    return store.ignoresOnline || online.some((id) => id.toLowerCase() === player.toLowerCase())
  }

  function applyOutcome(outcome: Outcome): object {
    store.outcomes.push(outcome)
    const delivery = store.queue.find(({ id, attempt }) => id === outcome.id && attempt === outcome.attempt)
    if (!delivery) return { id: outcome.id, status: 'processed' }
    if (outcome.outcome === 'failed' && outcome.retry !== false) {
      delivery.attempt++
      delivery.done = outcome.done
      delivery.retryAt = performance.now() + RETRY_DELAY_MS
      return { id: outcome.id, status: 'waiting' }
    }
    store.queue.splice(store.queue.indexOf(delivery), 1)
    return { id: outcome.id, status: outcome.outcome === 'done' ? 'processed' : 'held' }
  }

  return store
}

function readReportOfV1({ body }: Call): Outcome {
  return { id: String(body['commandQueueId']), attempt: 1, outcome: 'done', done: 0 }
}

/** EXPIRE has one product, the other types have a list. */
function formatAsV1({ id, gameUserId, deliveryType, products }: QueuedDelivery): object {
  const delivery = { id, storeId: 'sto_1', checkoutId: 'chk_1', gameUserId, deliveryType }
  return deliveryType === 'EXPIRE' ? { ...delivery, product: products[0] } : { ...delivery, products }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const body = await text(request)
  const waitSeconds = Number(/wait=(\d+)/.exec(String(request.headers['prefer'] ?? ''))?.[1] ?? 0)
  const { url: path = '', headers } = request
  return { path, body: body === '' ? {} : (JSON.parse(body) as Call['body']), key: headers.authorization, waitSeconds }
}
