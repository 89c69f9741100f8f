import { MAX_ATTEMPTS, RETRY_DELAYS_SECONDS } from '@quartermaster/contract/games-limits'
import { type Answer, ok, problem } from './response.ts'
import type { Element } from './delivery.ts'
import type { Queue } from './queue-v1.ts'
import { fieldOf } from './find-request-errors.ts'
import type { StoreRequest } from './store-request.ts'

export type Outcome = {
  id: string
  attempt: number
  outcome: 'done' | 'failed' | 'in_doubt'
  done?: number
  reason?: string
  output?: string
  retry?: boolean
}

type State = 'waiting' | 'processed' | 'held' | 'cancelled'
type Entry = { element: Element; attempt: number; done: number; state: State; readyAt: number }

export type QueueV2 = Queue & {
  outcomes: Outcome[]
  /** Outcomes in each report request. */
  batches: number[]
  outcomesOf: (element: Element) => Outcome[]
  stateOf: (element: Element) => State | undefined
  /** Hands an element out as one of a later attempt, of which the first steps ran before. */
  offerAt: (element: Element, at: { attempt: number; done: number }) => void
  /** As its owner does: the doubt is settled by sending it again. */
  sendAgain: (element: Element) => void
  withdraw: (element: Element) => void
}

const STORE = {
  id: 'sto_conformance',
  name: 'Loja ⚔ Conformance',
  plan: 'BASIC',
  expirationDate: '2099-12-31T23:59:59.000Z',
  url: 'store.example',
}
const SERVER = { id: 'srv_conformance', name: 'Conformance' }

/** The queue as 2.0 shows it: by who is online and what is held, with attempts, back-off and doubts. */
export function createQueueV2({
  partSize,
  secondMs,
  changed,
}: {
  partSize: number
  secondMs: number
  changed: () => void
}): QueueV2 {
  const entries = new Map<string, Entry>()
  const outcomes: Outcome[] = []
  const batches: number[] = []
  const reported: string[] = []

  function ready({ body }: StoreRequest): Entry[] {
    const online = fieldOf(body, 'online') as string[] | undefined
    const holding = new Set((fieldOf(body, 'holding') as string[] | undefined) ?? [])
    const backingOff = new Set<string>()
    return [...entries.values()].filter(({ element, state, readyAt }) => {
      if (state !== 'waiting' || backingOff.has(element.player)) return false
      if (readyAt > Date.now()) {
        backingOff.add(element.player)
        return false
      }
      if (online && element.conditions.online && !online.includes(element.player)) return false
      return !holding.has(element.id)
    })
  }

  function poll(request: StoreRequest): Answer {
    const all = ready(request)
    const most = Math.min(partSize, Number(fieldOf(request.body, 'most') ?? partSize))
    return ok({ commands: all.slice(0, most).map(toWire), more: all.length > most })
  }

  function settle(outcome: Outcome): object {
    const entry = entries.get(outcome.id)
    if (!entry) return { id: outcome.id, status: 'unknown' }
    outcomes.push(outcome)
    if (outcome.attempt === entry.attempt && entry.state === 'waiting') apply(entry, outcome)
    const { state, readyAt } = entry
    return state === 'waiting'
      ? { id: outcome.id, status: state, retryAt: new Date(readyAt).toISOString() }
      : { id: outcome.id, status: state }
  }

  function apply(entry: Entry, { id, outcome, done = 0, retry = true }: Outcome): void {
    entry.done = Math.max(entry.done, done)
    if (outcome === 'done') {
      entry.state = 'processed'
      reported.push(id)
    } else if (outcome === 'in_doubt' || !retry || entry.attempt >= MAX_ATTEMPTS) {
      entry.state = 'held'
    } else {
      const delayMs = (RETRY_DELAYS_SECONDS[entry.attempt - 1] ?? 0) * secondMs
      entry.attempt += 1
      entry.readyAt = Date.now() + delayMs
      setTimeout(changed, delayMs).unref()
    }
  }

  const offerAt = (element: Element, { attempt, done }: { attempt: number; done: number }) => {
    entries.set(element.id, { element, attempt, done, state: 'waiting', readyAt: 0 })
    changed()
  }
  return {
    outcomes,
    batches,
    reported,
    hasReport: ({ id }) => entries.get(id)?.state === 'processed',
    offerAt,
    offer: (...elements) => elements.forEach((element) => offerAt(element, { attempt: 1, done: 0 })),
    waiting: () => [...entries.values()].filter(({ state }) => state === 'waiting').map(({ element }) => element.id),
    isBackingOff: () => [...entries.values()].some(({ state, readyAt }) => state === 'waiting' && readyAt > Date.now()),
    hasWork: (request) => ready(request).length > 0,
    outcomesOf: ({ id }) => outcomes.filter((outcome) => outcome.id === id),
    stateOf: ({ id }) => entries.get(id)?.state,
    sendAgain({ id }) {
      const entry = entries.get(id)
      if (entry) Object.assign(entry, { attempt: entry.attempt + 1, state: 'waiting', readyAt: 0 })
      changed()
    },
    withdraw({ id }) {
      const entry = entries.get(id)
      if (entry) entry.state = 'cancelled'
      changed()
    },
    answer(request) {
      const [fault] = request.faults
      if (fault !== undefined) return problem('invalid_request', fault)
      if (request.operation === 'init') return ok({ store: STORE, server: SERVER })
      if (request.operation === 'queue') return poll(request)
      const given = fieldOf(request.body, 'outcomes') as Outcome[]
      batches.push(given.length)
      return ok({ results: given.map(settle) })
    },
  }
}

function toWire({ element, attempt, done }: Entry): object {
  const { id, checkoutId, player, deliveryType, products, repeatable, conditions } = element
  return { id, checkoutId, gameUserId: player, deliveryType, products, attempt, done, repeatable, conditions }
}
