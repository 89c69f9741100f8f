import { setTimeout as sleep } from 'node:timers/promises'
import { type Sold, sell } from '../../server/src/checkouts/buy/sell.ts'
import type { Db } from '../../server/src/db/database.ts'
import { createConcurrencyLimit } from '../../server/src/db/concurrency-limit.ts'
import { isDatabaseUnavailable } from '../../server/src/db/retry-while-unavailable.ts'
import { formatId } from '../../server/src/ids.ts'
import type { Random } from '../kit/random.ts'
import { SERVERS_EACH, type Shop } from './open-shops.ts'

/** An element for each server of the store, so this makes fifty elements a second. */
const SALE_EVERY_MS = 100
/** While the database is away, only so many knock. */
const AT_ONCE = 2
const PAUSE_MS = 100
/** A database that stays away for so long after the last sale does not come back. */
const GIVE_UP_MS = 30_000

export type Seller = {
  /** Ids of all elements, as the games see them; complete when `close` has resolved. */
  readonly sold: ReadonlySet<string>
  /** No new sales from here on; resolves when all of them are confirmed. */
  close(): Promise<void>
  /** Sales that were refused. */
  readonly faults: readonly string[]
}

/** Sells at an even pace, whatever the database does: a sale is repeated under its reference until it is confirmed. */
export function keepSelling(db: Db, shops: Shop[], random: Random): Seller {
  const sold = new Set<string>()
  const faults: string[] = []
  const stopping = new AbortController()
  const underWay: Promise<void>[] = []
  const gate = createConcurrencyLimit(AT_ONCE)
  let giveUpAt = Infinity

  async function sellOnce({ storeId, productId, player }: Shop, reference: string): Promise<void> {
    const items = [{ productId, quantity: 1 }]
    const sale = { storeId, gameUserId: player, items, serverId: null, reference }
    const { deliveryIds } = await gate(() => untilConfirmed(() => sell(db, sale)))
    if (deliveryIds.length !== SERVERS_EACH) faults.push(`${reference} made ${deliveryIds.length} elements`)
    for (const id of deliveryIds) sold.add(formatId('cmd', id))
  }
  async function untilConfirmed(once: () => Promise<Sold>): Promise<Sold> {
    for (;;) {
      try {
        return await once()
      } catch (error) {
        if (!isDatabaseUnavailable(error) || Date.now() > giveUpAt) throw error
        await sleep(PAUSE_MS)
      }
    }
  }
  async function work(): Promise<void> {
    for (let next = Date.now(), no = 1; !stopping.signal.aborted; next += SALE_EVERY_MS, no++) {
      const reference = `sale ${no}`
      const refused = (error: unknown) => void faults.push(`${reference} was refused: ${String(error)}`)
      underWay.push(sellOnce(random.pick(shops), reference).catch(refused))
      await sleep(Math.max(next + SALE_EVERY_MS - Date.now(), 0), undefined, stopping).catch(() => undefined)
    }
  }

  const working = work()
  return {
    sold,
    faults,
    async close() {
      if (!stopping.signal.aborted) giveUpAt = Date.now() + GIVE_UP_MS
      stopping.abort()
      await working
      await Promise.all(underWay)
    },
  }
}
