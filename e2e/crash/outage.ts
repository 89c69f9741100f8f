/** How long a request goes on trying while the database is away. */
const DATABASE_TIMEOUT_MS = 8_000
/** With the database there for so long without a break, a request must get through. */
const ENOUGH_MS = 2_000

export type Outage = {
  begin(): void
  end(): void
  /** Whether a request that gives up now had no fair chance in all the time it may try. */
  excuses(): boolean
  longestMs(): number
}

/** Remembers when the database was away: a slow machine may take longer to bring it back than anyone would wait. */
export function createOutage(): Outage {
  const outages: { begun: number; ended: number }[] = []
  return {
    begin: () => void outages.push({ begun: Date.now(), ended: Infinity }),
    end() {
      const last = outages.at(-1)
      if (last) last.ended = Date.now()
    },
    excuses() {
      const now = Date.now()
      let upSince = now - DATABASE_TIMEOUT_MS
      let longestUp = 0
      for (const { begun, ended } of outages) {
        if (ended < now - DATABASE_TIMEOUT_MS) continue
        longestUp = Math.max(longestUp, begun - upSince)
        upSince = ended
      }
      return Math.max(longestUp, now - upSince) < ENOUGH_MS
    },
    longestMs: () => Math.max(0, ...outages.map(({ begun, ended }) => ended - begun)),
  }
}
