import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import type { Manage } from '@quartermaster/sdk'
import { query } from '../kit/query.ts'
import type { Random } from '../kit/random.ts'
import { runCommand } from '../kit/run-command.ts'
import { type SupervisedServer, superviseServer } from '../kit/supervised-server.ts'
import { createOwner } from '../kit/test-store.ts'
import { type Audit, auditDeliveries, findDifferences } from './audit.ts'
import { startBackgroundLoad } from './background-load.ts'
import { type SeededStore, seedStores } from './seed-stores.ts'

export type Trial = {
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

export type Outcome = Audit & {
  kills: number
  dryRun: number
  result: number
  reports: number
  refunds: number
  /** From the start to the end of the redeliveries. */
  seconds: number
  faults: string[]
}

/** Replaced by the address of a server that runs. */
const ANY_SERVER = 'http://any-server.invalid'

/** Runs one redelivery in each of two stores, and kills the servers on the way. */
export async function runTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, cacheDir, random, entitlements } = trial
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl, root })
  const stores = await seedStores(databaseUrl, { entitlements, seed: random.integer(1, 1_000_000) })
  const servers = Array.from({ length: trial.servers }, () =>
    superviseServer({ root, databaseUrl, cacheDir }, { preload: true }),
  )
  const stop = () => Promise.all(servers.map((server) => server.stop()))
  try {
    const connection = { url: ANY_SERVER, fetch: fetchFromAny(servers) }
    const { manage } = await createOwner({ ...connection, databaseUrl, root })
    await query(
      databaseUrl,
      "insert into store_members (store_id, account_id, role) select s.id, a.id, 'owner' from stores s, accounts a",
    )
    const preview = await manage.previewRedelivery(selectAll(stores.quiet))
    const startedAt = Date.now()
    const busy = await manage.startRedelivery(selectAll(stores.busy))
    const quiet = await manage.startRedelivery(selectAll(stores.quiet))
    const refunds = Math.ceil(entitlements / 200)
    const load = await startBackgroundLoad({
      manage,
      connection,
      databaseUrl,
      stores,
      random: random.fork(),
      entitlements,
      refunds,
    })
    const kills = await killServers(trial, servers, {
      total: countAll(preview),
      read: () => readProgress(databaseUrl, [quiet.id]),
    })
    const isDone = await waitForProgress(
      trial,
      () => readProgress(databaseUrl, [quiet.id, busy.id]),
      ({ isRunning }) => !isRunning,
    )
    const seconds = (Date.now() - startedAt) / 1_000
    const done = await load.stop()
    const { counts } = await manage.getRedelivery({ storeId: stores.quiet.storeId, redeliveryId: quiet.id })
    await stop()

    const audit = await auditDeliveries(databaseUrl, busy.createdAt)
    const { examples } = JSON.parse(await runCommand(['verify', '--json'], { databaseUrl, root })) as {
      examples: string[]
    }
    const faults = [
      ...(isDone ? [] : ['a redelivery did not end']),
      ...(kills < trial.kills ? [`only ${kills} of ${trial.kills} kills happened before the end`] : []),
      ...(audit.missing > 0 ? [`${audit.missing} deliveries are missing`] : []),
      ...(audit.doubled > 0 ? [`${audit.doubled} deliveries are there twice or are not expected`] : []),
      ...findDifferences(preview, counts),
      ...examples,
      ...servers.flatMap(({ deaths }) => deaths.map(({ log }) => `a server ended without a kill:\n${log}`)),
    ]
    return { ...audit, ...done, kills, dryRun: preview.deliveries, result: counts.deliveries, seconds, faults }
  } finally {
    await stop()
    await dropDatabase(cluster, databaseUrl)
  }
}

function fetchFromAny(servers: SupervisedServer[]): typeof fetch {
  return async (input, init) => {
    const address = await Promise.race(servers.map((server) => server.up()))
    const url = input instanceof Request ? input.url : input.toString()
    return fetch(url.replace(ANY_SERVER, address), init)
  }
}

function selectAll({ storeId, serverIds, productIds, wipedAt }: SeededStore) {
  return { storeId, serverIds, productIds, wipedAt }
}

function countAll({ deliveries, skipped }: Manage.RedeliveryCounts): number {
  return deliveries + Object.values(skipped).reduce((sum, count) => sum + count, 0)
}

type Progress = { isRunning: boolean; count: number }

/** Reads with SQL how many goods were handled, because the servers are down now and then. */
async function readProgress(databaseUrl: string, redeliveryIds: string[]): Promise<Progress> {
  const [progress] = await query<Progress>(
    databaseUrl,
    `select bool_or(r.state = 'running') as "isRunning",
         (select coalesce(sum(c.items), 0)::integer from redelivery_counts c where type_id('rdl', c.redelivery_id) = any($1)) as count
       from redeliveries r where type_id('rdl', r.id) = any($1)`,
    [redeliveryIds],
  )
  if (!progress) throw new Error('There is no redelivery')
  return progress
}

/** Kills all servers together, spread over the whole redelivery, each time after a random part of the next batches. */
async function killServers(
  trial: Trial,
  servers: SupervisedServer[],
  { total, read }: { total: number; read: () => Promise<Progress> },
): Promise<number> {
  for (let kills = 0; kills < trial.kills; kills++) {
    const isReached = ({ count }: Progress) => count > (total * kills) / trial.kills
    const progress = await waitForProgress(trial, read, (now) => !now.isRunning || isReached(now))
    if (!progress?.isRunning) return kills
    await sleep(trial.random.between(0, 60))
    await Promise.all(servers.map((server) => server.up()))
    await Promise.all(servers.map((server) => server.kill()))
    trial.onKill?.()
  }
  return trial.kills
}

/** Polls until the condition is true. Returns undefined after a time without progress. */
async function waitForProgress(
  { stallTimeoutMs }: Trial,
  read: () => Promise<Progress>,
  condition: (progress: Progress) => boolean,
): Promise<Progress | undefined> {
  let last = { at: Date.now(), count: -1 }
  for (;;) {
    const progress = await read()
    if (condition(progress)) return progress
    if (progress.count !== last.count) last = { at: Date.now(), count: progress.count }
    if (Date.now() - last.at > stallTimeoutMs) return undefined
    await sleep(3)
  }
}
