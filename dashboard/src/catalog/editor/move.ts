/** A copy of the list with one item at another place. */
export function move<Item>(items: Item[], from: number, to: number): Item[] {
  const moved = items[from]
  if (moved === undefined) return items
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}
