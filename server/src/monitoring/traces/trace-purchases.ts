import type { ReaderDb } from '../../db/database.ts'
import type { DeliveryQueue } from '../../delivery/queue/delivery-queue.ts'
import type { OnReceived } from '../../payments/receive-callback.ts'
import { type Span, sendSpans } from './otlp.ts'
import {
  type ReceivedCallback,
  readTracedCallbacks,
  readTracedDeliveries,
  type ReportedDelivery,
} from './read-traced.ts'

const FLUSH_MS = 1_000
const BATCH_SIZE = 500
/** What comes above that in a second is not traced. */
const MAX_WAITING = 5_000

type Timed = { startedAt: number; endedAt: number; result: string }

export type Tracing = {
  onReceived: OnReceived
  /** Notices the reports to a queue. Polls are not touched. */
  traceReports: (queue: DeliveryQueue) => DeliveryQueue
  stop: () => Promise<void>
}

type Parts = { endpoint: string; reader: ReaderDb; onError: (error: unknown) => void }

/**
 * Sends a trace of each purchase to an OpenTelemetry collector. Requests only note what happened; their checkouts are read
 * later, many at once. Without an answer of the collector, spans are dropped: tracing never delays or fails a purchase.
 */
export function tracePurchases({ endpoint, reader, onError }: Parts): Tracing {
  const callbacks: (ReceivedCallback & Timed)[] = []
  const reports: (ReportedDelivery & Timed)[] = []
  const note = <T>(list: T[], item: T) => void (list.length < MAX_WAITING && list.push(item))

  async function flush(): Promise<void> {
    while (callbacks.length > 0 || reports.length > 0) {
      const received = callbacks.splice(0, BATCH_SIZE)
      const reported = reports.splice(0, BATCH_SIZE)
      const spans = [...(await spansOfCallbacks(reader, received)), ...(await spansOfReports(reader, reported))]
      if (spans.length > 0) await sendSpans(endpoint, spans)
    }
  }
  let flushing = Promise.resolve()
  const flushNext = () => (flushing = flushing.then(flush).catch(onError))
  const timer = setInterval(() => void flushNext(), FLUSH_MS).unref()

  return {
    onReceived: ({ receivedAt, ...callback }) =>
      note(callbacks, { ...callback, startedAt: receivedAt.getTime(), endedAt: Date.now() }),
    traceReports: (queue) => ({
      ...queue,
      async markProcessed(report, deadline) {
        const startedAt = Date.now()
        const processed = await queue.markProcessed(report, deadline)
        if (processed) note(reports, { ...report, startedAt, endedAt: Date.now(), result: 'done' })
        return processed
      },
      async recordFailures(server, failures) {
        const startedAt = Date.now()
        const statuses = await queue.recordFailures(server, failures)
        const endedAt = Date.now()
        for (const { deliveryId, outcome } of failures)
          note(reports, { storeId: server.storeId, deliveryId, startedAt, endedAt, result: outcome })
        return statuses
      },
    }),
    stop: async () => {
      clearInterval(timer)
      await flushNext()
    },
  }
}

async function spansOfCallbacks(reader: ReaderDb, received: (ReceivedCallback & Timed)[]): Promise<Span[]> {
  if (received.length === 0) return []
  const rows = await readTracedCallbacks(reader, received)
  return rows.flatMap(({ place, checkoutId, pays }) => {
    const callback = received[place - 1]
    if (!callback) return []
    const { startedAt, endedAt, provider, result } = callback
    // A repeated callback has no row of its own: the row is that of the first one.
    const isRoot = pays && result === 'applied'
    const attributes = { 'payment.provider': provider, 'callback.result': result }
    return {
      checkoutId,
      startedAt,
      endedAt,
      attributes,
      name: 'callback',
      kind: 'server',
      place: isRoot ? 'root' : 'child',
    }
  })
}

async function spansOfReports(reader: ReaderDb, reported: (ReportedDelivery & Timed)[]): Promise<Span[]> {
  if (reported.length === 0) return []
  const rows = await readTracedDeliveries(reader, reported)
  return rows.flatMap(({ place, checkoutId, type, createdAt, dispatchedAt, hasPayment }): Span[] => {
    const report = reported[place - 1]
    if (!report) return []
    const { startedAt, endedAt, result } = report
    const attributes = { 'delivery.type': type, 'delivery.outcome': result }
    const shared = { checkoutId, attributes, place: hasPayment ? 'child' : 'alone' } as const
    const spans: Span[] = [{ ...shared, name: 'report', kind: 'server', startedAt, endedAt }]
    if (!dispatchedAt) return spans
    const dispatched = dispatchedAt.getTime()
    return [
      { ...shared, name: 'wait for a poll', kind: 'internal', startedAt: createdAt.getTime(), endedAt: dispatched },
      { ...shared, name: 'run in the game', kind: 'internal', startedAt: dispatched, endedAt: startedAt },
      ...spans,
    ]
  })
}
