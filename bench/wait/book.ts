import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from './clock.ts'

/** What a sale was made for; each kind is judged on its own. */
export type Kind = 'rehearsal' | 'plain' | 'late' | 'before the restart' | 'after the restart'

export type Lags = { sales: number; missed: number; p50Ms: number; p99Ms: number; worstMs: number }

type Sale = { kind: Kind; waiter: number; committedAt: number }
type Arrival = { waiter: number; at: number; times: number }

const DATABASE_TIMEOUT_MS = 10_000

export type Book = {
  sold(deliveryId: string, sale: Sale): void
  arrived(waiter: number, deliveryId: string, at: number): void
  /** Waits until everything that was sold has arrived, or has had its time. */
  settle(): Promise<void>
  lags(kind: Kind): Lags
  /** Elements that came to the wrong waiter, and that came again after they were reported. */
  misled(): number
  doubled(): number
}

/** What was sold, and when it was in whose hands. An element may arrive before its sale is known to be committed. */
export function createBook(): Book {
  const sales = new Map<string, Sale>()
  const arrivals = new Map<string, Arrival>()
  const missing = () => [...sales].filter(([id]) => !arrivals.has(id)).map(([, sale]) => sale)

  return {
    sold: (deliveryId, sale) => void sales.set(deliveryId, sale),
    arrived(waiter, deliveryId, at) {
      const first = arrivals.get(deliveryId)
      if (first) first.times++
      else arrivals.set(deliveryId, { waiter, at, times: 1 })
    },
    async settle() {
      while (missing().some(({ committedAt }) => clock() < committedAt + DATABASE_TIMEOUT_MS)) await sleep(20)
    },
    lags(kind) {
      const ofKind = [...sales].filter(([, sale]) => sale.kind === kind)
      const lags = ofKind
        .map(([id, { committedAt }]) => (arrivals.get(id)?.at ?? Infinity) - committedAt)
        .filter((lag) => lag <= DATABASE_TIMEOUT_MS)
        .sort((a, b) => a - b)
      return {
        sales: ofKind.length,
        missed: ofKind.length - lags.length,
        p50Ms: quantile(lags, 0.5),
        p99Ms: quantile(lags, 0.99),
        worstMs: quantile(lags, 1),
      }
    },
    misled: () => [...sales].filter(([id, { waiter }]) => (arrivals.get(id)?.waiter ?? waiter) !== waiter).length,
    doubled: () => [...arrivals.values()].filter(({ times }) => times > 1).length,
  }
}

/** The answer may be read before the writer has read that its COMMIT is done; that is at once. */
function quantile(sorted: number[], share: number): number {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
  return Number(Math.max(0, value).toFixed(1))
}
