import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { runCommand } from '../../kit/run-command.ts'
import { superviseServer } from '../../kit/supervised-server.ts'
import { createDatabaseOutages } from '../database-outages.ts'
import { findDeaths } from '../find-deaths.ts'
import { killServers } from '../kill-servers.ts'
import { runGames } from '../run-games.ts'
import { createServerPool } from '../server-pool.ts'
import { setUpStores } from '../set-up-stores.ts'
import type { Outcome, Trial } from '../trial.ts'
import { verifyFindings } from '../verify-findings.ts'
import { waitUntilQuiet } from '../wait-until-quiet.ts'
import { auditMoney } from './audit-money.ts'
import { createScenario } from './create-scenario.ts'
import { createMoneyStores } from './money-stores.ts'
import { runScenarios } from './run-scenarios.ts'
import { createSandboxProvider } from './sandbox-provider.ts'
import { createEventSender } from './send-event.ts'

const GRACE_MS = 120
/** With few kills, loading processes ahead costs more than waiting for them, because two other servers run. */
const FEW_KILLS = 20
const FEW_CHECKOUTS = 100
/** Runs in the copy of a mutant, too. */
export const CHECKOUT_SERVER = 'e2e/crash/money/checkout-server.ts'

/** Checkouts and the callbacks of their provider, on three servers with one database. */
export async function runMoneyTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, cacheDir, size, random, timeoutMs, onKill } = trial
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl, root })
  const outages = createDatabaseOutages()
  const start = (program?: string) =>
    superviseServer({ root, databaseUrl, cacheDir, ...(program && { program }) }, { preload: size.kills > FEW_KILLS })
  const checkoutServer = start(CHECKOUT_SERVER)
  const servers = [checkoutServer, start(), ...(size.checkouts > FEW_CHECKOUTS ? [start()] : [])]
  try {
    const pool = createServerPool(servers, random.fork())
    const stores = await setUpStores({ pool, databaseUrl, root }, createMoneyStores)
    const gameServers = stores.flatMap((store) => store.servers)
    const games = runGames(gameServers, { pool, outages, random: random.fork() })
    const provider = createSandboxProvider(databaseUrl, stores)
    const events = createEventSender({ pool, stores, random: random.fork() })
    const plan = { stores, random: random.fork(), duplicates: size.duplicates }
    const create = (no: number) => createScenario(no, plan)
    const scenarios = runScenarios({ checkoutServer, pool, events, provider, size, random: random.fork(), create })
    const done = await killServers(size, {
      cluster,
      pool,
      outages,
      random: random.fork(),
      graceMs: GRACE_MS,
      waitForWork: scenarios.waitForWork,
      onKill(counts) {
        scenarios.onKill(counts)
        onKill(counts)
      },
    })
    const stopWork = async () => {
      await scenarios.finish()
      provider.moveClocksFast()
    }
    const unfinished = await waitUntilQuiet({ databaseUrl, stopWork, games, timeoutMs })
    await games.stop()
    await provider.stop()
    const findings = [
      ...unfinished,
      ...findDeaths(servers),
      ...scenarios.findings,
      ...events.findings,
      ...games.findings,
      ...(await auditMoney({ databaseUrl, stores, opened: scenarios.opened, games })),
      ...(await verifyFindings(databaseUrl, root)),
    ]
    const { repeated, callbacks } = events.counts
    const figures = { checkouts: scenarios.opened.length, callbacks, ...games.counts }
    return { ...done, figures, repeated, longestOutageMs: outages.longestMs(), failures: events.failures, findings }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await dropDatabase(cluster, databaseUrl)
  }
}
