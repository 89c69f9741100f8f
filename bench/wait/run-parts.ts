import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../e2e/kit/random.ts'
import { type Book, createBook, type Lags } from './book.ts'
import { type IdleLoad, measureIdleLoad } from './idle-load.ts'
import { type Market, openMarket } from './market.ts'
import { type Part, type PartLog, startPartLog } from './part-log.ts'
import type { Usage } from './product.ts'
import { openStage, type Stage } from './stage.ts'
import type { Tally } from './tally.ts'
import { startWaiters, type WaitingPolls } from './waiters.ts'
import { watchMemory } from './watch-memory.ts'

export type Plan = {
  waiters: number
  processes: number
  seed: number
  /** What the servers ask for. */
  waitSeconds: number
  rehearsalSeconds: number
  idleSeconds: number
  salesSeconds: number
  lateSeconds: number
  /** How long a transaction stays open at most after its work is done. */
  mostHoldMs: number
  outageMs: number
}

export type Outcome = {
  before: Usage
  most: Pick<Usage, 'largestMiB' | 'sumMiB'>
  idle: IdleLoad
  lags: Record<'plain' | 'late' | 'beforeRestart' | 'afterRestart', Lags>
  /** By how much timers of the harness were late: what a busy machine adds to a lag. */
  hiccups: { p99Ms: number; worstMs: number }
  misled: number
  doubled: number
  restart: Tally & { outageMs: number }
  stopMs: number
  tally: Tally
  parts: Part[]
  /** What the server said of what went wrong. */
  notes: string[]
}

type Crowd = { waiters: WaitingPolls; book: Book; market: Market }
type Scene = { stage: Stage; crowd: Crowd; plan: Plan; log: PartLog }

const SALES_PER_SECOND = 50
const CONNECTIONS_PER_SECOND = 2_000
const REHEARSING = 1_000
const SALES_AROUND_RESTART = 20
/** Some of what was sold is in hands by then and about to be reported, some is not. */
const AHEAD_MS = 60
const SETTLE_MS = 1_000
const DATABASE_TIMEOUT_MS = 30_000

/** Everything that is shown, one part after the other, with the same waiters. */
export async function runParts(plan: Plan): Promise<Outcome> {
  const stage = await openStage(plan)
  try {
    await rehearse(stage, plan)
    const before = await stage.product.usage()
    const begun = performance.now()
    const crowd = await gather(stage, plan, { count: plan.waiters, network: 2 })
    try {
      const found = await measure({ stage, crowd, plan, log: startPartLog(crowd.waiters, begun) })
      const death = stage.product.died()
      const notes = [...(death === undefined ? [] : [death]), ...(await stage.warnings())]
      return { before, ...found, notes }
    } finally {
      await crowd.waiters.end()
    }
  } finally {
    await stage.close()
  }
}

/** A process that has just started is slow, and small: it is measured when it has worked. */
async function rehearse(stage: Stage, plan: Plan): Promise<void> {
  const { waiters, book, market } = await gather(stage, plan, { count: Math.min(plan.waiters, REHEARSING), network: 1 })
  try {
    await market.sellFor(plan.rehearsalSeconds, 'rehearsal')
    await book.settle()
  } finally {
    await waiters.end()
  }
  await sleep(SETTLE_MS)
}

/** The first `count` servers wait, and what is sold is sold to them. */
async function gather(
  { product, sellers, app }: Stage,
  { seed, waitSeconds }: Plan,
  { count, network }: { count: number; network: number },
): Promise<Crowd> {
  const book = createBook()
  const waiters = await startWaiters({
    count,
    pace: CONNECTIONS_PER_SECOND,
    port: product.port,
    waitSeconds,
    seed,
    network,
    onElement: (waiter, deliveryId, at) => book.arrived(waiter, deliveryId, at),
  })
  // They have asked, which is not yet waiting; at any moment a few are answered and ask again.
  await until(async () => (await product.waiting()) >= count * 0.99 - 1)
  const market = openMarket(app, {
    sellers: sellers.filter(({ waiter }) => waiter <= count),
    book,
    random: createRandom(seed),
    perSecond: SALES_PER_SECOND,
  })
  return { waiters, book, market }
}

async function measure(scene: Scene): Promise<Omit<Outcome, 'before' | 'notes'>> {
  const { stage, crowd, log } = scene
  const { book } = crowd
  await log.end('while they connected')
  const memory = watchMemory(stage.product)
  const hiccups = monitorEventLoopDelay({ resolution: 5 })
  hiccups.enable()
  const idle = await measureIdle(scene)
  await log.end('while nothing was sold')
  await sellToAll(scene)
  await log.end('while they were sold to')
  const outageMs = await restartDatabase(scene)
  const restart = await log.end('over the crash of the database')
  const most = memory.stop()
  const stopMs = await stopProduct(scene)
  await log.end('at the stop')
  hiccups.disable()
  return {
    most,
    idle,
    lags: {
      plain: book.lags('plain'),
      late: book.lags('late'),
      beforeRestart: book.lags('before the restart'),
      afterRestart: book.lags('after the restart'),
    },
    hiccups: { p99Ms: Math.round(hiccups.percentile(99) / 1e6), worstMs: Math.round(hiccups.max / 1e6) },
    misled: book.misled(),
    doubled: book.doubled(),
    restart: { ...restart.tally, outageMs },
    stopMs,
    tally: await crowd.waiters.tally(),
    parts: log.parts,
  }
}

async function measureIdle({ stage, plan }: Scene): Promise<IdleLoad> {
  const { database, product } = stage
  return stage.asAdmin(async (admin) => {
    await admin.query('create extension if not exists pg_stat_statements')
    return measureIdleLoad(admin, { database, product, seconds: plan.idleSeconds })
  })
}

async function sellToAll({ crowd: { market, book }, plan }: Scene): Promise<void> {
  await market.sellFor(plan.salesSeconds, 'plain')
  await book.settle()
  await market.sellLate(plan.lateSeconds, plan.mostHoldMs)
  await book.settle()
}

/** A crash, right after some sales; and others as soon as it is back. */
async function restartDatabase({ stage, crowd: { market, book }, plan }: Scene): Promise<number> {
  // How long it takes to come back is up to what it has to replay, and that is not what is measured.
  await stage.asAdmin((admin) => admin.query('checkpoint'))
  await market.sellSome(SALES_AROUND_RESTART, 'before the restart')
  await sleep(AHEAD_MS)
  const begun = performance.now()
  await stage.cluster.kill()
  await sleep(plan.outageMs)
  await stage.cluster.start()
  const outageMs = Math.round(performance.now() - begun)
  await market.sellSome(SALES_AROUND_RESTART, 'after the restart')
  await book.settle()
  return outageMs
}

/** Everybody waits when the word comes, and everybody gets an answer. */
async function stopProduct({ stage: { product }, crowd: { waiters }, plan }: Scene): Promise<number> {
  await until(async () => (await waiters.tally()).asking >= plan.waiters)
  await waiters.expectStop()
  const stopMs = await product.stop()
  await until(async () => (await waiters.tally()).connected === 0)
  return stopMs
}

/** What does not become true is for the figures to show. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  while (Date.now() < deadline && !(await condition())) await sleep(50)
}
