import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** An element of the queue, with what 2.0 says of it. */
export type Element = {
  id: string
  gameUserId: string
  deliveryType: 'APPROVE' | 'REFUND' | 'EXPIRE'
  products: { commands: string[] }[]
  attempt: number
  done: number
  repeatable: boolean
  conditions: { online: boolean; delaySeconds: number; freeSlots: number }
  /** After a failure, by performance.now(). */
  restsUntil?: number
}

type Outcome = { id: string; attempt: number; outcome: string; done: number; reason?: string; retry?: boolean }

type Call = { path: string; body: Record<string, unknown>; key: string | undefined; wait: number }

export type SmallStore = {
  url: string
  /** What waits, in order. Reports take out what was done or is held; what failed stays with a higher attempt. */
  queue: Element[]
  outcomes: Outcome[]
  calls: Call[]
  /** Reports are answered 503 while this is true, after the store has read them. */
  losesReports: boolean
  /** Offers also what the caller says it has. */
  ignoresHolding: boolean
  /** Hands out whoever is there. */
  ignoresOnline: boolean
  /** How long a poll waits at most. */
  waitMostMs: number
  close: () => Promise<void>
}

const REST_MS = 200

/** A store without purchases, for what a real one cannot be made to do: it speaks 2.0, or 1.0 alone. */
export async function openSmallStore({ speaks }: { speaks: '1.0' | '2.0' }): Promise<SmallStore> {
  const server = createServer((request, response) => {
    void handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store: SmallStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queue: [],
    outcomes: [],
    calls: [],
    losesReports: false,
    ignoresHolding: false,
    ignoresOnline: false,
    waitMostMs: 300,
    async close() {
      store.waitMostMs = 0
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    store.calls.push(call)
    const [status, answer] = await serve(call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  async function serve(call: Call): Promise<[number, object]> {
    if (!call.path.startsWith(`/api/games/${speaks}/`)) return [404, {}]
    if (call.path.endsWith('/init')) return [200, { store: { name: 'Small' }, name: 'Small' }]
    if (call.path.endsWith('/poll')) return [200, { commands: await waitFor(call, () => offered(call)), more: false }]
    if (call.path.endsWith('/pending-commands')) {
      return [200, { checkouts: await waitFor(call, () => store.queue.map(asIn1)) }]
    }
    const reported = (call.body['outcomes'] ?? [doneBy(call)]) as Outcome[]
    if (store.losesReports) return [503, {}]
    return [200, { results: reported.map(settle) }]
  }

  async function waitFor<T>({ wait }: Call, look: () => T[]): Promise<T[]> {
    const begun = performance.now()
    const longest = () => Math.min(wait * 1_000, store.waitMostMs)
    while (look().length === 0 && performance.now() - begun < longest()) await sleep(5)
    return look()
  }

  /** Behind an element that rests after a failure, the later ones of its player wait. */
  function offered({ body }: Call): Element[] {
    const { online, holding } = body as { online: string[]; holding: string[] }
    const resting = new Set<string>()
    return store.queue.filter(({ id, gameUserId, conditions, restsUntil = 0 }) => {
      if (restsUntil > performance.now()) resting.add(gameUserId)
      const isHeld = !store.ignoresHolding && holding.includes(id)
      return !isHeld && !resting.has(gameUserId) && (!conditions.online || isThere(gameUserId, online))
    })
  }

  function isThere(player: string, online: string[]): boolean {
    return store.ignoresOnline || online.some((id) => id.toLowerCase() === player.toLowerCase())
  }

  function settle(outcome: Outcome): object {
    store.outcomes.push(outcome)
    const element = store.queue.find(({ id, attempt }) => id === outcome.id && attempt === outcome.attempt)
    if (!element) return { id: outcome.id, status: 'processed' }
    if (outcome.outcome === 'failed' && outcome.retry !== false) {
      element.attempt++
      element.done = outcome.done
      element.restsUntil = performance.now() + REST_MS
      return { id: outcome.id, status: 'waiting' }
    }
    store.queue.splice(store.queue.indexOf(element), 1)
    return { id: outcome.id, status: outcome.outcome === 'done' ? 'processed' : 'held' }
  }

  function doneBy({ body }: Call): Outcome {
    return { id: String(body['commandQueueId']), attempt: 1, outcome: 'done', done: 0 }
  }

  return store
}

/** EXPIRE has one product, the others have many. */
function asIn1({ id, gameUserId, deliveryType, products }: Element): object {
  const element = { id, storeId: 'sto_1', checkoutId: 'chk_1', gameUserId, deliveryType }
  return deliveryType === 'EXPIRE' ? { ...element, product: products[0] } : { ...element, products }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const wait = /wait=(\d+)/.exec(String(request.headers['prefer'] ?? ''))?.[1] ?? 0
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { path: request.url ?? '', body, key: request.headers.authorization, wait: Number(wait) }
}
