import type { Db, ReaderDb } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/retry-while-unavailable.ts'
import { cleanHistory } from '../webhooks/clean-history.ts'
import { openEndpointLocks } from '../webhooks/sending/endpoint-locks.ts'
import { type DueEndpoint, findDueEndpoints } from '../webhooks/sending/find-due-endpoints.ts'
import { createConcurrencyLimit } from '../db/concurrency-limit.ts'
import { sendToEndpoint } from '../webhooks/sending/send-to-endpoint.ts'
import type { Sending } from '../webhooks/sending/send-webhook.ts'
import { type EndpointId, formatId } from '../ids.ts'
import type { Sealer } from '../seal.ts'
import { type Log, messageOf, repeat } from './repeat.ts'

const POLL_MS = 150
/** While there is nothing to send. */
const IDLE_POLL_MS = 500
const CLEAN_MS = 3_600_000
/** Failing endpoints can occupy half of the senders of a process, so others always find one. */
const MAX_SENDERS = 128
const MAX_FAILING_SENDERS = MAX_SENDERS / 2
/** If all senders are busy, an endpoint gives up its sender after this time. */
const TURN_MS = 1_000
const MAX_CONCURRENT_QUERIES = 4
/** Requests in progress are aborted after this time when the process stops. */
const STOP_TIMEOUT_MS = 3_000
const ERROR_PAUSE_MS = 10_000

export type WebhookParts = {
  app: Db
  reader: ReaderDb
  databaseUrl: string
  sealer: Sealer
  sending: Sending
  log: Log
}

/**
 * Sends recorded events to the webhook endpoints. Any number of processes can do this at once: each endpoint is served by
 * the process that holds its lock. Due events are found by polling, so a crash loses none.
 */
export function deliverWebhooks({ app, reader, databaseUrl, sealer, sending, log }: WebhookParts): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const senders = new Map<EndpointId, { isFailing: boolean; ended: Promise<void> }>()
  /** Endpoints that could not be served because of an internal error, and until when they are skipped. */
  const skippedUntil = new Map<EndpointId, number>()
  const locks = openEndpointLocks(databaseUrl, () => undefined)
  const limitQueries = createConcurrencyLimit(MAX_CONCURRENT_QUERIES)
  const unserved = { healthy: false, failing: false }

  async function poll(): Promise<void> {
    const isFree = (id: EndpointId) => !senders.has(id) && (skippedUntil.get(id) ?? 0) < Date.now()
    const due = (await findDueEndpoints(reader)).filter(({ endpointId }) => isFree(endpointId))
    const chosen = choose(due, [...senders.values()])
    const left = due.filter((endpoint) => !chosen.includes(endpoint))
    unserved.failing = left.length > 0
    unserved.healthy = left.some((endpoint) => !endpoint.isFailing)
    if (chosen.length === 0) return
    const locked = new Set(await locks.acquire(chosen.map(({ endpointId }) => endpointId)))
    for (const endpoint of chosen) if (locked.has(endpoint.endpointId)) startSender(endpoint)
  }

  function startSender({ storeId, endpointId, isFailing }: DueEndpoint): void {
    const startedAt = Date.now()
    const name = `webhook endpoint ${formatId('whe', endpointId)}`
    const ended = sendToEndpoint(
      { storeId, endpointId },
      {
        app,
        sealer,
        sending,
        limitQueries,
        isFailing,
        stop: aborting.signal,
        mayContinue: () => !stopping.signal.aborted && locks.holds(endpointId) && !mustYield(startedAt, isFailing),
        onDisabled: (reason) => log('warn', `${name}: disabled, ${REASONS[reason]}`),
      },
    )
    senders.set(endpointId, { isFailing, ended: finish(ended) })

    async function finish(sent: Promise<void>): Promise<void> {
      try {
        await sent
        skippedUntil.delete(endpointId)
      } catch (error) {
        // Logged once, because a missing key stays missing for a while.
        if (!isDatabaseUnavailable(error) && !skippedUntil.has(endpointId)) log('warn', `${name}: ${messageOf(error)}`)
        if (!isDatabaseUnavailable(error)) skippedUntil.set(endpointId, Date.now() + ERROR_PAUSE_MS)
      }
      // If this fails, the session and its locks are gone anyway.
      await locks.release(endpointId).catch(() => undefined)
      senders.delete(endpointId)
    }
  }

  /** Whether another endpoint needs this sender. */
  function mustYield(startedAt: number, isFailing: boolean): boolean {
    return (unserved.healthy || (isFailing && unserved.failing)) && Date.now() - startedAt > TURN_MS
  }

  const every = (name: string, everyMs: number | (() => number), work: () => Promise<unknown>) =>
    repeat({ name, everyMs, retryMs: POLL_MS, signal: stopping.signal, log }, work)

  const running = Promise.all([
    every('webhooks', () => (senders.size > 0 || unserved.failing ? POLL_MS : IDLE_POLL_MS), poll),
    every('webhook history', CLEAN_MS, () => cleanHistory(app, reader)),
  ])
  return {
    stop: async () => {
      stopping.abort()
      const timeout = setTimeout(() => aborting.abort(), STOP_TIMEOUT_MS)
      await running
      await Promise.all([...senders.values()].map(({ ended }) => ended))
      clearTimeout(timeout)
      await locks.close()
    },
  }
}

const REASONS = { gone: 'it answered 410', failing: 'it failed for five days' }

/** In random order, so that no endpoint is always last. Failing endpoints come after the others, up to their limit. */
function choose(due: DueEndpoint[], senders: { isFailing: boolean }[]): DueEndpoint[] {
  const free = MAX_SENDERS - senders.length
  const freeForFailing = MAX_FAILING_SENDERS - senders.filter(({ isFailing }) => isFailing).length
  const shuffled = due.map((endpoint) => ({ endpoint, key: Math.random() })).sort((a, b) => a.key - b.key)
  const healthy = shuffled.filter(({ endpoint }) => !endpoint.isFailing)
  const failing = shuffled.filter(({ endpoint }) => endpoint.isFailing).slice(0, Math.max(freeForFailing, 0))
  return [...healthy, ...failing].slice(0, Math.max(free, 0)).map(({ endpoint }) => endpoint)
}
