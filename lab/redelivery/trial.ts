import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Manage } from '@quartermaster/sdk'
import { query, queryRow } from '../../e2e/kit/query.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { withCleanUp } from '../../e2e/kit/run-harness.ts'
import { createServerPool } from '../../e2e/kit/kills/server-pool.ts'
import { createMigratedDatabase } from '../../e2e/kit/start-product.ts'
import { type SupervisedServer, superviseServer } from '../../e2e/kit/kills/supervised-server.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { waitWhileChanging } from '../../e2e/kit/wait-until.ts'
import { auditDeliveries, findDifferences } from './audit.ts'
import { startBackgroundLoad } from './background-load.ts'
import { seedStores } from './seed-stores.ts'

/** A killed server loses requests, so the clients try again. */
const RETRIES = 30

type Trial = {
  /** The project, or a copy of it with a mutant. */
  root: string
  cluster: Cluster
  cacheDir: string
  entitlements: number
  kills: number
  /** How many server processes run at the same time. */
  servers: number
  random: Random
  /** The trial fails after this time without progress. */
  stallTimeoutMs: number
  onKill?: () => void
}

/** Runs one redelivery in each of two stores, and kills the servers on the way. */
export function runTrial(trial: Trial) {
  return withCleanUp(async (defer) => {
    const { root, cluster, cacheDir, random, entitlements } = trial
    const databaseUrl = await createMigratedDatabase(defer, { cluster, root })
    const stores = await seedStores(databaseUrl, { entitlements, seed: random.integer(1, 1_000_000) })
    const servers = Array.from({ length: trial.servers }, () =>
      superviseServer({ root, databaseUrl, cacheDir }, { preload: true }),
    )
    const stop = () => Promise.all(servers.map((server) => server.stop()))
    defer(stop)
    const { fetch } = createServerPool(servers, random.fork())
    const connection = { url: 'http://store', fetch, retries: RETRIES }
    const { manage, password } = await createOwner({ ...connection, databaseUrl, root })
    await query(
      databaseUrl,
      "insert into store_members (store_id, account_id, role) select s.id, a.id, 'owner' from stores s, accounts a",
    )
    const preview = await manage.previewRedelivery(stores.quiet)
    const startedAt = Date.now()
    const busy = await manage.startRedelivery(stores.busy)
    const quiet = await manage.startRedelivery(stores.quiet)
    const parts = { manage, password, connection, databaseUrl, stores, entitlements }
    const load = await startBackgroundLoad({ ...parts, random: random.fork() })
    const read = (...ids: string[]) => readProgress(databaseUrl, ids)
    const kills = await killServers(trial, servers, { total: countAll(preview), read: () => read(quiet.id) })
    const { isRunning } = await waitForProgress(
      trial,
      () => read(quiet.id, busy.id),
      () => false,
    )
    const seconds = (Date.now() - startedAt) / 1_000
    const done = await load.stop()
    const { counts } = await manage.getRedelivery({ storeId: stores.quiet.storeId, redeliveryId: quiet.id })
    await stop()

    const audit = await auditDeliveries(databaseUrl, busy.createdAt)
    const { examples } = await verify(databaseUrl, root)
    const faults = [
      ...(isRunning ? ['a redelivery did not end'] : []),
      ...(kills < trial.kills ? [`only ${kills} of ${trial.kills} kills happened before the end`] : []),
      ...(audit.missing > 0 ? [`${audit.missing} deliveries are missing`] : []),
      ...(audit.doubled > 0 ? [`${audit.doubled} deliveries are there twice or are not expected`] : []),
      ...findDifferences(preview, counts),
      ...examples,
      ...servers.flatMap(({ deaths }) => deaths.map(({ log }) => `a server ended without a kill:\n${log}`)),
    ]
    return { ...audit, ...done, kills, dryRun: preview.deliveries, result: counts.deliveries, seconds, faults }
  })
}

function countAll({ deliveries, skipped }: Manage.RedeliveryCounts): number {
  return deliveries + Object.values(skipped).reduce((sum, count) => sum + count, 0)
}

type Progress = { isRunning: boolean; count: number }

/** Reads with SQL how many goods were handled, because the servers are down now and then. */
function readProgress(databaseUrl: string, redeliveryIds: string[]): Promise<Progress> {
  return queryRow<Progress>(
    databaseUrl,
    `select bool_or(r.state = 'running') as "isRunning",
         (select coalesce(sum(c.items), 0)::integer from redelivery_counts c where type_id('rdl', c.redelivery_id) = any($1)) as count
       from redeliveries r where type_id('rdl', r.id) = any($1)`,
    [redeliveryIds],
  )
}

/** Kills all servers together, spread over the whole redelivery, each time after a random part of the next batches. */
async function killServers(
  trial: Trial,
  servers: SupervisedServer[],
  { total, read }: { total: number; read: () => Promise<Progress> },
): Promise<number> {
  for (let kills = 0; kills < trial.kills; kills++) {
    const isReached = ({ count }: Progress) => count > (total * kills) / trial.kills
    const progress = await waitForProgress(trial, read, isReached)
    if (!progress.isRunning || !isReached(progress)) return kills
    await sleep(trial.random.between(0, 60))
    await Promise.all(servers.map((server) => server.up()))
    await Promise.all(servers.map((server) => server.kill()))
    trial.onKill?.()
  }
  return trial.kills
}

/** Waits until the condition is true, the redeliveries have ended, or there was no progress for too long. */
function waitForProgress(
  { stallTimeoutMs: timeoutMs }: Trial,
  read: () => Promise<Progress>,
  isReached: (progress: Progress) => boolean,
): Promise<Progress> {
  return waitWhileChanging(read, { isDone: (now) => !now.isRunning || isReached(now), timeoutMs, intervalMs: 3 })
}
