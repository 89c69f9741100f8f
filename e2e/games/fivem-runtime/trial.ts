import { onTestFinished } from 'vitest'
import { waitUntil } from '../wait-until.ts'
import { createFivemServer, type FivemServer } from './fivem-server.ts'
import { type Element, openSmallStore, type SmallStore } from './small-store.ts'

export const BUYER = 'license:1a2b'

export type Trial = {
  store: SmallStore
  server: FivemServer
  /** Puts an element into the queue; the id of it. */
  queue: (commands: string[], element?: Partial<Element>) => string
  /** Waits until something has become of an element; the last outcome of it. */
  outcomeOf: (id: string) => Promise<SmallStore['outcomes'][number]>
}

/** A store and a server that knows it, with one player in the game. */
export async function startTrial({
  speaks = '2.0',
  convars = {},
}: { speaks?: '1.0' | '2.0'; convars?: Record<string, string | number> } = {}): Promise<Trial> {
  const store = await openSmallStore({ speaks })
  onTestFinished(() => store.close())
  const server = await createFivemServer({ qm_url: store.url, qm_key: 'the-key', ...convars })
  onTestFinished(() => server.remove())
  await server.start()
  server.join(1, BUYER)
  let count = 0
  return {
    store,
    server,
    queue(commands, element) {
      const id = element?.id ?? `cmd_${++count}`
      store.queue.push({
        id,
        gameUserId: BUYER,
        deliveryType: 'APPROVE',
        products: [{ commands }],
        attempt: 1,
        done: 0,
        repeatable: false,
        conditions: { online: true, delaySeconds: 0, freeSlots: 0 },
        ...element,
      })
      return id
    },
    async outcomeOf(id) {
      const find = () => store.outcomes.findLast((outcome) => outcome.id === id)
      await waitUntil(`an outcome of ${id}`, () => find() !== undefined)
      const found = find()
      if (!found) throw new Error('it is gone again')
      return found
    },
  }
}
