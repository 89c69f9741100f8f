import type { Server } from '../../e2e/kit/start-server.ts'
import { createTestStore, type Owner } from '../../e2e/kit/test-store.ts'

/** A game server with a long queue, and the body of the response to its polls. */
export type LongQueue = { key: string; body: Buffer }

/** A response has at most 2 MiB. Ten deliveries with these commands are just below. */
const COMMANDS = Array.from({ length: 50 }, (_, i) => `give {userId} ${`crate-${i} `.repeat(99)}`.trim().slice(0, 990))
const QUANTITY = 4
const DELIVERIES = 10

/** Creates game servers whose queues fill one response, and polls each once to learn its body. */
export async function createLongQueues(owner: Owner, { url }: Server, servers: number): Promise<LongQueue[]> {
  const store = await createTestStore(owner, { servers })
  const serverIds = store.servers.map(({ id }) => id)
  const productId = await store.addProduct({ serverIds, commands: { approve: COMMANDS } })
  for (let i = 1; i <= DELIVERIES; i++) {
    await store.sell({ gameUserId: String(i), items: [{ productId, quantity: QUANTITY }] })
  }
  const queues: LongQueue[] = []
  for (const { key } of store.servers) {
    const response = await fetch(`${url}/api/games/1.0/commands/pending-commands`, { headers: { authorization: key } })
    if (!response.ok) throw new Error(`The response to a poll has the status ${response.status}`)
    queues.push({ key, body: Buffer.from(await response.arrayBuffer()) })
  }
  return queues
}
