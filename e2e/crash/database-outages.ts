/** How long a request is retried while the database is unavailable. */
const RETRY_MS = 8_000
/** A request must succeed if the database was available for this long without a break. */
const ENOUGH_MS = 2_000

export type DatabaseOutages = {
  begin(): void
  end(): void
  /** Whether a request that fails now had no chance in all the time for which it was retried. */
  allowFailure(): boolean
  longestMs(): number
}

/** Remembers when the database was unavailable. A slow machine can need longer to start it than requests are retried. */
export function createDatabaseOutages(): DatabaseOutages {
  const outages: { start: number; end: number }[] = []
  return {
    begin: () => void outages.push({ start: Date.now(), end: Infinity }),
    end() {
      const last = outages.at(-1)
      if (last) last.end = Date.now()
    },
    allowFailure() {
      const now = Date.now()
      let availableSince = now - RETRY_MS
      let longestMs = 0
      for (const { start, end } of outages) {
        if (end < now - RETRY_MS) continue
        longestMs = Math.max(longestMs, start - availableSince)
        availableSince = end
      }
      return Math.max(longestMs, now - availableSince) < ENOUGH_MS
    },
    longestMs: () => Math.max(0, ...outages.map(({ start, end }) => end - start)),
  }
}
