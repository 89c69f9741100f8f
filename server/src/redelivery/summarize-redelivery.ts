import type { RedeliveryCount, RedeliveryOutcome } from './redelivery.ts'

export type RedeliverySummary = {
  /** How many deliveries are enqueued. */
  deliveries: number
  /** How many entitlements they are for. Null while the redelivery is running. */
  entitlements: number | null
  players: number | null
  /** By reason. */
  skipped: Record<Exclude<RedeliveryOutcome, 'sent'>, number>
  /** By product, server and outcome. */
  breakdown: RedeliveryCount[]
}

export function summarizeRedelivery(
  counts: RedeliveryCount[],
  { entitlements, players }: Pick<RedeliverySummary, 'entitlements' | 'players'>,
): RedeliverySummary {
  const sum = (outcome: RedeliveryOutcome) =>
    counts.filter((count) => count.outcome === outcome).reduce((total, { items }) => total + items, 0)
  return {
    deliveries: sum('sent'),
    entitlements,
    players,
    skipped: {
      waiting: sum('waiting'),
      delivered: sum('delivered'),
      cancelled: sum('cancelled'),
      refunded: sum('refunded'),
      expired: sum('expired'),
    },
    breakdown: counts,
  }
}
