/** What the waiters of one process have seen. All of it adds up. */
export type Tally = {
  /** Connections that are open now, and polls that are under way now. */
  connected: number
  asking: number
  /** Answers without an element, before, at, and long after the time that was asked for. */
  empty: number
  early: number
  overdue: number
  /** Answers to a waiting poll that do not say that they waited. */
  unconfirmed: number
  /** Answers other than 200, and connections that ended without being announced. */
  refused: number
  dropped: number
  /** At the stop: let go with an empty answer, and left without one. */
  released: number
  reset: number
}

export function emptyTally(): Tally {
  return {
    connected: 0,
    asking: 0,
    empty: 0,
    early: 0,
    overdue: 0,
    unconfirmed: 0,
    refused: 0,
    dropped: 0,
    released: 0,
    reset: 0,
  }
}

export function sumOf(tallies: Tally[]): Tally {
  const sum = emptyTally()
  for (const tally of tallies) for (const name of namesOf(sum)) sum[name] += tally[name]
  return sum
}

export function differenceOf(later: Tally, earlier: Tally): Tally {
  const difference = { ...later }
  for (const name of namesOf(difference)) difference[name] -= earlier[name]
  return difference
}

function namesOf(tally: Tally): (keyof Tally)[] {
  return Object.keys(tally) as (keyof Tally)[]
}
