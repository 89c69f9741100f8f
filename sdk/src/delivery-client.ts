import { MAX_OUTCOMES_PER_REPORT } from '@quartermaster/contract/games/limits'
import { type ClientOptions, createConnection } from './store-connection.ts'
import type { InitResponse, LinkCode, Outcome, OutcomeResult, PollRequest, PollResponse } from './types.ts'
import { readInitResponse, readLinkCode, readOutcomeResults, readPollResponse } from './wire.ts'

type Options = { signal?: AbortSignal }

export type DeliveryClient = {
  /** Registers the game server when it starts. */
  init: (details?: { serverPort?: number }, options?: Options) => Promise<InitResponse>
  /**
   * Gets a code that proves who a player is, if they type it in the storefront within 10 minutes. Call it only for a player
   * who the game has authenticated.
   */
  link: (player: { gameUserId: string }, options?: Options) => Promise<LinkCode>
  /**
   * Returns the commands that can be delivered now. With `wait`, the store keeps an empty poll open for that many
   * seconds. When a player joins, abort the waiting poll and send a new one with the new list of players.
   */
  poll: (poll?: PollRequest, options?: Options & { wait?: number }) => Promise<PollResponse & { hasWaited: boolean }>
  /** Reports any number of outcomes, 100 per request. A repeated report changes nothing. */
  report: (outcomes: Outcome[], options?: Options) => Promise<OutcomeResult[]>
}

const ROOT = '/api/games/2.0'

/** Creates a client of games interface 2.0. */
export function createDeliveryClient(options: ClientOptions): DeliveryClient {
  const { call } = createConnection(options)

  return {
    async init(details = {}, { signal } = {}) {
      const { body } = await call({ method: 'POST', path: `${ROOT}/init`, body: details, signal })
      return readInitResponse(body)
    },

    async link(player, { signal } = {}) {
      const { body } = await call({ method: 'POST', path: `${ROOT}/link`, body: player, signal })
      return readLinkCode(body)
    },

    async poll(poll = {}, { wait, signal } = {}) {
      const { body, hasWaited } = await call({ method: 'POST', path: `${ROOT}/poll`, body: poll, wait, signal })
      return { ...readPollResponse(body), hasWaited }
    },

    async report(outcomes, { signal } = {}) {
      const results: OutcomeResult[] = []
      for (let from = 0; from < outcomes.length; from += MAX_OUTCOMES_PER_REPORT) {
        const batch = outcomes.slice(from, from + MAX_OUTCOMES_PER_REPORT)
        const { body } = await call({ method: 'POST', path: `${ROOT}/report`, body: { outcomes: batch }, signal })
        results.push(...readOutcomeResults(body, batch.length))
      }
      return results
    },
  }
}
