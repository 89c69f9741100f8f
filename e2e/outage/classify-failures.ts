import type { Call } from './game-connection.ts'
import type { Outage } from './interrupt-database.ts'

/** How long the server retries while the database is unavailable. */
const RETRY_MS = 8_000
/** The server stops retrying when its next attempt would be too late, which can be a little earlier. */
const MIN_RETRY_MS = 7_000
/** A call must succeed if the database was available for this long without a break. */
const ENOUGH_MS = 2_000

export type Classified = {
  broken: Call[]
  allowed: Call[]
  /** Runs beyond what a delivery may have. */
  secondRuns: number
  maxRuns: (deliveryId: string) => number
}

/** Separates broken promises from allowed failures. A report that failed with permission lets its delivery run again. */
export function classifyFailures(
  { failures, runs }: { failures: Call[]; runs: Map<string, number> },
  outages: readonly Outage[],
): Classified {
  const broken: Call[] = []
  const allowed: Call[] = []
  for (const call of failures) (isAllowed(call, outages) ? allowed : broken).push(call)

  const allowedById = Map.groupBy(allowed, ({ deliveryId }) => deliveryId)
  const maxRuns = (deliveryId: string) => 1 + (allowedById.get(deliveryId)?.length ?? 0)
  let secondRuns = 0
  for (const [id, count] of runs) secondRuns += Math.max(count - maxRuns(id), 0)
  return { broken, allowed, secondRuns, maxRuns }
}

/**
 * A call may fail if it was retried for the whole time, and the database was never available for long enough. A busy
 * machine can need longer to bring the database back than the server retries.
 */
function isAllowed({ start, end }: Call, outages: readonly Outage[]): boolean {
  if (end - start < MIN_RETRY_MS) return false
  let availableSince = Math.max(start, end - RETRY_MS)
  let longestMs = 0
  for (const outage of outages) {
    if (outage.end < availableSince || outage.start > end) continue
    longestMs = Math.max(longestMs, outage.start - availableSince)
    availableSince = outage.end
  }
  return Math.max(longestMs, end - availableSince) < ENOUGH_MS
}
