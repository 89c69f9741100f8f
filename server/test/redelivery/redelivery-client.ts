import { inStore } from '../../src/db/database.ts'
import type { DeliveryId, RedeliveryId } from '../../src/ids.ts'
import { parseId } from '../../src/ids.ts'
import { previewRedelivery } from '../../src/redelivery/preview-redelivery.ts'
import type { Selection, RedeliveryOutcome } from '../../src/redelivery/redelivery.ts'
import { runRedeliveries } from '../../src/redelivery/run-redeliveries.ts'
import { showRedelivery } from '../../src/redelivery/show-redelivery.ts'
import { startRedelivery } from '../../src/redelivery/start-redelivery.ts'
import { stopRedelivery } from '../../src/redelivery/stop-redelivery.ts'
import { deliveriesOf, type TestStore } from '../store-records.ts'

/** A store with two servers, and the redelivery calls for it. */
export async function createRedeliveryClient(store: TestStore) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const { app, reader } = store.database
  const client = {
    storeId,
    a,
    b,
    /** Polls and reports everything, oldest first, and returns the ids. */
    async deliver(...servers: { key: string }[]): Promise<DeliveryId[]> {
      const ids: DeliveryId[] = []
      for (const { key } of servers.length > 0 ? servers : [a, b]) {
        for (const { id } of await store.poll(key)) {
          await store.report(key, id)
          ids.push(...([parseId<DeliveryId>('cmd', id)].filter(Boolean) as DeliveryId[]))
        }
      }
      return ids
    },
    preview: (selection: Selection = {}) =>
      inStore(app, storeId, (tx) => previewRedelivery(tx, { storeId, selection })),
    start: (selection: Selection = {}) =>
      inStore(app, storeId, (tx) => startRedelivery(tx, { storeId, selection, by: 'owner' })),
    show: (redeliveryId: RedeliveryId) => inStore(app, storeId, (tx) => showRedelivery(tx, { storeId, redeliveryId })),
    stop: (redeliveryId: RedeliveryId) => inStore(app, storeId, (tx) => stopRedelivery(tx, { storeId, redeliveryId })),
    run: () => runRedeliveries(app, reader),
    deliveries: () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId }),
    /** Starts a redelivery and runs it to its end. */
    async redeliver(selection: Selection = {}) {
      const id = await client.start(selection)
      await client.run()
      return client.show(id)
    },
  }
  return client
}

/** The number of items by outcome, without zeros. */
export function outcomes(
  counts: { outcome: RedeliveryOutcome; items: number }[],
): Partial<Record<RedeliveryOutcome, number>> {
  const sums: Partial<Record<RedeliveryOutcome, number>> = {}
  for (const { outcome, items } of counts) sums[outcome] = (sums[outcome] ?? 0) + items
  return sums
}
