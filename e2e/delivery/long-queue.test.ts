import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verify } from '../../server/src/verify/verify.ts'
import { startStore } from '../../server/test/start-store.ts'
import { CLIENTS } from './clients.ts'
import { startGameServer } from './game-server.ts'

const COPY_SALE = readFileSync(new URL('../kit/copy-sale.sql', import.meta.url), 'utf8')
const ABSENT = 5_000
const FIRST_ABSENT = 800_000
const WINDOW = 1_000
/** One may look at an older purchase, and one may find the end of the list. */
const MTA_POLLS = 3

const store = await startStore()
const storeId = await store.createStore()
const games = await Promise.all(
  CLIENTS.filter(({ servesOfflinePlayers }) => !servesOfflinePlayers).map(async (client) => ({
    name: client.name,
    client,
    ...(await startGameServer(store, { storeId, client })),
  })),
)
const everywhere = await store.createProduct(storeId, {
  name: 'Season',
  commands: { approve: ['addseason {userId} 1'], refund: [], expire: [] },
  serverIds: games.map(({ serverId }) => serverId),
})
const chosen = await store.createProduct(storeId, { buyerChoosesServer: true })
const { checkoutId: firstId } = await store.sell(storeId, String(FIRST_ABSENT), [everywhere])
await store.query(COPY_SALE, [storeId, firstId, ABSENT])

const ALL_AT_ONCE = games.filter(({ client }) => client.profile !== 'mta')
const ONE_A_POLL = games.filter(({ client }) => client.profile === 'mta')

test.each(ALL_AT_ONCE)(
  `behind ${ABSENT} deliveries of offline players the $name client serves a new buyer at the next poll`,
  async ({ serverId, game, poll, script }) => {
    // More rounds than windows in the queue, so that the window is at every position once.
    for (let round = 0; round < 7; round++) {
      const buyer = String(100 + round)
      game.join(buyer)
      const { checkoutId } = await store.sell(storeId, buyer, [[chosen, 2]], { serverId })
      await poll()
      expect(game.linesOf(buyer)).toEqual(Array(2).fill(`addvip ${buyer} gold`))

      if (round % 3 > 0) continue
      await store.refund(storeId, checkoutId)
      await poll()
      expect(game.linesOf(buyer).slice(2)).toEqual(Array(2).fill(`removevip ${buyer} gold`))
    }
    expect(game.ledger.every(({ gameUserId }) => Number(gameUserId) < FIRST_ABSENT)).toBe(true)
    expect(script.faults).toEqual([])
  },
)

test.each(ALL_AT_ONCE)(
  `players who join among ${ABSENT} offline players get everything from the $name client within one round of the window`,
  async ({ game, poll, script }) => {
    const players = Array.from({ length: 60 }, (_, i) => String(FIRST_ABSENT + Math.floor((i * (ABSENT - 1)) / 59)))
    const before = game.ledger.length
    game.join(...players)
    for (let polls = 0; polls < Math.ceil(ABSENT / WINDOW) + 1; polls++) await poll()

    for (const player of players) expect(game.linesOf(player)).toEqual([`addseason ${player} 1`])
    expect(game.ledger.length - before).toBe(players.length)
    expect(script.faults).toEqual([])
  },
)

test.each(ONE_A_POLL)(
  `behind ${ABSENT} deliveries of offline players the $name client serves a new buyer within ${MTA_POLLS} polls`,
  async ({ serverId, game, poll, script }) => {
    for (const [round, pollsBefore] of [0, 1, 4, 9, 10, 11, 30].entries()) {
      for (let i = 0; i < pollsBefore; i++) await poll()
      const buyer = String(100 + round)
      game.join(buyer)
      await store.sell(storeId, buyer, [[chosen, 2]], { serverId })
      for (let i = 0; i < MTA_POLLS; i++) await poll()
      expect(game.linesOf(buyer)).toEqual(Array(2).fill(`addvip ${buyer} gold`))
    }
    expect(game.ledger).toHaveLength(7 * 2)
    expect(script.faults).toEqual([])
  },
)

test('verify finds no broken promise in the database afterwards', async () => {
  expect((await verify(store.database.reader)).examples).toEqual([])
})
