export type Counts = { requests: number; accepted: number; refused: number; exact: number }

export function sumCounts(perDialect: Record<string, Counts>): Counts {
  const sum = (of: keyof Counts) => Object.values(perDialect).reduce((all, counts) => all + counts[of], 0)
  return { requests: sum('requests'), accepted: sum('accepted'), refused: sum('refused'), exact: sum('exact') }
}
