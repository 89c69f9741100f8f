import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { type EventId, formatId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { giveUpWaiting } from '../endpoints/disable-endpoint.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import type { ConcurrencyLimit } from '../../db/concurrency-limit.ts'
import { type DueDelivery, type DueWork, loadDueEvents } from './load-due-events.ts'
import { isSuccess, recordResults, type Result } from './record-results.ts'
import { backOffAfter, retryAfterOf } from './retry-schedule.ts'
import { type Sending, sendWebhook } from './send-webhook.ts'
import { signWebhook } from './sign-webhook.ts'

const AT_ONCE = 4
const LOADED_AT_ONCE = 16
/** A changed secret or a disabled endpoint counts after this long at the latest. */
const STALE_MS = 2_000
const LOOK_MS = 250
const NOTE_PATIENCE_MS = 60_000

export type LaneParts = {
  app: Db
  sealer: Sealer
  sending: Sending
  /** Every use of the database goes through it: many lanes must not crowd out the store. */
  gate: ConcurrencyLimit
  /** Whether the lane is one of those for endpoints that fail. */
  isFailing: boolean
  /** Whether the endpoint is still ours, and nobody else should have the lane. */
  mayGoOn: () => boolean
  /** Ends requests that are under way: the process is about to end. */
  stop: AbortSignal
  onDisabled: (reason: 'gone' | 'failing') => void
}

/**
 * Delivers to one endpoint until nothing is due. A few requests at once; an endpoint that fails gets one, so that its
 * recovery is seen and little is wasted. Rejects when the database is away: whatever was not noted is sent again.
 */
export async function sendToEndpoint(key: EndpointKey, parts: LaneParts): Promise<void> {
  const underWay = new Map<EventId, Promise<void>>()
  const note = inBatches((results: Result[]) => noteAll(key, { results, parts }))
  const faults: unknown[] = []
  let work = NOTHING_LOADED

  async function load(): Promise<void> {
    const ask = { ...key, most: LOADED_AT_ONCE, underWay: [...underWay.keys()], sealer: parts.sealer }
    const due = await parts.gate(() => loadDueEvents(parts.app, ask))
    // Fewer than asked for: that is all of it, and what comes later is found like anything new.
    work = { due, isAll: (due?.deliveries.length ?? 0) < LOADED_AT_ONCE, at: Date.now() }
  }
  async function deliver(delivery: DueDelivery, due: DueWork): Promise<void> {
    try {
      const result = await attempt(delivery, due, parts)
      if (result === undefined) return
      // After a failure everything is looked at again: the endpoint may be at rest now.
      if (!isSuccess(result)) work = NOTHING_LOADED
      await note(result)
    } catch (error) {
      faults.push(error)
    } finally {
      underWay.delete(delivery.eventId)
    }
  }

  while (parts.mayGoOn() && faults.length === 0) {
    if (Date.now() - work.at > STALE_MS) work = NOTHING_LOADED
    const { due, isAll, at } = work
    // It has begun to fail, and its place is among those that do.
    if (due?.isFailing === true && !parts.isFailing) break
    if (underWay.size >= (due?.isFailing === true ? 1 : AT_ONCE)) {
      await Promise.race(underWay.values())
      continue
    }
    const next = due?.deliveries.shift()
    if (due && next) underWay.set(next.eventId, deliver(next, due))
    else if (isAll && underWay.size === 0) break
    // Some request takes its time; what is recorded meanwhile need not wait for it.
    else if (isAll && Date.now() - at < LOOK_MS) await Promise.race([...underWay.values(), sleep(LOOK_MS)])
    else await load().catch((error: unknown) => void faults.push(error))
  }
  await Promise.all(underWay.values())
  if (faults.length > 0) throw faults[0]
}

type Loaded = { due: DueWork | undefined; isAll: boolean; at: number }

const NOTHING_LOADED: Loaded = { due: undefined, isAll: false, at: Infinity }

async function noteAll(key: EndpointKey, { results, parts }: { results: Result[]; parts: LaneParts }): Promise<void> {
  const { disabled } = await retryWhileUnavailable(Date.now() + NOTE_PATIENCE_MS, () =>
    parts.gate(() => recordResults(parts.app, { ...key, results })),
  )
  if (disabled === null) return
  parts.onDisabled(disabled)
  await giveUpWaiting(parts.app, key)
}

/** Undefined when it was broken off by us: nobody knows what became of it. */
async function attempt(
  { eventId, attempts, body }: DueDelivery,
  { url, secrets }: DueWork,
  { sending, stop }: LaneParts,
): Promise<Result | undefined> {
  const sentAt = new Date()
  const headers = signWebhook({ id: formatId('evt', eventId), body, secrets, sentAt })
  const begun = performance.now()
  const answer = await sendWebhook({ url, headers, body, stop }, sending)
  if ('error' in answer && stop.aborted) return undefined
  const rest = 'error' in answer ? 0 : retryAfterOf(answer.retryAfter, new Date())
  const pause = backOffAfter(attempts + 1)
  return {
    eventId,
    sentAt,
    ms: Math.round(performance.now() - begun),
    status: 'error' in answer ? null : answer.status,
    error: 'error' in answer ? answer.error : null,
    pause: pause === null ? null : Math.max(pause, rest),
    rest,
  }
}

/** While one batch is being written the next one gathers, so a quick receiver costs few transactions. */
function inBatches<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let gathering: { items: T[]; written: Promise<void> } | undefined
  let last: Promise<void> = Promise.resolve()
  return (item) => {
    if (!gathering) {
      const batch = { items: [] as T[], written: Promise.resolve() }
      batch.written = last.then(() => {
        gathering = undefined
        return write(batch.items)
      })
      last = batch.written.catch(() => undefined)
      gathering = batch
    }
    gathering.items.push(item)
    return gathering.written
  }
}
