import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../../server/src/db/database.ts'
import type { CheckoutId } from '../../../server/src/ids.ts'
import { advanceClock } from '../../../server/src/test-mode/advance-clock.ts'
import type { Shop } from './open-shops.ts'
import type { Story } from './story.ts'

/** Until the first question to a provider is due. */
const A_MINUTE = 60
/** Until every page has run out, everything timed is over, and every question is due. */
const TWO_HOURS = 7_200
const TICK_MS = 1_500

export type World = {
  /** The player paid, and the provider will never call. */
  pay(story: Story, checkoutId: CheckoutId): Promise<void>
  /** From here on time flies. */
  hurry(): void
  stop(): Promise<void>
}

/** What the product does not do itself: what the provider knows when it is asked, and the clocks of the test stores. */
export function createWorld(databaseUrl: string, shops: Shop[]): World {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => undefined)
  const stopping = new AbortController()
  let seconds = A_MINUTE

  async function keepTime(): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const shop = shops[turn % shops.length]
      // The database may be away: the next turn comes soon.
      if (shop) await advanceClock(database.app, { storeId: shop.storeId, seconds }).catch(() => undefined)
      await sleep(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const ticking = keepTime()
  return {
    async pay({ shop, silent }, checkoutId) {
      const at = (happened: boolean | undefined) => (happened ? new Date() : null)
      const row = [shop.storeId, checkoutId, at(silent?.refunded), at(silent?.disputed)]
      while (!stopping.signal.aborted) {
        try {
          await pool.query(
            `insert into sandbox_payments (store_id, checkout_id, paid, refund_at, dispute_at)
             values ($1, $2, true, $3, $4) on conflict (store_id, checkout_id) do nothing`,
            row,
          )
          return
        } catch (error) {
          const { code = '' } = error as { code?: string }
          if (/^(22|23|42)/.test(code)) throw error
          await sleep(100)
        }
      }
    },
    hurry: () => void (seconds = TWO_HOURS),
    async stop() {
      stopping.abort()
      await ticking
      await Promise.all([database.close(), pool.end()])
    },
  }
}
