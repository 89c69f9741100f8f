import { expect, test } from 'vitest'
import type { Loss } from '../emulators/losing-transport.ts'
import { type Client, CLIENTS } from './clients.ts'
import { describeClients, IN_TURN } from './describe-clients.ts'
import { expectExactDelivery } from './expect-exact-delivery.ts'
import type { Run } from './expected-runs.ts'
import type { Trouble } from './game-server.ts'
import { BOOST, COINS, KIT, VIP } from './goods.ts'
import { openShop, type Shop } from './open-shop.ts'

await describeClients((client, store) => {
  const exact = client.runsWhenReportLost === 1
  test(
    `a first report that never arrives ${exact ? 'leads to no second run' : 'is a second delivery'}`,
    IN_TURN,
    async () => {
      const shop = await openShop(store, client, { lose: firstReports('request') })
      await giveAndTake(shop)
      await expectExactDelivery(shop, (run) => runsAfterLoss(client, run))
    },
  )

  test('an answer lost on its way back never leads to a second run', IN_TURN, async () => {
    const shop = await openShop(store, client, { lose: firstReports('answer') })
    await giveAndTake(shop)
    await expectExactDelivery(shop)
  })
})

await describeClients(
  (client, store) => {
    test('a report lost again and again never leads to a second run', IN_TURN, async () => {
      const attempts = new Map<string, number>()
      const shop = await openShop(store, client, {
        lose: ({ operation, elementId = '' }) => {
          if (operation !== 'report') return undefined
          attempts.set(elementId, (attempts.get(elementId) ?? 0) + 1)
          return ([undefined, 'request', 'request', 'request', 'answer'] as const)[attempts.get(elementId) ?? 0]
        },
      })
      await giveAndTake(shop)
      await expectExactDelivery(shop)
      expect(Math.min(...attempts.values())).toBeGreaterThan(3)
    })
  },
  CLIENTS.filter(({ runsWhenReportLost }) => runsWhenReportLost === 1),
)

async function giveAndTake(shop: Shop): Promise<void> {
  shop.join('42', 'bea')
  const mixed = await shop.buy('42', [[COINS, 2], KIT, VIP])
  await shop.buy('bea', [[COINS, 3]])
  await shop.buy('bea', [BOOST])
  await shop.serveAll()
  await shop.refund(mixed, [1, 3])
  await shop.letExpire()
  await shop.serveAll()
}

/** Loses the first report of every element and lets every other one through. */
function firstReports(loss: Loss): NonNullable<Trouble['lose']> {
  const seen = new Set<string>()
  return ({ operation, elementId }) => {
    if (operation !== 'report' || elementId === undefined || seen.has(elementId)) return undefined
    seen.add(elementId)
    return loss
  }
}

/** MTA reports once for each distinct product name, so with a second name one report gets through. */
function runsAfterLoss({ profile, runsWhenReportLost }: Client, { server, purchase }: Run): number {
  if (profile !== 'mta') return runsWhenReportLost
  const here = purchase.lines.filter(({ good }) => server === 'first' || good.goesTo === 'both')
  return new Set(here.map(({ good }) => good.name)).size > 1 ? 1 : runsWhenReportLost
}
