import { type PollResponse, type DeliveryClient, StoreError } from '@quartermaster/sdk'
import type { Journal } from '../journal/journal.ts'
import { createChangeLog, type Log } from '../log.ts'
import { createRateLimiter } from '../rate-limiter.ts'
import { acceptDeliveries } from './accept-deliveries.ts'
import { type BackoffSettings, createBackoff, sleep } from './backoff.ts'
import { describeStoreError } from './describe-store-error.ts'
import type { PlayerQueues } from './player-queues.ts'
import type { Reporter } from './reporter.ts'
import type { StateChanges } from './state-changes.ts'
import { countPlayers } from '../dialects/online-players/count-players.ts'
import type { OnlinePlayers } from './watch-online-players.ts'

type Parts = {
  client: DeliveryClient
  journal: Journal
  queues: PlayerQueues
  reporter: Reporter
  onlinePlayers: OnlinePlayers
  changes: StateChanges
  log: Log
  signal: AbortSignal
  backoffSettings: BackoffSettings
}

const RECOVERED = 'Polling works again.'
const MAX_QUEUED = 200
const MAX_ONLINE = 2_000
const MAX_HOLDING = 1_000
const MAX_ID_LENGTH = 255
/** Short enough to notice a connection that was lost without an error. */
const WAIT_SECONDS = 25
/** Most deliveries are run and reported within this time, so the next poll need not be cancelled for them. */
const QUICK_DELIVERY_MS = 150
const QUICK_RESPONSE_MS = 1_000
/** A store rejects more than five polls per second. */
const POLL_RATE_LIMIT = { burst: 15, intervalMs: 250, minGapMs: 0 }

/** Polls the store continuously, and cancels a waiting poll when its parameters are outdated. */
export async function pollStore(parts: Parts): Promise<void> {
  const { queues, reporter, onlinePlayers, changes, log, signal } = parts
  const logChange = createChangeLog(log, RECOVERED)
  const backoff = createBackoff(parts.backoffSettings)
  const waitForSlot = createRateLimiter(POLL_RATE_LIMIT)
  // The store must know about earlier failures before it dispatches later deliveries of the same players.
  await changes.waitUntil(() => reporter.isDrained())

  while (await changes.waitUntil(() => onlinePlayers.isReady() && queues.size() < MAX_QUEUED)) {
    await waitForQuickDeliveries(parts)
    await waitForSlot(signal)
    const startedAt = Date.now()
    const { deliveries, error } = await pollOnce(parts)
    if (error) {
      logChange('poll_failed', `Cannot poll the store: ${describeStoreError(error)}. Retrying.`)
      if (error instanceof StoreError) await sleep((error.retryAfter ?? 0) * 1_000, signal)
      await backoff.wait(signal)
    } else if (deliveries) {
      logChange('poll_recovered', RECOVERED)
      const hasNew = acceptDeliveries(deliveries.commands, parts)
      // A store that does not wait, or repeats known deliveries, must not cause a busy loop.
      if (hasNew || Date.now() - startedAt > QUICK_RESPONSE_MS) backoff.reset()
      else await backoff.wait(signal)
    }
  }
}

async function waitForQuickDeliveries({ queues, reporter, changes }: Parts): Promise<void> {
  const timeout = AbortSignal.timeout(QUICK_DELIVERY_MS)
  await changes.waitUntil(() => queues.size() === 0 && reporter.isDrained(), timeout)
}

/** Returns neither deliveries nor an error if the poll was cancelled. */
async function pollOnce(parts: Parts): Promise<{ deliveries?: PollResponse; error?: unknown }> {
  const { client, queues, onlinePlayers, changes, signal } = parts
  const online = onlinePlayers.list()
  const holding = listHoldingIds(parts)
  const cancelling = new AbortController()
  const poll = {
    ...(online && {
      online: [...online].filter((id) => id !== '' && id.length <= MAX_ID_LENGTH).slice(0, MAX_ONLINE),
      playerCount: countPlayers(online),
    }),
    holding: holding.slice(0, MAX_HOLDING),
    most: MAX_QUEUED - queues.size(),
  }
  const isOutdated = () =>
    !onlinePlayers.isReady() ||
    hasPlayerJoined(onlinePlayers, online) ||
    holding.some((id) => mayBeDispatchedAgain(id, parts))
  const finished = new AbortController()
  const watching = changes.waitUntil(isOutdated, finished.signal).then((outdated) => outdated && cancelling.abort())
  try {
    const requestSignal = AbortSignal.any([signal, cancelling.signal])
    return { deliveries: await client.poll(poll, { wait: WAIT_SECONDS, signal: requestSignal }) }
  } catch (error) {
    return cancelling.signal.aborted || signal.aborted ? {} : { error }
  } finally {
    finished.abort()
    await watching
  }
}

function listHoldingIds({ queues, reporter }: Parts): string[] {
  return [...new Set([...queues.ids(), ...reporter.pendingIds()])]
}

function hasPlayerJoined(onlinePlayers: OnlinePlayers, before: ReadonlySet<string> | undefined): boolean {
  for (const player of onlinePlayers.list() ?? []) if (before?.has(player) === false) return true
  return false
}

/** The poll excluded this delivery as held here. It is no longer held, and the store may want to dispatch it. */
function mayBeDispatchedAgain(id: string, { queues, reporter, journal }: Parts): boolean {
  if (queues.has(id) || reporter.isPending(id)) return false
  const status = journal.entry(id)?.storeStatus
  return status === undefined || status === 'waiting' || status === 'held'
}
