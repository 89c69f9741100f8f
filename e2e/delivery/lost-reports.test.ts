import { test } from 'vitest'
import type { Loss } from '../emulators/losing-transport.ts'
import { type Client, CLIENTS } from './clients.ts'
import { describeClients, IN_TURN } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import type { ExpectedCommand } from './expected-commands.ts'
import type { Trouble } from './game-server.ts'
import { BOOST, COINS, KIT, VIP } from './goods.ts'
import { openShop, type Shop } from './open-shop.ts'

await describeClients((client, store) => {
  const exact = client.runsWhenReportLost === 1
  test(`a lost first report ${exact ? 'causes no second run' : 'causes a second run'}`, IN_TURN, async ({ expect }) => {
    const shop = await openShop(store, client, { lose: loseFirstReports('request') })
    await sellAndRevoke(shop)
    await expectExactDelivery(expect, shop, (command) => countRunsAfterLoss(client, command))
  })

  test('a lost response to a report causes no second run', IN_TURN, async ({ expect }) => {
    const shop = await openShop(store, client, { lose: loseFirstReports('answer') })
    await sellAndRevoke(shop)
    await expectExactDelivery(expect, shop)
  })
})

await describeClients(
  (client, store) => {
    test('a report that is lost repeatedly causes no second run', IN_TURN, async ({ expect }) => {
      const attempts = new Map<string, number>()
      const shop = await openShop(store, client, {
        lose: ({ operation, elementId = '' }) => {
          if (operation !== 'report') return undefined
          attempts.set(elementId, (attempts.get(elementId) ?? 0) + 1)
          return ([undefined, 'request', 'request', 'request', 'answer'] as const)[attempts.get(elementId) ?? 0]
        },
      })
      await sellAndRevoke(shop)
      await expectExactDelivery(expect, shop)
      expect(Math.min(...attempts.values())).toBeGreaterThan(3)
    })
  },
  CLIENTS.filter(({ runsWhenReportLost }) => runsWhenReportLost === 1),
)

async function sellAndRevoke(shop: Shop): Promise<void> {
  shop.join('42', 'bea')
  const mixed = await shop.buy('42', [[COINS, 2], KIT, VIP])
  await shop.buy('bea', [[COINS, 3]])
  await shop.buy('bea', [BOOST])
  await shop.serveAll()
  await shop.refund(mixed, [1, 3])
  await shop.letExpire()
  await shop.serveAll()
}

/** Loses the first report of every delivery. */
function loseFirstReports(loss: Loss): NonNullable<Trouble['lose']> {
  const seen = new Set<string>()
  return ({ operation, elementId }) => {
    if (operation !== 'report' || elementId === undefined || seen.has(elementId)) return undefined
    seen.add(elementId)
    return loss
  }
}

/** MTA reports once for each product name, so with two names the second report arrives. */
function countRunsAfterLoss({ profile, runsWhenReportLost }: Client, { server, purchase }: ExpectedCommand): number {
  if (profile !== 'mta') return runsWhenReportLost
  const here = purchase.lines.filter(({ good }) => server === 'first' || good.goesTo === 'both')
  return new Set(here.map(({ good }) => good.name)).size > 1 ? 1 : runsWhenReportLost
}
