/** How long the product goes on trying while its database is away, and a little less: the rest is the machine's. */
const PATIENCE_MS = 7_000
const GRACE_MS = 3_000

export type Outage = {
  begin(): void
  end(): void
  /** Whether the database was away for longer than the product promises to wait. */
  excuses(): boolean
  longestMs(): number
}

/** Remembers when the database was away, because a slow machine may take longer to bring it back than anyone would wait. */
export function createOutage(): Outage {
  let begun = 0
  let ended = 0
  let longest = 0
  return {
    begin: () => void ([begun, ended] = [Date.now(), Infinity]),
    end() {
      ended = Date.now()
      longest = Math.max(longest, ended - begun)
    },
    excuses() {
      const now = Date.now()
      return now < ended + GRACE_MS && Math.min(now, ended) - begun > PATIENCE_MS
    },
    longestMs: () => longest,
  }
}
