export const LONG = {
  waitSeconds: 60,
  warmUpSeconds: 3,
  idleSeconds: 20,
  salesSeconds: 60,
  lateSeconds: 20,
  /** How long a transaction with a late COMMIT stays open at most. */
  maxHoldMs: 3_000,
  outageMs: 2_000,
}
/** With a shorter wait, as many waiters poll again per second as with many more waiters. */
export const SHORT: typeof LONG = {
  waitSeconds: 10,
  warmUpSeconds: 0.5,
  // The interval of the slowest frequent work, the metrics. In a shorter time, work with a long interval is counted too often or never.
  idleSeconds: 15,
  salesSeconds: 5,
  lateSeconds: 2,
  maxHoldMs: 1_200,
  outageMs: 100,
}

export type Plan = typeof LONG & { waiters: number; processes: number; seed: number }
