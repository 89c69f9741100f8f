import type { Loss } from '../emulators/losing-transport.ts'
import { type Client, CLIENTS } from './clients.ts'
import { describeClients } from './describe-clients.ts'
import { type ExpectedCommand, expectExactDelivery } from './expect-exact-delivery.ts'
import type { Trouble } from './game-server.ts'
import { BOOST, COINS, KIT, VIP } from './goods.ts'
import type { Shop } from './open-shop.ts'

await describeClients((client, testShop) => {
  testShop(
    `a lost first report causes ${client.runsWhenReportLost === 1 ? 'no' : 'a'} second run`,
    async (shop, expect) => {
      await sellAndRevoke(shop)
      await expectExactDelivery(expect, shop, (command) => countRunsAfterLoss(client, command))
    },
    { lose: loseFirstReports('request') },
  )

  testShop(
    'a lost response to a report causes no second run',
    async (shop, expect) => {
      await sellAndRevoke(shop)
      await expectExactDelivery(expect, shop)
    },
    { lose: loseFirstReports('answer') },
  )
})

await describeClients(
  (_, testShop) => {
    const attempts = new Map<string, number>()

    testShop(
      'a report that is lost repeatedly causes no second run',
      async (shop, expect) => {
        await sellAndRevoke(shop)
        await expectExactDelivery(expect, shop)
        expect(Math.min(...attempts.values())).toBeGreaterThan(3)
      },
      {
        lose: ({ operation, deliveryId = '' }) => {
          if (operation !== 'report') return undefined
          attempts.set(deliveryId, (attempts.get(deliveryId) ?? 0) + 1)
          return ([undefined, 'request', 'request', 'request', 'answer'] as const)[attempts.get(deliveryId) ?? 0]
        },
      },
    )
  },
  CLIENTS.filter(({ runsWhenReportLost }) => runsWhenReportLost === 1),
)

async function sellAndRevoke(shop: Shop): Promise<void> {
  shop.join('42', '7')
  const mixed = await shop.buy('42', [[COINS, 2], KIT, VIP])
  await shop.buy('7', [[COINS, 3]])
  await shop.buy('7', [BOOST])
  await shop.serveAll()
  await shop.refund(mixed, [1, 3])
  await shop.letExpire()
  await shop.serveAll()
}

/** Loses the first report of every delivery. */
function loseFirstReports(loss: Loss): NonNullable<Trouble['lose']> {
  const seen = new Set<string>()
  return ({ operation, deliveryId }) => {
    if (operation !== 'report' || deliveryId === undefined || seen.has(deliveryId)) return undefined
    seen.add(deliveryId)
    return loss
  }
}

/** MTA reports once for each product name, so with two names the second report arrives. */
function countRunsAfterLoss({ profile, runsWhenReportLost }: Client, { server, purchase }: ExpectedCommand): number {
  if (profile !== 'mta') return runsWhenReportLost
  const here = purchase.lines.filter(({ good }) => server === 'first' || good.servers.length === 2)
  return new Set(here.map(({ good }) => good.name)).size > 1 ? 1 : runsWhenReportLost
}
