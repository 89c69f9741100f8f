import { runServerTrial } from '../server-trial.ts'
import type { Outcome, Trial } from '../trial.ts'
import { auditGames } from './audit-games.ts'
import { createDeliveryStores } from './delivery-stores.ts'
import { createPurchases } from './purchases.ts'
import { sellAndRefund } from './sell-and-refund.ts'

/** Manual sales, refunds and expiries on one server. */
export function runDeliveryTrial(trial: Trial): Promise<Outcome> {
  return runServerTrial(trial, {
    programs: [undefined],
    preload: true,
    createStores: createDeliveryStores,
    start({ stores, games, random }) {
      const purchases = createPurchases(stores, random.fork())
      const sales = sellAndRefund({ purchases, random: random.fork(), backlog: games.backlog })
      return {
        graceMs: 500,
        stop: () => sales.stop(),
        audit: async () => [...sales.findings, ...purchases.findings, ...auditGames(stores, { purchases, games })],
        figures: () => ({ ...sales.counts, expired: games.countRuns('EXPIRE') }),
        repeated: sales.repeated,
      }
    },
  })
}
