import type { Span } from '../kills/database-outages.ts'

/** One request with all its repetitions, until it succeeded. Only those that failed at first or took long are kept. */
export type Chain = Span & { operation: string; failures: string[]; /** When it failed first. */ failedAt?: number }

const LONG_MS = 500
const MAX_FAILURES = 3
const MAX_CHARS = 200

/** Measures requests as a client sees them. */
export function recordChains() {
  const chains: Chain[] = []
  const counts: Record<string, number> = {}

  /** `work` repeats its request until it succeeds, and calls `fail` for each failure. */
  async function track<T>(operation: string, work: (fail: (reason: string) => void) => Promise<T>): Promise<T> {
    const start = Date.now()
    const failures: string[] = []
    let failedAt: number | undefined
    const result = await work((reason) => {
      failedAt ??= Date.now()
      if (failures.length < MAX_FAILURES) failures.push(reason.slice(0, MAX_CHARS))
    })
    const end = Date.now()
    counts[operation] = (counts[operation] ?? 0) + 1
    if (failures.length > 0 || end - start > LONG_MS)
      chains.push({ operation, start, end, failures, ...(failedAt !== undefined && { failedAt }) })
    return result
  }
  return { chains, counts, track }
}
