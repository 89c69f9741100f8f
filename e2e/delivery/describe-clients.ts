import { describe, expect, test } from 'vitest'
import { verify } from '../../server/src/verify/verify.ts'
import { startStore } from '../../server/test/start-store.ts'
import { type Client, CLIENTS } from './clients.ts'
import type { Store } from './game-server.ts'

/** For tests of one client: they share its database. */
export const IN_TURN = { concurrent: false }

/**
 * The same guarantees for every client, each on a server and a database of its own: they mostly wait for
 * time to pass, so they wait side by side, and what expires for one does not expire for the others.
 */
export async function describeClients(
  promises: (client: Client, store: Store) => void,
  clients = CLIENTS,
): Promise<void> {
  const stores = await Promise.all(clients.map(async (client) => ({ client, store: await startStore() })))
  describe.concurrent.each(stores)('$client.name client', ({ client, store }) => {
    promises(client, store)

    test('nothing in the database contradicts a promise after all this', IN_TURN, async () => {
      expect((await verify(store.database.reader)).examples).toEqual([])
    })
  })
}
