import { MAX_OUTCOMES_PER_REPORT } from '@quartermaster/contract/games-limits'
import { type ClientOptions, openConnection } from './store-connection.ts'
import type { Deliveries, Outcome, Poll, Settled, Welcome } from './types.ts'
import { readDeliveries, readSettled, readWelcome } from './wire.ts'

type Options = { signal?: AbortSignal }

export type DeliveryClient = {
  /** Tells the store that this game server is up. */
  init: (details?: { serverPort?: number }, options?: Options) => Promise<Welcome>
  /**
   * What can be delivered now. With `wait`, an answer with nothing in it is held back until something comes for
   * somebody who is online. When a player joins, abort it and poll anew.
   */
  poll: (poll?: Poll, options?: Options & { wait?: number }) => Promise<Deliveries & { hasWaited: boolean }>
  /** How commands ended, in requests of a hundred. May be said again: the second time changes nothing. */
  report: (outcomes: Outcome[], options?: Options) => Promise<Settled[]>
}

const ROOT = '/api/games/2.0'

/** The interface 2.0. */
export function createDeliveryClient(options: ClientOptions): DeliveryClient {
  const { call } = openConnection(options)

  return {
    async init(details = {}, { signal } = {}) {
      const { body } = await call({ method: 'POST', path: `${ROOT}/init`, body: details, signal })
      return readWelcome(body)
    },

    async poll(poll = {}, { wait, signal } = {}) {
      const { body, hasWaited } = await call({ method: 'POST', path: `${ROOT}/poll`, body: poll, wait, signal })
      return { ...readDeliveries(body), hasWaited }
    },

    async report(outcomes, { signal } = {}) {
      const results: Settled[] = []
      for (let from = 0; from < outcomes.length; from += MAX_OUTCOMES_PER_REPORT) {
        const some = outcomes.slice(from, from + MAX_OUTCOMES_PER_REPORT)
        const { body } = await call({ method: 'POST', path: `${ROOT}/report`, body: { outcomes: some }, signal })
        results.push(...readSettled(body, some.length))
      }
      return results
    },
  }
}
