import type { SupervisedServer } from '../../kit/kills/supervised-server.ts'
import { runServerTrial } from '../server-trial.ts'
import type { Outcome, Trial } from '../trial.ts'
import { auditCodes } from './audit-codes.ts'
import { auditMoney } from './audit-money.ts'
import { createScenario } from './create-scenario.ts'
import { createMoneyStores } from './money-stores.ts'
import { runScenarios } from './run-scenarios.ts'
import { createSandboxProvider } from './sandbox-provider.ts'
import { createEventSender } from './send-event.ts'

/** With few kills, loading processes ahead costs more than waiting for them, because two other servers run. */
const FEW_KILLS = 20
const FEW_CHECKOUTS = 100
/** Runs in the copy of a mutant, too. */
export const CHECKOUT_SERVER = 'e2e/crash/money/checkout-server.ts'

/** Checkouts and the callbacks of their provider, on three servers with one database. */
export function runMoneyTrial(trial: Trial): Promise<Outcome> {
  const { kills, dbKills, checkouts = 0 } = trial.size
  return runServerTrial(trial, {
    programs: [CHECKOUT_SERVER, undefined, ...(checkouts > FEW_CHECKOUTS ? [undefined] : [])],
    preload: kills > FEW_KILLS,
    createStores: createMoneyStores,
    start({ databaseUrl, servers, pool, stores, games, random }) {
      const provider = createSandboxProvider(databaseUrl, stores)
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
          provider.moveClocksFast()
        },
        async audit() {
          await provider.stop()
          const { opened, refused } = scenarios
          const audited = [
            ...(await auditMoney({ databaseUrl, stores, opened, games })),
            ...(await auditCodes({ databaseUrl, stores, opened, refused })),
          ]
          return [...scenarios.findings, ...events.findings, ...audited]
        },
        figures: () => ({
          checkouts: scenarios.opened.length,
          refusedCoupons: scenarios.refused.length,
          callbacks: events.counts.callbacks,
        }),
        repeated: events.repeated,
      }
    },
  })
}
