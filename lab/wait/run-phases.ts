import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../../e2e/kit/query.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { readWaitingPolls, type Server } from '../../e2e/kit/start-server.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { type Db, openDatabase } from '../../server/src/db/database.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { buildStores, type SellingStore } from './build-stores.ts'
import { measureIdleLoad } from './idle-load.ts'
import type { Plan } from './plan.ts'
import { createSales, type Sales } from './sales.ts'
import { memoryFigures, readMemory } from './server-usage.ts'
import { connectWaiters, type Waiters } from './waiters.ts'

export type Figures = Awaited<ReturnType<typeof runPhases>>['figures']

type System = { environment: Environment; server: Server; stores: SellingStore[]; db: Db; plan: Plan }
type Load = { waiters: Waiters; arrivals: Arrivals; sales: Sales }

const DATABASE = 'wait'
/** Late commits need about 16 connections at a time. */
const POOL_SIZE = 40
const MAX_WARM_UP_WAITERS = 1_000
const SALES_AROUND_RESTART = 20
/** By then, some of the sales have arrived and are about to be reported, and others have not. */
const BEFORE_CRASH_MS = 60
const TIMEOUT_MS = 30_000

/** Runs all phases with the same waiters. Returns the figures, and notes that explain a broken promise. */
export async function runPhases(defer: Defer, plan: Plan) {
  const system = await startSystem(defer, plan)
  const { environment, server } = system
  const { pid } = server
  await warmUp(system)
  const before = await readMemory(pid, 'now')
  const load = await connectLoad(system, { count: plan.waiters, network: 2 })
  defer(() => load.waiters.stop())
  const { waiters, arrivals } = load

  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const idleLoad = { database: DATABASE, pid, seconds: plan.idleSeconds }
  const { mostFrequent, ...idle } = await measureIdleLoad(environment.cluster.url, idleLoad)
  await sell(load, plan)
  const beforeCrash = await waiters.update()
  const outageMs = await crashDatabase(system, load)
  const beforeStop = await waiters.update()
  const peak = await readMemory(pid, 'peak')
  const died = server.died()
  const stopMs = await stopServer(system, load)
  const afterStop = await waiters.update()
  delays.disable()
  const figures = {
    waiters: plan.waiters,
    processes: plan.processes,
    ...memoryFigures(before, peak, plan),
    ...idle,
    ...arrivals.figures(),
    hiccupP99Ms: Math.round(delays.percentile(99) / 1e6),
    hiccupWorstMs: Math.round(delays.max / 1e6),
    outageMs,
    refusedAtRestart: beforeStop.refused - beforeCrash.refused,
    droppedAtRestart: beforeStop.dropped - beforeCrash.dropped,
    refused: afterStop.refused,
    dropped: beforeStop.dropped,
    early: afterStop.early,
    overdue: afterStop.overdue,
    unconfirmed: afterStop.unconfirmed,
    releasedBeforeStop: beforeStop.released,
    releasedAtStop: afterStop.released - beforeStop.released,
    resetAtStop: afterStop.dropped - beforeStop.dropped,
    stopMs,
  }
  return { figures, notes: [...(died === undefined ? [] : [died]), ...waiters.problems(), ...mostFrequent] }
}

async function startSystem(defer: Defer, plan: Plan): Promise<System> {
  const environment = await startEnvironment(defer, {
    settings: { shared_preload_libraries: 'pg_stat_statements', max_wal_size: '4GB' },
  })
  const databaseUrl = await environment.createDatabase(DATABASE)
  const stores = await buildStores(databaseUrl, plan.waiters)
  const { app, close } = openDatabase({ url: databaseUrl, poolSize: POOL_SIZE, connectWithinMs: TIMEOUT_MS })
  defer(close)
  const server = await environment.startServer(databaseUrl, { processes: plan.processes })
  return { environment, server, stores, db: app, plan }
}

/** A new process is slow and needs little memory, so it works before it is measured. */
async function warmUp(system: System): Promise<void> {
  const count = Math.min(system.plan.waiters, MAX_WARM_UP_WAITERS)
  const load = await connectLoad(system, { count, network: 1 })
  await load.sales.sellFor(system.plan.warmUpSeconds, 'warm-up')
  await waitForArrivals(load)
  await load.waiters.stop()
  await sleep(1_000)
}

/** Connects the first `count` servers. Sales are made for them only. */
async function connectLoad(
  { server, stores, db, plan: { seed, waitSeconds } }: System,
  { count, network }: { count: number; network: number },
): Promise<Load> {
  const arrivals = createArrivals()
  const waiters = await connectWaiters(arrivals, { count, port: server.port, waitSeconds, seed, network })
  // All have polled, but the server may not have registered all polls yet. A few poll again at any time.
  await waitUntil(async () => (await readWaitingPolls(server)) >= count * 0.99 - 1, { timeoutMs: TIMEOUT_MS })
  const sales = createSales(db, {
    stores: stores.filter(({ waiter }) => waiter <= count),
    arrivals,
    random: createRandom(seed),
  })
  return { waiters, arrivals, sales }
}

/** Resolves when each sale has arrived at a waiter, or has missed its timeout. */
async function waitForArrivals({ waiters, arrivals }: Load): Promise<void> {
  const isComplete = async () => {
    await waiters.update()
    return arrivals.isComplete()
  }
  await waitUntil(isComplete, { timeoutMs: TIMEOUT_MS, intervalMs: 20 })
}

async function sell(load: Load, plan: Plan): Promise<void> {
  await load.sales.sellFor(plan.salesSeconds, 'plain')
  await waitForArrivals(load)
  await load.sales.sellLateFor(plan.lateSeconds, plan.maxHoldMs)
  await waitForArrivals(load)
}

/** Kills the database right after some sales, and sells again as soon as it is back. */
async function crashDatabase({ environment, plan }: System, load: Load): Promise<number> {
  const { cluster } = environment
  // The time of the recovery depends on the log since the last checkpoint, and is not measured here.
  await query(cluster.url, 'checkpoint')
  await load.sales.sellAtOnce(SALES_AROUND_RESTART, 'before the restart')
  await sleep(BEFORE_CRASH_MS)
  const startedAt = performance.now()
  await cluster.kill()
  await sleep(plan.outageMs)
  await cluster.start()
  const outageMs = Math.round(performance.now() - startedAt)
  await load.sales.sellAtOnce(SALES_AROUND_RESTART, 'after the restart')
  await waitForArrivals(load)
  return outageMs
}

/** Stops the server while all waiters wait. Returns the milliseconds that it needed. */
async function stopServer({ server, plan }: System, { waiters }: Load): Promise<number> {
  await waitUntil(async () => (await waiters.update()).polling >= plan.waiters, { timeoutMs: TIMEOUT_MS })
  const startedAt = performance.now()
  await server.stop()
  const stopMs = Math.round(performance.now() - startedAt)
  await waitUntil(async () => (await waiters.update()).connected === 0, { timeoutMs: TIMEOUT_MS })
  return stopMs
}
