import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { type EventId, formatId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { abandonEvents } from '../endpoints/disable-endpoint.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import type { ConcurrencyLimit } from '../../db/concurrency-limit.ts'
import { type DueEvent, type DueWork, loadDueEvents } from './load-due-events.ts'
import { isSuccess, recordResults, type Result } from './record-results.ts'
import { backOffAfter, parseRetryAfter } from './retry-schedule.ts'
import { type Sending, sendWebhook } from './send-webhook.ts'
import { signWebhook } from './sign-webhook.ts'

const MAX_CONCURRENT = 4
const BATCH_SIZE = 16
/** A changed secret or a disabled endpoint takes effect after this time at the latest. */
const STALE_MS = 2_000
const RELOAD_MS = 250
const RECORD_TIMEOUT_MS = 60_000

export type SenderOptions = {
  app: Db
  sealer: Sealer
  sending: Sending
  /** Limits the database connections of all senders together, so that webhooks do not displace sales. */
  limitQueries: ConcurrencyLimit
  /** Whether this sender is one of those reserved for failing endpoints. */
  isFailing: boolean
  /** Whether this process still holds the endpoint's lock and no other endpoint needs the sender. */
  mayContinue: () => boolean
  /** Aborts requests in progress because the process is stopping. */
  stop: AbortSignal
  onDisabled: (reason: 'gone' | 'failing') => void
}

/**
 * Sends the due events of one endpoint until none is left, with a few concurrent requests, or one if the endpoint fails.
 * Rejects if the database is unavailable; events whose result was not recorded are sent again.
 */
export async function sendToEndpoint(key: EndpointKey, options: SenderOptions): Promise<void> {
  const inProgress = new Map<EventId, Promise<void>>()
  const record = inBatches((results: Result[]) => recordAll(key, { results, options }))
  const errors: unknown[] = []
  let work = NOTHING_LOADED

  async function load(): Promise<void> {
    const query = { ...key, limit: BATCH_SIZE, inProgress: [...inProgress.keys()], sealer: options.sealer }
    const due = await options.limitQueries(() => loadDueEvents(options.app, query))
    work = { due, isComplete: (due?.events.length ?? 0) < BATCH_SIZE, loadedAt: Date.now() }
  }
  async function send(event: DueEvent, due: DueWork): Promise<void> {
    try {
      const result = await attempt(event, due, options)
      if (result === undefined) return
      // Load again after a failure, because the endpoint may be paused now.
      if (!isSuccess(result)) work = NOTHING_LOADED
      await record(result)
    } catch (error) {
      errors.push(error)
    } finally {
      inProgress.delete(event.eventId)
    }
  }

  while (options.mayContinue() && errors.length === 0) {
    if (Date.now() - work.loadedAt > STALE_MS) work = NOTHING_LOADED
    const { due, isComplete, loadedAt } = work
    // The endpoint has started to fail: it needs one of the senders for failing endpoints.
    if (due?.isFailing === true && !options.isFailing) break
    if (inProgress.size >= (due?.isFailing === true ? 1 : MAX_CONCURRENT)) {
      await Promise.race(inProgress.values())
      continue
    }
    const next = due?.events.shift()
    if (due && next) inProgress.set(next.eventId, send(next, due))
    else if (isComplete && inProgress.size === 0) break
    // New events must not wait for a slow request.
    else if (isComplete && Date.now() - loadedAt < RELOAD_MS)
      await Promise.race([...inProgress.values(), sleep(RELOAD_MS)])
    else await load().catch((error: unknown) => void errors.push(error))
  }
  await Promise.all(inProgress.values())
  if (errors.length > 0) throw errors[0]
}

type Loaded = { due: DueWork | undefined; isComplete: boolean; loadedAt: number }

const NOTHING_LOADED: Loaded = { due: undefined, isComplete: false, loadedAt: Infinity }

async function recordAll(
  key: EndpointKey,
  { results, options }: { results: Result[]; options: SenderOptions },
): Promise<void> {
  const { disabled } = await retryWhileUnavailable(Date.now() + RECORD_TIMEOUT_MS, () =>
    options.limitQueries(() => recordResults(options.app, { ...key, results })),
  )
  if (disabled === null) return
  options.onDisabled(disabled)
  await abandonEvents(options.app, key)
}

/** Returns undefined if we aborted the request, because its outcome is unknown. */
async function attempt(
  { eventId, attempts, body }: DueEvent,
  { url, secrets }: DueWork,
  { sending, stop }: SenderOptions,
): Promise<Result | undefined> {
  const sentAt = new Date()
  const headers = signWebhook({ id: formatId('evt', eventId), body, secrets, sentAt })
  const startedAt = performance.now()
  const response = await sendWebhook({ url, headers, body, stop }, sending)
  if ('error' in response && stop.aborted) return undefined
  const retryAfter = 'error' in response ? 0 : parseRetryAfter(response.retryAfter, new Date())
  const backOff = backOffAfter(attempts + 1)
  return {
    eventId,
    sentAt,
    ms: Math.round(performance.now() - startedAt),
    status: 'error' in response ? null : response.status,
    error: 'error' in response ? response.error : null,
    backOff: backOff === null ? null : Math.max(backOff, retryAfter),
    retryAfter,
  }
}

/** Collects the next batch while one is being written, so a fast receiver needs few transactions. */
function inBatches<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let collecting: { items: T[]; written: Promise<void> } | undefined
  let last: Promise<void> = Promise.resolve()
  return (item) => {
    if (!collecting) {
      const batch = { items: [] as T[], written: Promise.resolve() }
      batch.written = last.then(() => {
        collecting = undefined
        return write(batch.items)
      })
      last = batch.written.catch(() => undefined)
      collecting = batch
    }
    collecting.items.push(item)
    return collecting.written
  }
}
