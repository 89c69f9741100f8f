import { test } from 'vitest'
import type { Client } from './clients.ts'
import { describeClients, IN_TURN } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { COINS, KIT } from './goods.ts'
import { openShop } from './open-shop.ts'

const WAITING = 18

await describeClients((client, store) => {
  test(
    `a new buyer is served within ${pollsForNewBuyer(client)} poll(s), at every position of the client`,
    IN_TURN,
    async ({ expect }) => {
      const shop = await openShop(store, client)
      const { game, poll } = shop.servers.first
      for (let i = 0; i < WAITING; i++) await shop.buy(`absent:${i}`, [COINS])
      for (const [round, pollsBefore] of pausesOf(client).entries()) {
        for (let i = 0; i < pollsBefore; i++) await poll()
        const buyer = `buyer:${round}`
        shop.join(buyer)
        await shop.buy(buyer, [COINS, KIT])
        for (let i = 0; i < pollsForNewBuyer(client); i++) await poll()
        expect(game.linesOf(buyer), `${pollsBefore} polls after the last one`).toHaveLength(3)
      }
      expect(game.ledger.every(({ gameUserId }) => gameUserId.startsWith('buyer:'))).toBe(true)
    },
  )

  test(`players who join later get everything within ${pollsForAll(client)} poll(s)`, IN_TURN, async ({ expect }) => {
    const shop = await openShop(store, client)
    const { game, poll } = shop.servers.first
    const players = Array.from({ length: WAITING }, (_, i) => `late:${i}`)
    for (const player of players) await shop.buy(player, [[COINS, 2]])
    for (let i = 0; i < 5; i++) await poll()
    expect(game.ledger).toEqual([])

    // One at a time and the oldest purchase first: a client that begins with the newest reaches it last.
    for (const player of players.slice(0, 2)) {
      shop.join(player)
      for (let i = 0; i < pollsForAll(client); i++) await poll()
      expect(game.linesOf(player)).toEqual(Array(2).fill(`addcoins ${player} 100`))
    }
    shop.join(...players)
    await shop.serveAll()
    await expectExactDelivery(expect, shop)
    expect(shop.faults()).toEqual([])
  })
})

/** MTA handles one delivery per poll. A response has ten, and one more poll finds its end. */
function pollsForNewBuyer({ profile }: Client): number {
  return profile === 'mta' ? 11 : 1
}

/** Polls between two buyers, so that MTA is at another position each time. */
function pausesOf({ profile }: Client): number[] {
  return profile === 'mta' ? [0, 1, 2, 5, 9, 10, 11, 3] : [0, 1, 2]
}

/** MTA always gets the newest five, and the others five at a time, for the twelve polls of two minutes. */
function pollsForAll({ profile }: Client): number {
  return profile === 'mta' ? (Math.ceil((WAITING - 5) / 5) + 1) * 12 : 1
}
