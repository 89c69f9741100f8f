import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { DeliveryCommand, Outcome, PollRequest, OutcomeResult } from '@quartermaster/sdk'

type Sale = Partial<Omit<DeliveryCommand, 'id' | 'products'>> & { commands: string[]; product?: string }

export type TestStore = {
  url: string
  sell: (sale: Sale) => string
  /** Resolves a held delivery with a retry. */
  retry: (id: string, done?: number) => void
  pendingIds: () => string[]
  heldIds: () => string[]
  outcomes: Outcome[]
  polls: PollRequest[]
  /** The next requests of this kind get this status, after they took effect. */
  failRequests: (kind: 'init' | 'poll' | 'report', status: number, times: number) => void
  stop: () => Promise<void>
}

export const KEY = 'a-key-for-tests'

type StoredDelivery = DeliveryCommand & { state: 'waiting' | 'processed' | 'held' }

/** The games 2.0 interface in memory, without back-off. */
export async function startTestStore(): Promise<TestStore> {
  const deliveries = new Map<string, StoredDelivery>()
  const outcomes: Outcome[] = []
  const polls: PollRequest[] = []
  const plannedFailures: { kind: string; status: number }[] = []
  const listeners = new Set<() => void>()
  const notify = () => [...listeners].forEach((listener) => listener())

  function listPending({ online, holding = [], most = 1_000 }: PollRequest): DeliveryCommand[] {
    const names = online?.map((name) => name.toLowerCase()) ?? []
    return [...deliveries.values()]
      .filter(({ id, state }) => state === 'waiting' && !holding.includes(id))
      .filter(({ conditions, gameUserId }) => !conditions.online || !online || names.includes(gameUserId.toLowerCase()))
      .slice(0, most)
  }

  async function handlePoll(
    poll: PollRequest,
    waitSeconds: number,
    request: IncomingMessage,
  ): Promise<DeliveryCommand[]> {
    polls.push(poll)
    const deadline = Date.now() + waitSeconds * 1_000
    while (listPending(poll).length === 0 && Date.now() < deadline && !request.socket.destroyed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now())
        const stopWaiting = () => {
          clearTimeout(timer)
          listeners.delete(stopWaiting)
          request.socket.off('close', stopWaiting)
          resolve()
        }
        listeners.add(stopWaiting)
        request.socket.once('close', stopWaiting)
      })
    }
    return listPending(poll)
  }

  function applyOutcome(outcome: Outcome): OutcomeResult {
    const { id, attempt } = outcome
    const delivery = deliveries.get(id)
    if (!delivery) return { id, status: 'unknown' }
    if (delivery.attempt !== attempt || delivery.state !== 'waiting') return { id, status: delivery.state }
    if (outcome.outcome === 'done') delivery.state = 'processed'
    else if (outcome.outcome === 'in_doubt' || outcome.retry === false) delivery.state = 'held'
    else delivery.attempt++
    delivery.done = outcome.done ?? delivery.done
    return { id, status: delivery.state }
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const kind = request.url?.split('/').at(-1) ?? ''
    const body = JSON.parse((await text(request)) || '{}') as PollRequest & { outcomes?: Outcome[] }
    const respond = (status: number, value: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'preference-applied': 'wait' })
        .end(JSON.stringify(value))
    if (request.headers.authorization !== `Bearer ${KEY}`)
      return void respond(401, { code: 'unauthorized', detail: 'No' })
    const waitSeconds = Number(/wait=(\d+)/.exec(String(request.headers['prefer']))?.[1] ?? 0)
    const value =
      kind === 'init'
        ? { store: STORE, server: { id: 'srv_1', name: 'Test' } }
        : kind === 'poll'
          ? { commands: await handlePoll(body, waitSeconds, request), more: false }
          : { results: (body.outcomes ?? []).map(applyOutcome) }
    if (kind === 'report') outcomes.push(...(body.outcomes ?? []))
    const failureIndex = plannedFailures.findIndex((failure) => failure.kind === kind)
    if (failureIndex === -1) respond(200, value)
    else {
      const status = plannedFailures.splice(failureIndex, 1)[0]?.status ?? 500
      respond(status, { code: 'refused', detail: 'Not now', requestId: 'req_1' })
    }
    notify()
  }

  const server = createServer((request, response) => void handleRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listIds = (state: StoredDelivery['state']) =>
    [...deliveries.values()].filter((delivery) => delivery.state === state).map(({ id }) => id)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sell({ commands, product = 'VIP', ...fields }) {
      const id = `cmd_${deliveries.size + 1}`
      const products = [{ id: 'prd_1', name: product, price: 5, quantity: 1 as const, commands }]
      deliveries.set(id, { ...DEFAULT_DELIVERY, ...fields, id, products, state: 'waiting' })
      notify()
      return id
    },
    retry(id, done) {
      const delivery = deliveries.get(id)
      if (!delivery) throw new Error(`${id} does not exist`)
      Object.assign(delivery, { state: 'waiting', attempt: delivery.attempt + 1, done: done ?? delivery.done })
      notify()
    },
    pendingIds: () => listIds('waiting'),
    heldIds: () => listIds('held'),
    outcomes,
    polls,
    failRequests(kind, status, times) {
      for (let i = 0; i < times; i++) plannedFailures.push({ kind, status })
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
const DEFAULT_DELIVERY = {
  checkoutId: 'chk_1',
  gameUserId: 'steve',
  deliveryType: 'APPROVE' as const,
  attempt: 1,
  done: 0,
  repeatable: false,
  conditions: { online: false, delaySeconds: 0, freeSlots: 0 },
}
