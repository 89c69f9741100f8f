import { describe, test } from 'vitest'
import { verify } from '../../server/src/verify/verify.ts'
import { startStore } from '../../server/test/start-store.ts'
import { type Client, CLIENTS } from './clients.ts'
import type { Store } from './game-server.ts'

/** The tests of one client share a database. */
export const IN_TURN = { concurrent: false }

/**
 * Runs the same tests for every client, concurrently, each with its own database. Concurrent tests must use the
 * `expect` of their context: the global one loses its test when another test ends.
 */
export async function describeClients(
  addTests: (client: Client, store: Store) => void,
  clients = CLIENTS,
): Promise<void> {
  const stores = await Promise.all(clients.map(async (client) => ({ client, store: await startStore() })))
  describe.concurrent.each(stores)('$client.name client', ({ client, store }) => {
    addTests(client, store)

    test('verify finds no broken promise in the database afterwards', IN_TURN, async ({ expect }) => {
      expect((await verify(store.database.reader)).examples).toEqual([])
    })
  })
}
