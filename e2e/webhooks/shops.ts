import { addressRanges } from '../../server/src/address-ranges.ts'
import { type Database, inStore } from '../../server/src/db/database.ts'
import { isDatabaseUnavailable } from '../../server/src/db/retry-while-unavailable.ts'
import { addEndpoint } from '../../server/src/webhooks/endpoints/add-endpoint.ts'
import { recordEvent } from '../../server/src/events/record-event.ts'
import { type EventId, formatId, type StoreId } from '../../server/src/ids.ts'
import type { Sealer } from '../../server/src/seal.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export type Shop = { storeId: StoreId; secret: string }

const LOCAL = addressRanges(['127.0.0.0/8'])

/** A store with one endpoint. */
export async function openShop({ app }: Database, url: string, sealer: Sealer): Promise<Shop> {
  const { id: storeId } = await createStore(app, {
    name: 'Vale',
    url: 'vale.example',
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
  })
  const { secret } = await addEndpoint(app, { storeId, url, eventTypes: [], sealer, allowed: LOCAL })
  return { storeId, secret }
}

/**
 * Records some events in one transaction, and again while the database is away. The answer holds what was confirmed;
 * an attempt whose confirmation was lost may have left more.
 */
export async function recordSome({ app }: Database, { storeId }: Shop, count: number): Promise<string[]> {
  for (;;) {
    try {
      const ids = await inStore(app, storeId, async (tx) => {
        const made: EventId[] = []
        for (let i = 0; i < count; i++) {
          made.push(
            await recordEvent(tx, { storeId, type: 'checkout.paid', data: { storeId: formatId('sto', storeId), i } }),
          )
        }
        return made
      })
      return ids.map((id) => formatId('evt', id))
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(50)
    }
  }
}

/** Every event that a store has, as the database says. */
export async function eventsOf({ reader }: Database, { storeId }: Shop): Promise<string[]> {
  const rows = await reader.selectFrom('events').select('id').where('store_id', '=', storeId).execute()
  return rows.map(({ id }) => formatId('evt', id))
}

/** What still waits at a store's endpoint. */
export async function waitingAt({ reader }: Database, { storeId }: Shop): Promise<string[]> {
  const rows = await reader
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('store_id', '=', storeId)
    .execute()
  return rows.map(({ event_id: id }) => formatId('evt', id))
}
