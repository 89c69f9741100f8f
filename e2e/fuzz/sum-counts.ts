/** Adds up the counts of all parts, by name. */
export function sumCounts<Name extends string>(parts: Record<string, Record<Name, number>>): Record<Name, number> {
  const sums = {} as Record<Name, number>
  for (const counts of Object.values(parts)) {
    for (const name in counts) sums[name] = (sums[name] ?? 0) + counts[name]
  }
  return sums
}
