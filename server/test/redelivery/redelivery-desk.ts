import { inStore } from '../../src/db/database.ts'
import type { DeliveryId, RedeliveryId } from '../../src/ids.ts'
import { parseId } from '../../src/ids.ts'
import { previewRedelivery } from '../../src/redelivery/plan-redelivery.ts'
import type { Choice, Outcome } from '../../src/redelivery/redelivery.ts'
import { runRedeliveries } from '../../src/redelivery/run-redeliveries.ts'
import { showRedelivery } from '../../src/redelivery/show-redelivery.ts'
import { startRedelivery } from '../../src/redelivery/start-redelivery.ts'
import { stopRedelivery } from '../../src/redelivery/stop-redelivery.ts'
import { deliveriesOf, type TestStore } from '../store-records.ts'

/** A store with two servers, and what its owner does there. */
export async function openDesk(store: TestStore) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const { app, reader } = store.database
  const desk = {
    storeId,
    a,
    b,
    /** Reports everything that waits on the servers, oldest first, and gives the ids. */
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
    plan: (choice: Choice = {}) => inStore(app, storeId, (tx) => previewRedelivery(tx, { storeId, choice })),
    start: (choice: Choice = {}) =>
      inStore(app, storeId, (tx) => startRedelivery(tx, { storeId, choice, by: 'owner' })),
    show: (redeliveryId: RedeliveryId) => inStore(app, storeId, (tx) => showRedelivery(tx, { storeId, redeliveryId })),
    stop: (redeliveryId: RedeliveryId) => inStore(app, storeId, (tx) => stopRedelivery(tx, { storeId, redeliveryId })),
    run: () => runRedeliveries(app, reader),
    deliveries: () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId }),
    /** A redelivery from the wish to its end. */
    async redeliver(choice: Choice = {}) {
      const id = await desk.start(choice)
      await desk.run()
      return desk.show(id)
    },
  }
  return desk
}

/** How many of each outcome, those that are none left out. */
export function outcomes(counts: { outcome: Outcome; items: number }[]): Partial<Record<Outcome, number>> {
  const sums: Partial<Record<Outcome, number>> = {}
  for (const { outcome, items } of counts) sums[outcome] = (sums[outcome] ?? 0) + items
  return sums
}
