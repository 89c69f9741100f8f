import { type Client, CLIENTS } from './clients.ts'
import { describeClients } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { COINS } from './goods.ts'

const WAITING = 18

const WAITING_CLIENTS = CLIENTS.filter(({ servesOfflinePlayers }) => !servesOfflinePlayers)

await describeClients((client, testShop) => {
  testShop(`players who join later get everything within ${pollsForAll(client)} poll(s)`, async (shop, expect) => {
    const { game, poll } = shop.servers.first
    const players = Array.from({ length: WAITING }, (_, i) => String(900 + i))
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
}, WAITING_CLIENTS)

/** MTA looks at one delivery per poll, and at none when it has reached the end of a list. */
function pollsForAll({ profile }: Client): number {
  return profile === 'mta' ? WAITING + 1 : 1
}
