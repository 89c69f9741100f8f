import { CLIENTS } from './clients.ts'
import { describeClients } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { BOOST, COINS, HOUR, KIT, PASS, TITLE, VIP } from './goods.ts'

await describeClients((client, testShop) => {
  const revokes = client.deliveryTypes.includes('REFUND')

  testShop('a purchase that is refunded before the first poll never reaches the game', async (shop, expect) => {
    shop.join('42')
    await shop.refund(await shop.buy('42', [COINS, VIP]))
    await shop.refund(await shop.buy('42', [[COINS, 2], KIT, [TITLE, 2]], 'second'), [3, 2])
    await shop.serveAll()

    expect(shop.servers.first.game.linesOf('42')).toEqual([])
    expect(shop.servers.second.game.linesOf('42')).toEqual(['addcoins 42 100', 'addcoins 42 100'])
    await expectExactDelivery(expect, shop)
  })

  const title = revokes ? 'runs after the purchase' : 'withdraws the purchase, because the client runs no refunds'
  testShop(`a refund after the dispatch ${title}`, async (shop, expect) => {
    const bought = await shop.buy('900', [COINS])
    await shop.servers.first.poll()
    await shop.refund(bought)
    shop.join('900')
    await shop.serveAll()

    const expected = client.sendsPlayers || !revokes ? [] : ['addcoins 900 100', 'takecoins 900 100']
    expect(shop.servers.first.game.linesOf('900')).toEqual(expected)
    await expectExactDelivery(expect, shop)
  })

  testShop(
    'a product that a rebuy extends expires once, and an independent product once per unit',
    async (shop, expect) => {
      shop.join('42', '7')
      await shop.buy('42', [PASS])
      await shop.buy('42', [PASS, [BOOST, 3]])
      await shop.buy('7', [PASS])
      await shop.buy('7', [BOOST])
      await shop.serveAll()
      await shop.letExpire()
      await shop.serveAll()

      const { first, second } = shop.servers
      expect(second.game.linesOf('42').filter((line) => line === 'endpass 42 day')).toHaveLength(revokes ? 1 : 0)
      expect(first.game.linesOf('42').filter((line) => line === 'endboost 42 xp')).toHaveLength(revokes ? 3 : 0)
      await expectExactDelivery(expect, shop)
      expect(shop.faults()).toEqual([])
    },
  )

  testShop(
    'a product that a rebuy extends does not expire when the first purchase alone would',
    async (shop, expect) => {
      shop.join('42')
      await shop.buy('42', [PASS, BOOST])
      await shop.buy('42', [[PASS, 120]])
      await shop.serveAll()
      // Only the boost expires. It lasts as long as the first pass alone.
      expect(await shop.passTime(HOUR)).toBe(1)
      await shop.serveAll()

      expect(shop.servers.first.game.linesOf('42')).toEqual(['addboost 42 xp', ...(revokes ? ['endboost 42 xp'] : [])])
      expect(shop.servers.second.game.linesOf('42')).toEqual(Array(121).fill('addpass 42 day'))
    },
  )

  testShop('a refund after the expiry revokes nothing again', async (shop, expect) => {
    shop.join('42')
    const bought = await shop.buy('42', [[BOOST, 2]])
    await shop.serveAll()
    await shop.letExpire()
    await shop.refund(bought)
    await shop.serveAll()
    await expectExactDelivery(expect, shop)
  })
})

await describeClients(
  (_, testShop) => {
    testShop('the commands for a player run in the order of the events', async (shop, expect) => {
      shop.join('42')
      const first = await shop.buy('42', [VIP, [COINS, 2]])
      await shop.serveAll()
      await shop.refund(first, [2])
      const second = await shop.buy('42', [VIP])
      await shop.refund(first, [1])
      await shop.serveAll()
      await shop.refund(second)
      await shop.buy('42', [COINS])
      await shop.serveAll()

      expect(shop.servers.first.game.linesOf('42')).toEqual([
        'addvip 42 gold 30',
        'addcoins 42 100',
        'addcoins 42 100',
        'takecoins 42 100',
        'takecoins 42 100',
        'addvip 42 gold 30',
        'removevip 42 gold',
        'addcoins 42 100',
      ])
      await expectExactDelivery(expect, shop)
      expect(shop.faults()).toEqual([])
    })
  },
  CLIENTS.filter(({ deliveryTypes }) => deliveryTypes.includes('REFUND')),
)

await describeClients(
  (_, testShop, store) => {
    testShop(
      'revocations that the client does not support stay pending and block no delivery',
      async (shop, expect) => {
        shop.join('42')
        const bought = await shop.buy('42', [COINS, [BOOST, 2]])
        await shop.serveAll()
        await shop.refund(bought, [1])
        await shop.letExpire()
        await shop.buy('42', [KIT])
        await shop.serveAll()

        expect(shop.servers.first.game.linesOf('42').slice(3)).toEqual(['giveitem 42 sword 1', 'giveitem 42 potion 5'])
        const rows = await store.query<{ delivery_type: string; isDispatched: boolean }>(
          `select delivery_type, dispatched_at is not null as "isDispatched" from pending_deliveries
         where store_id = $1 and server_id = $2 order by position`,
          [shop.storeId, shop.servers.first.serverId],
        )
        expect(rows).toEqual([
          { delivery_type: 'REFUND', isDispatched: false },
          { delivery_type: 'EXPIRE', isDispatched: false },
          { delivery_type: 'EXPIRE', isDispatched: false },
        ])
        await expectExactDelivery(expect, shop)
        expect(shop.faults()).toEqual([])
      },
    )
  },
  CLIENTS.filter(({ deliveryTypes }) => !deliveryTypes.includes('REFUND')),
)
