import type { SupervisedServer } from '../../kit/kills/supervised-server.ts'
import { runServerTrial } from '../server-trial.ts'
import type { Outcome, Trial } from '../trial.ts'
import { auditCodes, withReturns } from './audit-codes.ts'
import { auditMoney } from './audit-money.ts'
import { createScenario } from './create-scenario.ts'
import { createMoneyStores, type MoneyStore } from './money-stores.ts'
import { runScenarios } from './run-scenarios.ts'
import { runSubscriptions } from './run-subscriptions.ts'
import { CLUB_CLOCK, createSandboxProvider } from './sandbox-provider.ts'
import { createEventSender } from './send-event.ts'

/** With few kills, loading processes ahead costs more than waiting for them, because two other servers run. */
const FEW_KILLS = 20
const FEW_CHECKOUTS = 100
const CHECKOUTS_PER_SUBSCRIPTION = 20
const MAX_SUBSCRIPTIONS = 40
/** Runs in the copy of a mutant, too. */
export const CHECKOUT_SERVER = 'e2e/crash/money/checkout-server.ts'

/** Checkouts and the callbacks of their provider, on three servers with one database. */
export function runMoneyTrial(trial: Trial): Promise<Outcome> {
  const { kills, dbKills, checkouts = 0 } = trial.size
  return runServerTrial(trial, {
    programs: [CHECKOUT_SERVER, undefined, ...(checkouts > FEW_CHECKOUTS ? [undefined] : [])],
    preload: kills > FEW_KILLS,
    createStores: createMoneyStores,
    start({ databaseUrl, servers, pool, stores: all, games, random }) {
      const stores = all.slice(0, -1)
      const [club] = all.slice(-1) as [MoneyStore]
      const provider = createSandboxProvider(databaseUrl, stores)
      const clubProvider = createSandboxProvider(databaseUrl, [club], CLUB_CLOCK)
      const count = Math.min(Math.ceil(checkouts / CHECKOUTS_PER_SUBSCRIPTION), MAX_SUBSCRIPTIONS)
      const subscriptions = runSubscriptions({ databaseUrl, club, count, random: random.fork() })
      const events = createEventSender({ pool, stores, random: random.fork() })
      const plan = { stores, random: random.fork() }
      const planned = Array.from({ length: checkouts }, (_, i) => createScenario(i + 1, plan))
      const [checkoutServer] = servers as [SupervisedServer]
      const parts = { checkoutServer, pool, events, provider, random: random.fork() }
      const scenarios = runScenarios(planned, { ...parts, kills: kills + dbKills })
      return {
        graceMs: 120,
        waitForWork: (done) => scenarios.waitForWork(done),
        onKilled: (done) => scenarios.onKilled(done),
        async stop() {
          await scenarios.finish()
          await subscriptions.finish()
          provider.moveClocksFast()
          clubProvider.moveClocksFast()
        },
        async audit() {
          await provider.stop()
          await clubProvider.stop()
          const { refused } = scenarios
          const opened = await withReturns(databaseUrl, scenarios.opened)
          const audited = [
            ...(await auditMoney({ databaseUrl, stores, opened, games })),
            ...(await auditCodes({ databaseUrl, stores, opened, refused })),
            ...(await subscriptions.audit(games)),
          ]
          return [...scenarios.findings, ...events.findings, ...audited]
        },
        figures: () => ({
          checkouts: scenarios.opened.length,
          ...subscriptions.figures(),
          refusedCoupons: scenarios.refused.length,
          callbacks: events.counts.callbacks,
        }),
        repeated: events.repeated,
      }
    },
  })
}
