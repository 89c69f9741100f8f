import type { Count, Outcome } from './redelivery.ts'

export type Tally = {
  /** How many deliveries are enqueued. */
  deliveries: number
  /** How many things players own, whatever the number of servers. Null while it is not known yet. */
  entitlements: number | null
  players: number | null
  /** What is not sent, by the reason. */
  skipped: Record<Exclude<Outcome, 'sent'>, number>
  /** All of it by product and server. */
  breakdown: Count[]
}

export function tallyOf(counts: Count[], { entitlements, players }: Pick<Tally, 'entitlements' | 'players'>): Tally {
  const sum = (outcome: Outcome) =>
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
