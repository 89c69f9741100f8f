import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { type Database, inStore, openDatabase } from '../../server/src/db/database.ts'
import type * as migrations from '../../server/src/setup/migrate.ts'
import type { RedeliveryId } from '../../server/src/ids.ts'
import { previewRedelivery } from '../../server/src/redelivery/preview-redelivery.ts'
import { showRedelivery } from '../../server/src/redelivery/show-redelivery.ts'
import { startRedelivery } from '../../server/src/redelivery/start-redelivery.ts'
import type { RedeliverySummary } from '../../server/src/redelivery/summarize-redelivery.ts'
import { verify } from '../../server/src/verify/verify.ts'
import type { Random } from '../kit/random.ts'
import { audit, type Audit, differences } from './audit.ts'
import { type Processes, type Program, startProcesses } from './processes.ts'
import { startUnrest } from './unrest.ts'
import { plantWorld, type Shop } from './world.ts'

export type Trial = {
  /** Of the project, or of a copy that was broken on purpose. */
  root: string
  cluster: Cluster
  cacheDir: string
  entitlements: number
  kills: number
  program: Program
  processes: number
  random: Random
  /** Without any progress for so long, it is given up. */
  patienceMs: number
  onPlanted: () => void
  onKill: () => void
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

/** One world from its wipe through all kills to the end of the redelivery. */
export async function runTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, random, entitlements } = trial
  const url = await createDatabase(cluster)
  const { migrate } = (await import(pathToFileURL(join(root, 'server/src/setup/migrate.ts')).href)) as typeof migrations
  await migrate(url)
  const world = await plantWorld(url, { entitlements, seed: random.integer(1, 1_000_000) })
  trial.onPlanted()
  const database = openDatabase({ url, poolSize: 6 })
  let processes: Processes | undefined
  try {
    const { cacheDir, program, processes: count } = trial
    processes = await startProcesses({ root, databaseUrl: url, cacheDir, program, count })
    const plan = await planOf(database, world.quiet)
    const restless = await startIn(database, world.restless)
    const quiet = await startIn(database, world.quiet)
    const { createdAt } = await show(database, world.restless, restless)
    const begun = Date.now()
    const refunds = Math.ceil(entitlements / 200)
    const unrest = await startUnrest({
      database,
      databaseUrl: url,
      world,
      random: random.fork(),
      entitlements,
      refunds,
    })
    const kills = await killOnTheWay(trial, processes, {
      total: total(plan),
      look: () => show(database, world.quiet, quiet),
    })
    const isOver = await untilOver(trial, database, [
      [world.quiet, quiet],
      [world.restless, restless],
    ])
    const seconds = (Date.now() - begun) / 1_000
    const done = await unrest.stop()
    await processes.stop()

    const result = await show(database, world.quiet, quiet)
    const found = await audit(url, createdAt)
    const faults = [
      ...(isOver ? [] : ['a redelivery did not come to its end']),
      ...(kills < trial.kills ? [`only ${kills} of ${trial.kills} kills came before the end`] : []),
      ...(found.missing > 0 ? [`${found.missing} are missing`] : []),
      ...(found.doubled > 0 ? [`${found.doubled} are there twice, or are not owed`] : []),
      ...differences(plan, result),
      ...(await verify(database.reader)).examples,
      ...processes.deaths.map((log) => `a process ended without being killed:\n${log}`),
    ]
    return { ...found, ...done, kills, dryRun: plan.deliveries, result: result.deliveries, seconds, faults }
  } finally {
    await processes?.stop()
    await database.close()
    await dropDatabase(cluster, url)
  }
}

const choiceOf = ({ servers, products, wipedAt }: Shop) => ({ serverIds: servers, productIds: products, wipedAt })

function planOf({ app }: Database, shop: Shop): Promise<RedeliverySummary> {
  const { storeId } = shop
  return inStore(app, storeId, (tx) => previewRedelivery(tx, { storeId, selection: choiceOf(shop) }))
}

function startIn({ app }: Database, shop: Shop): Promise<RedeliveryId> {
  const { storeId } = shop
  return inStore(app, storeId, (tx) => startRedelivery(tx, { storeId, selection: choiceOf(shop), by: 'harness' }))
}

function show({ app }: Database, { storeId }: Shop, redeliveryId: RedeliveryId) {
  return inStore(app, storeId, (tx) => showRedelivery(tx, { storeId, redeliveryId }))
}

const total = ({ deliveries, skipped }: Pick<RedeliverySummary, 'deliveries' | 'skipped'>) =>
  deliveries + Object.values(skipped).reduce((sum, count) => sum + count, 0)

type Watched = { total: number; look: () => Promise<RedeliverySummary & { state: string }> }

/** Spread over the whole way, and each at a moment of chance within the next batches. */
async function killOnTheWay(trial: Trial, processes: Processes, { total: all, look }: Watched): Promise<number> {
  for (let kills = 0; kills < trial.kills; kills++) {
    const mark = (all * kills) / trial.kills
    let last = { at: Date.now(), seen: -1 }
    for (;;) {
      const now = await look()
      const seen = total(now)
      if (now.state !== 'running' || Date.now() - last.at > trial.patienceMs) return kills
      if (seen > mark) break
      if (seen !== last.seen) last = { at: Date.now(), seen }
      await sleep(3)
    }
    await sleep(trial.random.between(0, 60))
    await processes.kill()
    trial.onKill()
  }
  return trial.kills
}

async function untilOver(trial: Trial, database: Database, all: [Shop, RedeliveryId][]): Promise<boolean> {
  let last = { at: Date.now(), seen: -1 }
  for (;;) {
    const now = await Promise.all(all.map(([shop, id]) => show(database, shop, id)))
    if (now.every(({ state }) => state !== 'running')) return true
    const seen = now.reduce((sum, tally) => sum + total(tally), 0)
    if (seen !== last.seen) last = { at: Date.now(), seen }
    if (Date.now() - last.at > trial.patienceMs) return false
    await sleep(20)
  }
}
