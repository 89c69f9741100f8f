export type Span = { start: number; end: number }

/** How long the server retries a request while the database is unavailable. */
const RETRY_MS = 8_000
/** A request must succeed if the database was available for this long without a break. */
const ENOUGH_MS = 2_000

/**
 * Whether a request that failed had no chance in all the time for which it was retried. A busy machine can need longer
 * to bring the database back than that. The end of an outage that still lasts is `Infinity`.
 */
export function mayHaveFailed({ start, end }: Span, outages: readonly Span[]): boolean {
  let availableSince = Math.max(start, end - RETRY_MS)
  let longestMs = 0
  for (const outage of outages) {
    if (outage.end < availableSince || outage.start > end) continue
    longestMs = Math.max(longestMs, outage.start - availableSince)
    availableSince = outage.end
  }
  return Math.max(longestMs, end - availableSince) < ENOUGH_MS
}
