import { onTestFinished } from 'vitest'
import type { Delivery } from '../../../conformance/src/mock-store/delivery.ts'
import { waitFor } from '../wait-for.ts'
import { createFivemServer, type FivemServer } from './fivem-server.ts'
import { type MockStore, openMockStore } from './mock-store.ts'

export const BUYER = 'license:1a2b'
const KEY = 'the-key'

type NewDelivery = Partial<Pick<Delivery, 'id' | 'player' | 'deliveryType' | 'repeatable' | 'conditions'>> & {
  attempt?: number
  done?: number
}

type Trial = {
  store: MockStore
  server: FivemServer
  /** Adds a delivery to the queue and returns its id. A list in the list is a product. */
  enqueue: (commands: (string | string[])[], delivery?: NewDelivery) => string
  /** Waits for a report and returns its last outcome. */
  waitForOutcome: (id: string) => Promise<MockStore['outcomes'][number]>
}

type Settings = { speaks?: '1.0' | '2.0'; convars?: Record<string, string | number> }

/** Starts a store and a game server with one player. Both stop with the test. */
export async function startTrial({ speaks = '2.0', convars = {} }: Settings = {}): Promise<Trial> {
  const store = await openMockStore({ speaks, key: KEY })
  onTestFinished(store.close)
  const server = await createFivemServer({ qm_url: store.url, qm_key: KEY, ...convars })
  onTestFinished(() => server.remove())
  await server.start()
  server.join(1, BUYER)
  let count = 0
  return {
    store,
    server,
    enqueue(commands, { id = `cmd_${++count}`, attempt = 1, done = 0, ...delivery } = {}) {
      const single = commands.filter((command) => typeof command === 'string')
      const products = single.length > 0 ? [single] : commands.filter((command) => typeof command !== 'string')
      store.enqueue(
        {
          id,
          checkoutId: 'chk_1',
          player: BUYER,
          deliveryType: 'APPROVE',
          products: products.map((list) => ({ id: 'prd_1', name: 'Goods', price: 1, quantity: 1, commands: list })),
          steps: [],
          hasSingleProduct: delivery.deliveryType === 'EXPIRE',
          extraFields: {},
          repeatable: false,
          conditions: { online: true, delaySeconds: 0, freeSlots: 0 },
          ...delivery,
        },
        { attempt, done },
      )
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
