import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { runCommand } from '../../kit/run-command.ts'
import { superviseServer } from '../../kit/supervised-server.ts'
import { createDatabaseOutages } from '../database-outages.ts'
import { killServers } from '../kill-servers.ts'
import { runGames } from '../run-games.ts'
import { createServerPool } from '../server-pool.ts'
import { findDeaths } from '../find-deaths.ts'
import { setUpStores } from '../set-up-stores.ts'
import type { Outcome, Trial } from '../trial.ts'
import { verifyFindings } from '../verify-findings.ts'
import { waitUntilQuiet } from '../wait-until-quiet.ts'
import { auditGames } from './audit-games.ts'
import { createDeliveryStores } from './delivery-stores.ts'
import { createPurchases } from './purchases.ts'
import { sellAndRefund } from './sell-and-refund.ts'

const GRACE_MS = 500

/** Manual sales, refunds and expiries on one server. */
export async function runDeliveryTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, cacheDir, size, random, timeoutMs, onKill } = trial
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl, root })
  const server = superviseServer({ root, databaseUrl, cacheDir }, { preload: true })
  try {
    const outages = createDatabaseOutages()
    const pool = createServerPool([server], random.fork())
    const stores = await setUpStores({ pool, databaseUrl, root }, createDeliveryStores)
    const servers = stores.flatMap((store) => store.servers)
    const purchases = createPurchases(stores, random.fork())
    const games = runGames(servers, { pool, outages, random: random.fork() })
    const sales = sellAndRefund({ purchases, random: random.fork(), backlog: games.backlog })
    const done = await killServers(size, { cluster, pool, outages, random: random.fork(), graceMs: GRACE_MS, onKill })
    const unfinished = await waitUntilQuiet({ databaseUrl, stopWork: () => sales.stop(), games, timeoutMs })
    await games.stop()
    const findings = [
      ...unfinished,
      ...findDeaths([server]),
      ...sales.findings,
      ...games.findings,
      ...purchases.findings,
      ...auditGames(stores, { purchases, games }),
      ...(await verifyFindings(databaseUrl, root)),
    ]
    const { repeated, ...counts } = sales.counts
    const runs = servers.flatMap((each) => games.of(each).ledger)
    const expired = runs.filter(({ deliveryType }) => deliveryType === 'EXPIRE').length
    const figures = { ...counts, expired, ...games.counts }
    return { ...done, figures, repeated, longestOutageMs: outages.longestMs(), failures: sales.failures, findings }
  } finally {
    await server.stop()
    // After a crash PostgreSQL synchronises every file of every database, so databases that are done are dropped.
    await dropDatabase(cluster, databaseUrl)
  }
}
