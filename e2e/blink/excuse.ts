import type { Outage } from './blows.ts'

/** As long as the server goes on trying while the database is away. */
const DATABASE_TIMEOUT_MS = 8_000
/** It gives up when its next attempt would come too late, which may be a little sooner. */
const LEAST_TRIED_MS = 7_000
/** With the database there for so long without a break, a call must get through. */
const ENOUGH_MS = 2_000

export type Span = { begun: number; ended: number }

/**
 * Whether a call had no fair chance in all the time that it may take: a machine with other work may need longer to bring
 * the database back than is promised. Who gives up early has no excuse.
 */
export function isExcused({ begun, ended }: Span, outages: readonly Outage[]): boolean {
  if (ended - begun < LEAST_TRIED_MS) return false
  let upSince = Math.max(begun, ended - DATABASE_TIMEOUT_MS)
  let longestUp = 0
  for (const outage of outages) {
    if (outage.ended < upSince || outage.begun > ended) continue
    longestUp = Math.max(longestUp, outage.begun - upSince)
    upSince = outage.ended
  }
  return Math.max(longestUp, ended - upSince) < ENOUGH_MS
}
