import { percentile } from '../../e2e/kit/percentile.ts'
import { round } from '../figures.ts'

/** The phase in which a sale was made. Each is judged separately. */
export type SaleKind = 'warm-up' | 'plain' | 'late' | 'before the restart' | 'after the restart'

export type Lags = { sales: number; missed: number; p50Ms: number; p99Ms: number; worstMs: number }

type Sale = { kind: SaleKind; waiter: number; committedAt: number }
type Arrival = { waiter: number; deliveryId: string; at: number }

const TIMEOUT_MS = 10_000

export type Arrivals = ReturnType<typeof createArrivals>

/** Milliseconds of the monotonic clock, which is the same in all processes of the machine. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Compares sales with their arrivals at waiters. A delivery can arrive before its COMMIT returns to the seller. */
export function createArrivals() {
  const sales = new Map<string, Sale>()
  const arrivals = new Map<string, Arrival[]>()
  const firstOf = (deliveryId: string) => arrivals.get(deliveryId)?.[0]

  return {
    addSale: (deliveryId: string, sale: Sale) => void sales.set(deliveryId, sale),
    addArrival: (arrival: Arrival) =>
      void arrivals.set(arrival.deliveryId, [...(arrivals.get(arrival.deliveryId) ?? []), arrival]),
    /** Whether each sale has arrived or has missed its timeout. */
    isComplete: () => [...sales].every(([id, { committedAt }]) => arrivals.has(id) || now() > committedAt + TIMEOUT_MS),
    /** The time from COMMIT to the complete response. */
    lagsOf(kind: SaleKind): Lags {
      const ofKind = [...sales].filter(([, sale]) => sale.kind === kind)
      const lags = ofKind
        .map(([id, { committedAt }]) => Math.max(0, (firstOf(id)?.at ?? Infinity) - committedAt))
        .filter((lag) => lag <= TIMEOUT_MS)
      return {
        sales: ofKind.length,
        missed: ofKind.length - lags.length,
        p50Ms: round(percentile(lags, 0.5), 1),
        p99Ms: round(percentile(lags, 0.99), 1),
        worstMs: round(percentile(lags, 1), 1),
      }
    },
    /** Deliveries that arrived at the wrong waiter. */
    countMisled: () => [...sales].filter(([id, { waiter }]) => (firstOf(id)?.waiter ?? waiter) !== waiter).length,
    /** Deliveries that arrived again after they were reported. */
    countDoubled: () => [...arrivals.values()].filter(({ length }) => length > 1).length,
  }
}
