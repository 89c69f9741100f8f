const ZERO = {
  /** Connections that are open now, and polls that are in progress now. */
  connected: 0,
  polling: 0,
  /** Responses without deliveries: all, those before their time, and those long after it. */
  empty: 0,
  early: 0,
  overdue: 0,
  /** Responses to a waiting poll without the right `Preference-Applied`. */
  unconfirmed: 0,
  /** Responses other than 200, and connections that the server closed without announcing it. */
  refused: 0,
  dropped: 0,
  /** When the server stops: waiters with an empty response, and waiters without a response. */
  released: 0,
  reset: 0,
}

/** What the waiters of one process have seen. */
export type WaiterCounts = typeof ZERO

export function zeroCounts(): WaiterCounts {
  return { ...ZERO }
}

export function addCounts(all: WaiterCounts[]): WaiterCounts {
  return mapCounts((name) => all.reduce((sum, counts) => sum + counts[name], 0))
}

export function subtractCounts(later: WaiterCounts, earlier: WaiterCounts): WaiterCounts {
  return mapCounts((name) => later[name] - earlier[name])
}

function mapCounts(toCount: (name: keyof WaiterCounts) => number): WaiterCounts {
  const names = Object.keys(ZERO) as (keyof WaiterCounts)[]
  return Object.fromEntries(names.map((name) => [name, toCount(name)])) as WaiterCounts
}
