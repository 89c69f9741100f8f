import type { RecentPurchase, ServerStatus } from './shop-view.ts'

/** What changes without the owner: purchases, and which game servers are online. */
export type LiveFacts = {
  version: string
  status: ServerStatus | null
  recent: RecentPurchase[]
  /** Null if the store has no goal now. */
  goal: { sold: number; endsAt: Date } | null
  /** Who paid most first. */
  supporters: { player: string; paid: number }[]
}
