import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { DeliveryCommand, Outcome, OutcomeResult, PollRequest } from '@quartermaster/sdk'

type Sale = Partial<Omit<DeliveryCommand, 'id' | 'products'>> & { commands: string[]; product?: string }

export type SmallStore = {
  url: string
  sell: (sale: Sale) => string
  /** What the owner decides about what is held. */
  sendAgain: (id: string, done?: number) => void
  waiting: () => string[]
  held: () => string[]
  outcomes: Outcome[]
  polls: PollRequest[]
  /** So many of the next requests of this kind are answered with this status, after they took effect. */
  refuse: (kind: 'init' | 'poll' | 'report', status: number, times: number) => void
  stop: () => Promise<void>
}

export const KEY = 'a-key-for-tests'

type Element = DeliveryCommand & { state: 'waiting' | 'processed' | 'held' }

/** The store's side of 2.0, in memory: enough to try an agent on, without back-off. */
export async function startSmallStore(): Promise<SmallStore> {
  const elements = new Map<string, Element>()
  const outcomes: Outcome[] = []
  const polls: PollRequest[] = []
  const refusals: { kind: string; status: number }[] = []
  const listeners = new Set<() => void>()
  const tell = () => [...listeners].forEach((listener) => listener())

  function ready({ online, holding = [], most = 1_000 }: PollRequest): DeliveryCommand[] {
    const names = online?.map((name) => name.toLowerCase()) ?? []
    return [...elements.values()]
      .filter(({ id, state }) => state === 'waiting' && !holding.includes(id))
      .filter(({ conditions, gameUserId }) => !conditions.online || !online || names.includes(gameUserId.toLowerCase()))
      .slice(0, most)
  }

  async function poll(asked: PollRequest, seconds: number, request: IncomingMessage): Promise<DeliveryCommand[]> {
    polls.push(asked)
    const until = Date.now() + seconds * 1_000
    while (ready(asked).length === 0 && Date.now() < until && !request.socket.destroyed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, until - Date.now())
        const go = () => {
          clearTimeout(timer)
          listeners.delete(go)
          request.socket.off('close', go)
          resolve()
        }
        listeners.add(go)
        request.socket.once('close', go)
      })
    }
    return ready(asked)
  }

  function settle(outcome: Outcome): OutcomeResult {
    const { id, attempt } = outcome
    const element = elements.get(id)
    if (!element) return { id, status: 'unknown' }
    if (element.attempt !== attempt || element.state !== 'waiting') return { id, status: element.state }
    if (outcome.outcome === 'done') element.state = 'processed'
    else if (outcome.outcome === 'in_doubt' || outcome.retry === false) element.state = 'held'
    else element.attempt++
    element.done = outcome.done ?? element.done
    return { id, status: element.state }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const kind = request.url?.split('/').at(-1) ?? ''
    const body = JSON.parse((await text(request)) || '{}') as PollRequest & { outcomes?: Outcome[] }
    const reply = (status: number, value: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'preference-applied': 'wait' })
        .end(JSON.stringify(value))
    if (request.headers.authorization !== `Bearer ${KEY}`)
      return void reply(401, { code: 'unauthorized', detail: 'No' })
    const wait = Number(/wait=(\d+)/.exec(String(request.headers['prefer']))?.[1] ?? 0)
    const value =
      kind === 'init'
        ? { store: STORE, server: { id: 'srv_1', name: 'Test' } }
        : kind === 'poll'
          ? { commands: await poll(body, wait, request), more: false }
          : { results: (body.outcomes ?? []).map(settle) }
    if (kind === 'report') outcomes.push(...(body.outcomes ?? []))
    const refusal = refusals.findIndex((each) => each.kind === kind)
    if (refusal === -1) reply(200, value)
    else
      reply(refusals.splice(refusal, 1)[0]?.status ?? 500, { code: 'refused', detail: 'Not now', requestId: 'req_1' })
    tell()
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const find = (state: Element['state']) =>
    [...elements.values()].filter((each) => each.state === state).map(({ id }) => id)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sell({ commands, product = 'VIP', ...given }) {
      const id = `cmd_${elements.size + 1}`
      const products = [{ id: 'prd_1', name: product, price: 5, quantity: 1 as const, commands }]
      elements.set(id, { ...PLAIN, ...given, id, products, state: 'waiting' })
      tell()
      return id
    },
    sendAgain(id, done) {
      const element = elements.get(id)
      if (!element) throw new Error(`${id} was never sold`)
      Object.assign(element, { state: 'waiting', attempt: element.attempt + 1, done: done ?? element.done })
      tell()
    },
    waiting: () => find('waiting'),
    held: () => find('held'),
    outcomes,
    polls,
    refuse(kind, status, times) {
      for (let i = 0; i < times; i++) refusals.push({ kind, status })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const STORE = {
  id: 'sto_1',
  name: 'Shop',
  plan: 'BASIC',
  expirationDate: '2030-01-01T00:00:00.000Z',
  url: 'shop.example',
}
const PLAIN = {
  checkoutId: 'chk_1',
  gameUserId: 'steve',
  deliveryType: 'APPROVE' as const,
  attempt: 1,
  done: 0,
  repeatable: false,
  conditions: { online: false, delaySeconds: 0, freeSlots: 0 },
}
