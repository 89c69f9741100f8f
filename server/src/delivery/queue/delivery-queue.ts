import { coalesce } from '../../db/coalesce.ts'
import type { GatewayDb } from '../../db/database.ts'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import type { Profile } from '../../game-servers/profiles/profile.ts'
import { rulesOf } from '../../game-servers/profiles/profile-rules.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { findDeliveryStatus, type DeliveryStatus } from '../ledger/find-delivery-status.ts'
import { markProcessed, type Processed, processedOf, recordSecondRun } from '../ledger/mark-processed.ts'
import { type DeliveryKey, moveToLedger, type Report } from '../ledger/move-to-ledger.ts'
import { type Failure, recordFailures } from '../ledger/record-failures.ts'
import { dispatchSelection, type Dispatched, withContents } from './dispatch-selection.ts'
import { listReady, type Poll, type ReadyDelivery } from './list-ready.ts'
import { type Dispatch, markDispatched } from './mark-dispatched.ts'
import { createReportsInProgress } from './reports-in-progress.ts'
import { selectDeliveries, selectOldest } from './select-deliveries.ts'
import { endTurn } from './select-for-mta.ts'

/** Polls that wait for a batch. Reports have no limit: a client whose report is refused may run the delivery again. */
const MAX_WAITING_POLLS = 10_000
/** Calls with statements of their own, which must leave connections for the batches. */
const MAX_SLOW_CALLS = 3
/** A longer queue is not read in a batch. */
const SHORT_QUEUE = { deliveries: 16, contentBytes: 4_096 }
/** A larger response needs a reservation. */
const SMALL_RESPONSE_BYTES = 64 * 1024

/** Resolves when the process has room for a response of that size. */
export type Reserve = (bytes: number) => Promise<void>

/** Reports of interface 1.0 have a profile. */
type ProfiledReport = Report & { profile?: Profile }

export type DeliveryQueue = {
  /** The deliveries for one poll. Their dispatch is stored before this resolves. */
  dispatch: (poll: Poll, reserve?: Reserve) => Promise<Dispatched>
  /** Retries until the deadline while the database is unavailable. Meanwhile, no poll of this process gets the delivery. */
  markProcessed: (report: ProfiledReport, deadline: number) => Promise<Processed | undefined>
  /** Stores failed attempts and returns the status of each delivery after that. */
  recordFailures: (
    server: { storeId: StoreId; serverId: GameServerId },
    failures: Failure[],
  ) => Promise<DeliveryStatus[]>
}

const NOTHING: Dispatched = { deliveries: [], more: false }

/**
 * The queue for many game servers. Concurrent calls share one statement. A call that would hold up the others (a long
 * queue, a delivery that a refund has locked) takes the slow path, with statements of its own.
 */
export function createDeliveryQueue(db: GatewayDb): DeliveryQueue {
  const storeOf = ({ storeId }: { storeId: StoreId }) => storeId
  const short = { limit: SHORT_QUEUE.deliveries + 1, contentBytes: SHORT_QUEUE.contentBytes }
  const list = coalesce((polls: Poll[]) => listReady(db, polls, short), storeOf, MAX_WAITING_POLLS)
  const mark = coalesce((dispatches: Dispatch[]) => markDispatched(db, dispatches, { locked: 'skip' }), storeOf)
  const move = coalesce((reports: Report[]) => moveToLedger(db, reports, { locked: 'skip' }), storeOf)
  const find = coalesce((keys: DeliveryKey[]) => findDeliveryStatus(db, keys), storeOf)
  const slowPath = createConcurrencyLimit(MAX_SLOW_CALLS)
  const reports = createReportsInProgress()

  async function dispatchReady(poll: Poll, ready: ReadyDelivery[], reserve?: Reserve): Promise<Dispatched> {
    if (isShort(ready) && !rulesOf(poll.profile).looksAtOne) {
      const { deliveries, more } = selectOldest(poll, ready)
      const ids = deliveries.filter(({ dispatched }) => !dispatched).map(({ id }) => id)
      const { storeId, serverId } = poll
      const contents = ids.length === 0 ? new Map() : await mark({ storeId, serverId, ids })
      if (ids.every((id) => contents.has(id))) return { deliveries: withContents(deliveries, contents), more }
    }
    const selection = await slowPath(() => selectDeliveries(db, poll))
    const bytes = selection.deliveries.reduce((sum, delivery) => sum + delivery.bytes, 0)
    if (bytes > SMALL_RESPONSE_BYTES) await reserve?.(bytes)
    return slowPath(() => dispatchSelection(db, poll, selection))
  }

  async function store(report: ProfiledReport): Promise<Processed | undefined> {
    const { looksAtOne, reportsOnce } = rulesOf(report.profile)
    const movedAt = await move(report)
    if (looksAtOne) await endTurn(db, report)
    if (movedAt) return { processedAt: movedAt }
    const status = await find(report)
    if (status.status === 'unknown') return undefined
    if (status.status === 'processed' && reportsOnce) await recordSecondRun(db, report)
    return processedOf(status) ?? slowPath(() => markProcessed(db, report))
  }

  return {
    // Most polls find nothing, so this path has no async function.
    dispatch(poll, reserve) {
      const since = reports.countEnded()
      return list(poll).then((ready) =>
        ready.length === 0
          ? NOTHING
          : dispatchReady(poll, ready, reserve).then(({ deliveries, more }) => ({
              deliveries: reports.withoutReported(deliveries, since),
              more,
            })),
      )
    },
    markProcessed: (report, deadline) =>
      reports.track(report.deliveryId, () => retryWhileUnavailable(deadline, () => store(report))),
    async recordFailures(server, failures) {
      await recordFailures(db, server, failures)
      return findDeliveryStatus(
        db,
        failures.map(({ deliveryId }) => ({ ...server, deliveryId })),
      )
    },
  }
}

function isShort(ready: ReadyDelivery[]): boolean {
  return ready.length <= SHORT_QUEUE.deliveries && ready.every(({ products }) => products !== null)
}
