import { describe, type ExpectStatic, test } from 'vitest'
import { verify } from '../../server/src/verify/verify.ts'
import { startStore } from '../../server/test/start-store.ts'
import { type Client, CLIENTS } from './clients.ts'
import type { Store, Trouble } from './game-server.ts'
import { openShop, type Shop } from './open-shop.ts'

/** The tests of one client share a database. */
const IN_TURN = { concurrent: false }

/** Adds a test with its own shop. It must use the `expect` that it gets. */
type TestShop = (title: string, run: (shop: Shop, expect: ExpectStatic) => Promise<void>, trouble?: Trouble) => void

/**
 * Runs the same tests for every client, concurrently, each with its own database. Concurrent tests must use the
 * `expect` of their context: the global one loses its test when another test ends.
 */
export async function describeClients(
  addTests: (client: Client, testShop: TestShop, store: Store) => void,
  clients = CLIENTS,
): Promise<void> {
  const stores = await Promise.all(clients.map(async (client) => ({ client, store: await startStore() })))
  describe.concurrent.each(stores)('$client.name client', ({ client, store }) => {
    const testShop: TestShop = (title, run, trouble) =>
      test.for([title])('%s', IN_TURN, async (_, { expect }) => {
        expect.hasAssertions()
        await run(await openShop(store, client, trouble), expect)
      })
    addTests(client, testShop, store)

    test('verify finds no broken promise in the database afterwards', IN_TURN, async ({ expect }) => {
      expect((await verify(store.database.reader)).examples).toEqual([])
    })
  })
}
