import { percentile } from '../../e2e/kit/percentile.ts'
import { round } from '../figures.ts'

/** The phase in which a sale was made. Each is judged separately. */
export type SaleKind = 'warm-up' | 'plain' | 'late' | 'before the restart' | 'after the restart'

type Sale = { kind: SaleKind; waiter: number; committedAt: number }
export type Arrival = { waiter: number; deliveryId: string; at: number }

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

  /** The time from COMMIT to the complete response. */
  function lagsOf(kind: SaleKind) {
    const ofKind = [...sales].filter(([, sale]) => sale.kind === kind)
    const lags = ofKind
      .map(([id, { committedAt }]) => Math.max(0, (firstOf(id)?.at ?? Infinity) - committedAt))
      .filter((lag) => lag <= TIMEOUT_MS)
    const at = (share: number) => round(percentile(lags, share), 1)
    const lost = ofKind.length - lags.length
    return { sales: ofKind.length, lost, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1) }
  }

  return {
    addSale: (deliveryId: string, sale: Sale) => void sales.set(deliveryId, sale),
    addArrival: (arrival: Arrival) =>
      void arrivals.set(arrival.deliveryId, [...(arrivals.get(arrival.deliveryId) ?? []), arrival]),
    /** Whether each sale has arrived or has missed its timeout. */
    isComplete: () => [...sales].every(([id, { committedAt }]) => arrivals.has(id) || now() > committedAt + TIMEOUT_MS),
    figures() {
      const { lost, ...plain } = lagsOf('plain')
      const late = lagsOf('late')
      const beforeRestart = lagsOf('before the restart')
      const afterRestart = lagsOf('after the restart')
      return {
        ...plain,
        lateSales: late.sales,
        lateP50Ms: late.p50Ms,
        lateP99Ms: late.p99Ms,
        lateWorstMs: late.worstMs,
        afterRestartWorstMs: afterRestart.worstMs,
        lost: lost + late.lost + beforeRestart.lost + afterRestart.lost,
        /** Deliveries that arrived at the wrong waiter. */
        misled: [...sales].filter(([id, { waiter }]) => (firstOf(id)?.waiter ?? waiter) !== waiter).length,
        /** Deliveries that arrived again after they were reported. */
        doubled: [...arrivals.values()].filter(({ length }) => length > 1).length,
      }
    },
  }
}
