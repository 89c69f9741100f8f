import { busy } from '../../errors.ts'

export type InFlightLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Refuses a call while `max` calls are in flight: an early refusal is better than a late one. */
export function createInFlightLimit(max: number): InFlightLimit {
  let inFlight = 0
  return async (work) => {
    if (inFlight >= max) throw busy()
    inFlight++
    try {
      return await work()
    } finally {
      inFlight--
    }
  }
}
