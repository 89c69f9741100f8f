import type { CheckoutId } from '../../server/src/ids.ts'
import { describeClients } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import { BOOST, COINS, KIT, VIP } from './goods.ts'

await describeClients((client, testShop, store) => {
  const outcome = client.runsWhenCrashed === 1 ? 'runs nothing twice' : 'runs every delivery twice'
  const crashed = new Set<string>()
  let runs = 0
  let second = ''

  testShop(
    `a client that crashes between run and report ${outcome}`,
    async (shop, expect) => {
      shop.join('42', '7')
      const mixed = await shop.buy('42', [[COINS, 2], KIT, VIP])
      await shop.buy('7', [[BOOST, 2]])
      await shop.serveAll()
      await shop.refund(mixed)
      await shop.letExpire()
      await shop.serveAll()

      await expectExactDelivery(expect, shop, () => client.runsWhenCrashed)
      // Three approvals on the two servers, and two refunds and two expiries if the client supports them.
      expect(crashed.size).toBe(client.deliveryTypes.length === 1 ? 3 : 7)
    },
    { crashAfterRun: (id) => !crashed.has(id) && crashed.add(id).size > 0 },
  )

  testShop(
    'a crash affects only its own delivery',
    async (shop, expect) => {
      shop.join('42')
      await shop.buy('42', [[COINS, 2]])
      await shop.buy('42', [KIT, COINS])
      await shop.buy('42', [COINS])
      await shop.serveAll()

      const [interrupted] = await store.query<{ id: CheckoutId }>(
        `select checkout_id as id from delivery_ledger where type_id('cmd', id) = $1`,
        [second],
      )
      await expectExactDelivery(expect, shop, ({ server, purchase }) =>
        server === 'first' && purchase.id === interrupted?.id ? client.runsWhenCrashed : 1,
      )
    },
    {
      crashAfterRun(id) {
        if (++runs === 2) second = id
        return runs === 2
      },
    },
  )
})
