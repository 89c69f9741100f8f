import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../kit/query.ts'
import type { MoneyStore } from './money-stores.ts'
import type { Scenario } from './scenario.ts'

/** The first query to the provider is due after a minute. After two hours, every page and everything timed has expired. */
const SHOP_CLOCK = { step: 60, lastSteps: 7_200 }
/** A week has passed after four steps. */
export const CLUB_CLOCK = { step: 172_800, lastSteps: 604_800 }
const CLOCK_INTERVAL_MS = 1_500
const RETRY_MS = 100

export type SandboxProvider = ReturnType<typeof createSandboxProvider>

/** Simulates the provider, which knows of payments without a callback, and moves the clocks of the test stores. */
export function createSandboxProvider(databaseUrl: string, stores: MoneyStore[], clock = SHOP_CLOCK) {
  const stopping = new AbortController()
  let seconds = clock.step

  async function moveClocks(): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const store = stores[turn % stores.length]
      // A server can be killed during the request. The next turn comes soon.
      if (store) await store.manage.advanceClock({ storeId: store.storeId, seconds }).catch(() => undefined)
      await sleep(CLOCK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const moving = moveClocks()
  return {
    /** The player paid, and the provider will send no callback. */
    async pay({ store, withoutCallback }: Scenario, checkoutId: string): Promise<void> {
      const at = (hasHappened: boolean | undefined) => (hasHappened ? new Date() : null)
      const values = [store.storeId, checkoutId, at(withoutCallback?.isRefunded), at(withoutCallback?.isDisputed)]
      while (!stopping.signal.aborted) {
        try {
          await query(
            databaseUrl,
            `insert into sandbox_payments (store_id, checkout_id, paid, refund_at, dispute_at)
             select store_id, id, true, $3, $4 from checkouts where type_id('sto', store_id) = $1 and type_id('chk', id) = $2
             on conflict (store_id, checkout_id) do nothing`,
            values,
          )
          return
        } catch (error) {
          const { code = '' } = error as { code?: string }
          if (/^(22|23|42)/.test(code)) throw error
          await sleep(RETRY_MS)
        }
      }
    },
    /** From now on, the clocks move so far that everything comes to its end. */
    moveClocksFast: () => void (seconds = clock.lastSteps),
    async stop(): Promise<void> {
      stopping.abort()
      await moving
    },
  }
}
