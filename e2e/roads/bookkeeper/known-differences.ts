/** Where a surface does not agree yet, and the issue that will make it. */
export type KnownDifference = {
  issue: number
  surface: string
  /** The first words of the facts that differ. */
  fact: string
  /** A road that meets it. When that road no longer does, the entry has to be deleted. */
  road: string
  why: string
}

const CSV = { issue: 42, surface: 'orders CSV', road: 'R14' } as const

export const KNOWN_DIFFERENCES: KnownDifference[] = [
  { ...CSV, fact: 'paid ORDER', why: 'amounts are in minor units, without their currency' },
  { ...CSV, fact: 'refunded ORDER', why: 'there is no column for refunds' },
  { issue: 42, surface: 'orders list', fact: 'refunded ORDER', road: 'R5', why: 'a partial refund is not shown' },
]
