const USUAL = 50

/** How many at most, from what was typed behind `--limit`. */
export function readMost(limit: string, most = 1_000): number {
  return Math.min(Math.max(Number.parseInt(limit, 10) || USUAL, 1), most)
}
