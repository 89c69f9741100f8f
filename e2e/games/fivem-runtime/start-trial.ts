import { onTestFinished } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { createFivemServer, type FivemServer } from './fivem-server.ts'
import { type MockStore, type QueuedDelivery, startMockStore } from './mock-store.ts'

export const BUYER = 'license:1a2b'

type Trial = {
  store: MockStore
  server: FivemServer
  /** Adds a delivery to the queue and returns its id. */
  enqueue: (commands: string[], delivery?: Partial<QueuedDelivery>) => string
  /** Waits for a report and returns its last outcome. */
  waitForOutcome: (id: string) => Promise<MockStore['outcomes'][number]>
}

/** Starts a store and a game server with one player. Both stop with the test. */
export async function startTrial({
  speaks = '2.0',
  convars = {},
}: { speaks?: '1.0' | '2.0'; convars?: Record<string, string | number> } = {}): Promise<Trial> {
  const store = await startMockStore({ speaks })
  onTestFinished(() => store.close())
  const server = await createFivemServer({ qm_url: store.url, qm_key: 'the-key', ...convars })
  onTestFinished(() => server.remove())
  await server.start()
  server.join(1, BUYER)
  let count = 0
  return {
    store,
    server,
    enqueue(commands, delivery) {
      const id = delivery?.id ?? `cmd_${++count}`
      store.queue.push({
        id,
        gameUserId: BUYER,
        deliveryType: 'APPROVE',
        products: [{ commands }],
        attempt: 1,
        done: 0,
        repeatable: false,
        conditions: { online: true, delaySeconds: 0, freeSlots: 0 },
        ...delivery,
      })
      return id
    },
    async waitForOutcome(id) {
      const find = () => store.outcomes.findLast((outcome) => outcome.id === id)
      await waitFor(`an outcome of ${id}`, () => find() !== undefined)
      const found = find()
      if (!found) throw new Error(`There is no outcome of ${id}`)
      return found
    },
  }
}
