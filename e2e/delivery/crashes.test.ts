import { expect, test } from 'vitest'
import { describeClients, IN_TURN } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { BOOST, COINS, KIT, VIP } from './goods.ts'
import { openShop } from './open-shop.ts'

await describeClients((client, store) => {
  const outcome = client.runsWhenCrashed === 1 ? 'runs nothing twice' : 'makes every element run twice'

  test(`dying between run and report ${outcome}`, IN_TURN, async () => {
    const crashed = new Set<string>()
    const shop = await openShop(store, client, {
      crashAfterRun: (elementId) => !crashed.has(elementId) && crashed.add(elementId).size > 0,
    })
    shop.join('42', 'bea')
    const mixed = await shop.buy('42', [[COINS, 2], KIT, VIP])
    await shop.buy('bea', [[BOOST, 2]])
    await shop.serveAll()
    await shop.refund(mixed)
    await shop.letExpire()
    await shop.serveAll()

    await expectExactDelivery(shop, () => client.runsWhenCrashed)
    // Three approvals on the two servers; two refunds and two expiries for those who act on them.
    expect(crashed.size).toBe(client.acts.length === 1 ? 3 : 7)
  })

  test('one crash touches no element but its own', IN_TURN, async () => {
    let runs = 0
    const shop = await openShop(store, client, { crashAfterRun: () => ++runs === 2 })
    shop.join('42')
    await shop.buy('42', [[COINS, 2]])
    // The second element to run, whichever end a client begins at.
    const middle = await shop.buy('42', [KIT, COINS])
    await shop.buy('42', [COINS])
    await shop.serveAll()

    await expectExactDelivery(shop, ({ server, purchase }) =>
      server === 'first' && purchase === middle ? client.runsWhenCrashed : 1,
    )
  })
})
