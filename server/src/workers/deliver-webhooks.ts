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

const LOOK_MS = 150
/** When there was nothing to send: most stores sell nothing most of the time. */
const IDLE_LOOK_MS = 400
const CLEAN_MS = 3_600_000
/** Lanes of this process. Endpoints that fail may fill half of them, so the others always find one. */
const MOST_LANES = 128
const MOST_FAILING_LANES = MOST_LANES / 2
/** When lanes are scarce, whoever had one for this long makes room. */
const TURN_MS = 1_000
const DATABASE_AT_ONCE = 4
/** Requests under way get this long to end when the process is told to. */
const FAREWELL_MS = 3_000
const FAULT_PAUSE_MS = 10_000

export type WebhookParts = {
  app: Db
  reader: ReaderDb
  databaseUrl: string
  sealer: Sealer
  sending: Sending
  log: Log
}

/**
 * Sends what was recorded to whoever listens. Any number of processes may do so at once: each endpoint is served by the
 * one that holds its lock. What is due is found by looking, so nothing is lost with a process or with the database.
 */
export function deliverWebhooks({ app, reader, databaseUrl, sealer, sending, log }: WebhookParts): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const farewell = new AbortController()
  const lanes = new Map<EndpointId, { isFailing: boolean; ended: Promise<void> }>()
  /** Endpoints that could not be served for a reason of ours, and until when they are left alone. */
  const faulty = new Map<EndpointId, number>()
  const locks = openEndpointLocks(databaseUrl, () => undefined)
  const gate = createConcurrencyLimit(DATABASE_AT_ONCE)
  const waiting = { sound: false, failing: false }

  async function look(): Promise<void> {
    const isFree = (id: EndpointId) => !lanes.has(id) && (faulty.get(id) ?? 0) < Date.now()
    const due = (await findDueEndpoints(reader)).filter(({ endpointId }) => isFree(endpointId))
    const chosen = choose(due, [...lanes.values()])
    const left = due.filter((endpoint) => !chosen.includes(endpoint))
    waiting.failing = left.length > 0
    waiting.sound = left.some((endpoint) => !endpoint.isFailing)
    if (chosen.length === 0) return
    const taken = new Set(await locks.take(chosen.map(({ endpointId }) => endpointId)))
    for (const endpoint of chosen) if (taken.has(endpoint.endpointId)) open(endpoint)
  }

  function open({ storeId, endpointId, isFailing }: DueEndpoint): void {
    const opened = Date.now()
    const name = `webhook endpoint ${formatId('whe', endpointId)}`
    const lane = sendToEndpoint(
      { storeId, endpointId },
      {
        app,
        sealer,
        sending,
        gate,
        isFailing,
        stop: farewell.signal,
        mayGoOn: () => !stopping.signal.aborted && locks.holds(endpointId) && !hasHadItsTurn(opened, isFailing),
        onDisabled: (reason) => log('warn', `${name}: disabled, ${REASONS[reason]}`),
      },
    )
    lanes.set(endpointId, { isFailing, ended: close(lane) })

    async function close(ended: Promise<void>): Promise<void> {
      try {
        await ended
        faulty.delete(endpointId)
      } catch (error) {
        // Said once: a key that is missing is missing for a while.
        if (!isDatabaseUnavailable(error) && !faulty.has(endpointId)) log('warn', `${name}: ${messageOf(error)}`)
        if (!isDatabaseUnavailable(error)) faulty.set(endpointId, Date.now() + FAULT_PAUSE_MS)
      }
      // When this fails, the session is gone and the lock with it.
      await locks.release(endpointId).catch(() => undefined)
      lanes.delete(endpointId)
    }
  }

  /** Only when somebody waits whose place it takes. */
  function hasHadItsTurn(opened: number, isFailing: boolean): boolean {
    return (waiting.sound || (isFailing && waiting.failing)) && Date.now() - opened > TURN_MS
  }

  const every = (name: string, everyMs: number | (() => number), work: () => Promise<unknown>) =>
    repeat({ name, everyMs, againMs: LOOK_MS, signal: stopping.signal, log }, work)

  const running = Promise.all([
    every('webhooks', () => (lanes.size > 0 || waiting.failing ? LOOK_MS : IDLE_LOOK_MS), look),
    every('webhook history', CLEAN_MS, () => cleanHistory(app, reader)),
  ])
  return {
    stop: async () => {
      stopping.abort()
      const patience = setTimeout(() => farewell.abort(), FAREWELL_MS)
      await running
      await Promise.all([...lanes.values()].map(({ ended }) => ended))
      clearTimeout(patience)
      await locks.close()
    },
  }
}

const REASONS = { gone: 'it answered 410', failing: 'it failed for five days' }

/** In no order, so that nobody is always last; those that fail after the others, and never in every lane. */
function choose(due: DueEndpoint[], lanes: { isFailing: boolean }[]): DueEndpoint[] {
  const free = MOST_LANES - lanes.length
  const freeForFailing = MOST_FAILING_LANES - lanes.filter(({ isFailing }) => isFailing).length
  const mixed = due.map((endpoint) => ({ endpoint, key: Math.random() })).sort((a, b) => a.key - b.key)
  const sound = mixed.filter(({ endpoint }) => !endpoint.isFailing)
  const failing = mixed.filter(({ endpoint }) => endpoint.isFailing).slice(0, Math.max(freeForFailing, 0))
  return [...sound, ...failing].slice(0, Math.max(free, 0)).map(({ endpoint }) => endpoint)
}
