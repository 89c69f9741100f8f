import { expect, test } from 'vitest'
import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { CLIENTS } from './clients.ts'
import { describeClients, IN_TURN } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { BOOST, COINS, KIT, PASS, TITLE, VIP } from './goods.ts'
import { openShop } from './open-shop.ts'

await describeClients((client, store) => {
  const takesBack = client.acts.includes('REFUND')

  test('what was refunded before the server asked never reaches the game', IN_TURN, async () => {
    const shop = await openShop(store, client)
    shop.join('42')
    await shop.refund(await shop.buy('42', [COINS, VIP]))
    await shop.refund(await shop.buy('42', [[COINS, 2], KIT, [TITLE, 2]], 'second'), [3, 2])
    await shop.serveAll()

    expect(shop.servers.first.game.linesOf('42')).toEqual([])
    expect(shop.servers.second.game.linesOf('42')).toEqual(['addcoins 42 100', 'addcoins 42 100'])
    await expectExactDelivery(shop)
  })

  test('a refund that comes between the offer and the run follows the purchase', IN_TURN, async () => {
    const shop = await openShop(store, client)
    const bought = await shop.buy('late', [COINS])
    await shop.servers.first.poll()
    await shop.refund(bought)
    shop.join('late')
    await shop.serveAll()

    const taken = takesBack ? ['takecoins late 100'] : []
    const given = client.namesPlayers ? [] : ['addcoins late 100', ...taken]
    expect(shop.servers.first.game.linesOf('late')).toEqual(given)
    await expectExactDelivery(shop)
  })

  test('a rebought pass ends once, and of goods that stand alone each unit does', IN_TURN, async () => {
    const shop = await openShop(store, client)
    shop.join('42', 'bea')
    await shop.buy('42', [PASS])
    await shop.buy('42', [PASS, [BOOST, 3]])
    await shop.buy('bea', [PASS])
    await shop.buy('bea', [BOOST])
    await shop.serveAll()
    await shop.letExpire()
    await shop.serveAll()

    const { first, second } = shop.servers
    expect(second.game.linesOf('42').filter((line) => line === 'endpass 42 day')).toHaveLength(takesBack ? 1 : 0)
    expect(first.game.linesOf('42').filter((line) => line === 'endboost 42 xp')).toHaveLength(takesBack ? 3 : 0)
    await expectExactDelivery(shop)
    expect(shop.faults()).toEqual([])
  })

  test('goods that a rebuy extends stay when the first purchase would have run out', IN_TURN, async () => {
    const shop = await openShop(store, client)
    shop.join('42')
    await shop.buy('42', [PASS, BOOST])
    await shop.buy('42', [[PASS, 120]])
    await shop.serveAll()
    // The boost is as short as the first pass: when it has ended, the pass alone would have ended too.
    await expect.poll(() => expireDue(store.database.app, store.database.reader), { timeout: 10_000 }).toBe(1)
    await shop.serveAll()

    expect(shop.servers.first.game.linesOf('42')).toEqual(['addboost 42 xp', ...(takesBack ? ['endboost 42 xp'] : [])])
    expect(shop.servers.second.game.linesOf('42')).toEqual(Array(121).fill('addpass 42 day'))
  })

  test('a refund after the end takes nothing a second time', IN_TURN, async () => {
    const shop = await openShop(store, client)
    shop.join('42')
    const bought = await shop.buy('42', [[BOOST, 2]])
    await shop.serveAll()
    await shop.letExpire()
    await shop.refund(bought)
    await shop.serveAll()
    await expectExactDelivery(shop)
  })
})

await describeClients(
  (client, store) => {
    test('a player sees everything in the order in which it happened', IN_TURN, async () => {
      const shop = await openShop(store, client)
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
      await expectExactDelivery(shop)
      expect(shop.faults()).toEqual([])
    })
  },
  CLIENTS.filter(({ acts }) => acts.includes('REFUND')),
)

await describeClients(
  (client, store) => {
    test('what the client cannot take back waits for the owner and blocks nobody', IN_TURN, async () => {
      const shop = await openShop(store, client)
      shop.join('42')
      const bought = await shop.buy('42', [COINS, [BOOST, 2]])
      await shop.serveAll()
      await shop.refund(bought, [1])
      await shop.letExpire()
      await shop.buy('42', [KIT])
      await shop.serveAll()

      expect(shop.servers.first.game.linesOf('42').slice(3)).toEqual(['giveitem 42 sword 1', 'giveitem 42 potion 5'])
      const rows = await store.query<{ delivery_type: string; offered: boolean }>(
        `select delivery_type, dispatched_at is not null as offered from pending_deliveries
         where store_id = $1 and server_id = $2 order by position`,
        [shop.storeId, shop.servers.first.serverId],
      )
      expect(rows).toEqual([
        { delivery_type: 'REFUND', offered: false },
        { delivery_type: 'EXPIRE', offered: false },
        { delivery_type: 'EXPIRE', offered: false },
      ])
      await expectExactDelivery(shop)
      expect(shop.faults()).toEqual([])
    })
  },
  CLIENTS.filter(({ acts }) => !acts.includes('REFUND')),
)
