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
  /** Responses other than 200. */
  refused: 0,
  /** Connections that the server closed without announcing it. */
  dropped: 0,
  /** Empty responses that announce the end of the connection, which a server sends when it stops. */
  released: 0,
}

export type WaiterCounts = typeof ZERO

export function zeroCounts(): WaiterCounts {
  return { ...ZERO }
}

export function addCounts(all: WaiterCounts[]): WaiterCounts {
  const names = Object.keys(ZERO) as (keyof WaiterCounts)[]
  const sums = names.map((name) => [name, all.reduce((sum, counts) => sum + counts[name], 0)])
  return Object.fromEntries(sums) as WaiterCounts
}
