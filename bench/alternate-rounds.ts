import { startProgress } from '../e2e/kit/progress.ts'

/**
 * Measures all sides in every round, in every second round in reverse order, so that other load on the machine affects
 * all sides alike. Returns the results of each side. Round 0 warms up, so its results are left out.
 */
export async function alternateRounds<T>(
  sides: { measure: (round: number) => Promise<T> }[],
  { rounds, label }: { rounds: number; label: string },
): Promise<T[][]> {
  const results: T[][] = sides.map(() => [])
  const progress = startProgress(label, sides.length * (rounds + 1))
  for (let round = 0; round <= rounds; round++) {
    for (const [i, side] of round % 2 === 0 ? [...sides.entries()] : [...sides.entries()].toReversed()) {
      const result = await side.measure(round)
      if (round > 0) results[i]?.push(result)
      progress.add(1)
    }
  }
  progress.done()
  return results
}
