import { differenceOf, emptyTally, type Tally } from './tally.ts'
import type { WaitingPolls } from './waiters.ts'

export type Part = { name: string; seconds: number; tally: Tally; faults: string[] }

export type PartLog = {
  parts: Part[]
  /** What the waiters have seen since the last call belongs to this part. */
  end(name: string): Promise<Part>
}

/** Tells what happened in which part of the run. */
export function startPartLog(waiters: WaitingPolls, begun: number): PartLog {
  const parts: Part[] = []
  let last = emptyTally()
  let faultsTold = 0
  let lastEnd = begun
  return {
    parts,
    async end(name) {
      const now = await waiters.tally()
      const seconds = Number(((performance.now() - lastEnd) / 1_000).toFixed(1))
      const part = { name, seconds, tally: differenceOf(now, last), faults: waiters.faults.slice(faultsTold) }
      last = now
      faultsTold = waiters.faults.length
      lastEnd = performance.now()
      parts.push(part)
      return part
    },
  }
}
