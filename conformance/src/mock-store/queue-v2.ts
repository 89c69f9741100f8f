import { MAX_ATTEMPTS, RETRY_DELAYS_SECONDS } from '@quartermaster/contract/games/limits'
import type { Delivery } from './delivery.ts'
import { getField } from './find-request-errors.ts'
import { type Queue, STORE } from './queue.ts'
import { type MockResponse, okResponse, problemResponse } from './response.ts'
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

type Status = 'waiting' | 'processed' | 'held' | 'cancelled'
type Entry = { delivery: Delivery; attempt: number; done: number; status: Status; readyAt: number }

export type QueueV2 = Queue & {
  /** The number of outcomes in each report. */
  batchSizes: number[]
  getOutcomes: (delivery: Delivery) => Outcome[]
  /** Enqueues a delivery of a later attempt, after some of its console commands have run. */
  enqueueAttempt: (delivery: Delivery, at: { attempt: number; done: number }) => void
  /** Retries a held delivery, as the staff of a store can. */
  retry: (delivery: Delivery) => void
  cancel: (delivery: Delivery) => void
}

const SERVER = { id: 'srv_conformance', name: 'Conformance' }

type QueueOptions = { maxCommands: number; secondMs: number; onChange: () => void }

/** The queue of 2.0: it knows the players online, the commands that the client holds, attempts, backoff and outcomes. */
export function createQueueV2({ maxCommands, secondMs, onChange }: QueueOptions): QueueV2 {
  const entries = new Map<string, Entry>()
  const outcomes: Outcome[] = []
  const batchSizes: number[] = []
  const reported: string[] = []

  /** While a delivery backs off, later deliveries to the same player wait. */
  function findReady({ body }: StoreRequest): Entry[] {
    const online = getField(body, 'online') as string[] | undefined
    const holding = new Set((getField(body, 'holding') as string[] | undefined) ?? [])
    const backingOff = new Set<string>()
    return [...entries.values()].filter(({ delivery, status, readyAt }) => {
      if (status !== 'waiting' || backingOff.has(delivery.player)) return false
      if (readyAt > Date.now()) {
        backingOff.add(delivery.player)
        return false
      }
      if (online && delivery.conditions.online && !online.includes(delivery.player)) return false
      return !holding.has(delivery.id)
    })
  }

  function poll(request: StoreRequest): MockResponse {
    const ready = findReady(request)
    const limit = Math.min(maxCommands, Number(getField(request.body, 'most') ?? maxCommands))
    return okResponse({ commands: ready.slice(0, limit).map(toWire), more: ready.length > limit })
  }

  function recordOutcome(outcome: Outcome): object {
    const entry = entries.get(outcome.id)
    if (!entry) return { id: outcome.id, status: 'unknown' }
    outcomes.push(outcome)
    if (outcome.attempt === entry.attempt && entry.status === 'waiting') applyOutcome(entry, outcome)
    const { status, readyAt } = entry
    return status === 'waiting'
      ? { id: outcome.id, status, retryAt: new Date(readyAt).toISOString() }
      : { id: outcome.id, status }
  }

  function applyOutcome(entry: Entry, { id, outcome, done = 0, retry = true }: Outcome): void {
    entry.done = Math.max(entry.done, done)
    if (outcome === 'done') {
      entry.status = 'processed'
      reported.push(id)
    } else if (outcome === 'in_doubt' || !retry || entry.attempt >= MAX_ATTEMPTS) {
      entry.status = 'held'
    } else {
      const delayMs = (RETRY_DELAYS_SECONDS[entry.attempt - 1] ?? 0) * secondMs
      entry.attempt += 1
      entry.readyAt = Date.now() + delayMs
      setTimeout(onChange, delayMs).unref()
    }
  }

  function enqueueAttempt(delivery: Delivery, { attempt, done }: { attempt: number; done: number }): void {
    entries.set(delivery.id, { delivery, attempt, done, status: 'waiting', readyAt: 0 })
    onChange()
  }

  return {
    batchSizes,
    reported,
    hasReport: ({ id }) => entries.get(id)?.status === 'processed',
    enqueueAttempt,
    enqueue: (...deliveries) => deliveries.forEach((delivery) => enqueueAttempt(delivery, { attempt: 1, done: 0 })),
    isBackingOff: () =>
      [...entries.values()].some(({ status, readyAt }) => status === 'waiting' && readyAt > Date.now()),
    hasDeliveries: (request) => findReady(request).length > 0,
    getOutcomes: ({ id }) => outcomes.filter((outcome) => outcome.id === id),
    retry({ id }) {
      const entry = entries.get(id)
      if (entry) Object.assign(entry, { attempt: entry.attempt + 1, status: 'waiting', readyAt: 0 })
      onChange()
    },
    cancel({ id }) {
      const entry = entries.get(id)
      if (entry) entry.status = 'cancelled'
      onChange()
    },
    respond(request) {
      const [error] = request.errors
      if (error !== undefined) return problemResponse('invalid_request', error)
      if (request.operation === 'init') return okResponse({ store: STORE, server: SERVER })
      if (request.operation === 'poll') return poll(request)
      const batch = getField(request.body, 'outcomes') as Outcome[]
      batchSizes.push(batch.length)
      return okResponse({ results: batch.map(recordOutcome) })
    },
  }
}

function toWire({ delivery, attempt, done }: Entry): object {
  const { id, checkoutId, player, deliveryType, products, repeatable, conditions } = delivery
  return { id, checkoutId, gameUserId: player, deliveryType, products, attempt, done, repeatable, conditions }
}
