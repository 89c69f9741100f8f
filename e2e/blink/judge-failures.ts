import type { Outage } from './blows.ts'
import { isExcused } from './excuse.ts'
import type { Call } from './game-line.ts'
import type { Played } from './play-games.ts'

export type Judged = {
  broken: Call[]
  excused: Call[]
  /** Runs beyond what an element may have. */
  secondRuns: number
  mostRuns: (elementId: string) => number
}

/** Tells failures that nobody could help from broken promises. A report that failed with an excuse runs its element again. */
export function judgeFailures({ failures, runs }: Played, outages: readonly Outage[]): Judged {
  const broken: Call[] = []
  const excused: Call[] = []
  for (const call of failures) (isExcused(call, outages) ? excused : broken).push(call)

  const again = Map.groupBy(excused, ({ elementId }) => elementId)
  const mostRuns = (elementId: string) => 1 + (again.get(elementId)?.length ?? 0)
  let secondRuns = 0
  for (const [id, times] of runs) secondRuns += Math.max(times - mostRuns(id), 0)
  return { broken, excused, secondRuns, mostRuns }
}
