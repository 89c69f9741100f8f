import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { mayHaveFailed, type Span } from '../../e2e/kit/kills/database-outages.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createRandom, type Random } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import type { Chain } from '../../e2e/kit/trade/chains.ts'
import { endTrade } from '../../e2e/kit/trade/judge.ts'
import { receiveWebhooks } from '../../e2e/kit/trade/receive-webhooks.ts'
import { startGames } from '../../e2e/kit/trade/run-games.ts'
import { openShop, type Shop, startSelling } from '../../e2e/kit/trade/sell.ts'
import { interruptDatabase, planInterruptions } from './interrupt-database.ts'

const options = readOptions({
  script: 'lab outage',
  about:
    'Interrupts the database again and again while game servers poll, report and restart. They must not notice: no report,\n' +
    'poll or init fails, and nothing that was sold is lost or delivered twice.',
  options: {
    kills: { type: 'number', help: 'interruptions of the database', default: 100, short: 3 },
    servers: { type: 'number', help: 'game servers; every fifth one sends waiting polls', default: 1_000, short: 100 },
    processes: { type: 'number', help: 'processes of the server', default: 1 },
    hold: { type: 'number', help: 'prolong each outage by up to N seconds', default: 0, max: 3 },
  },
})

const SERVERS_PER_STORE = 5
/** How long a game needs to run a delivery, so that reports arrive at any time, also long after the poll. */
const MAX_RUN_MS = 2_000
/** Until the first sales have become reports. */
const WARM_UP_MS = 2_000
/** Between two interruptions. Short enough that some come while the server still recovers. */
const PAUSE_MS = { min: 300, max: 2_500 }
/** Two long outages in a row must not exceed the time for which the server retries. */
const PAUSE_WITH_HOLD_MS = { min: 3_000, max: 5_000 }
/** The server stops retrying when its next attempt would be too late, which can be a little before eight seconds. */
const MIN_RETRY_MS = 7_000
/** What game servers send. Sales are repeated by the SDK. */
const OF_GAMES = ['init', 'poll', 'waitingPoll', 'report']

await runHarness(options, async (defer) => {
  const { kills, servers, processes } = options
  const random = createRandom(options.seed)
  const product = await startProduct(defer, { processes, settings: { WEBHOOK_ALLOW: '127.0.0.0/8' } })
  const { cluster, databaseUrl, server } = product
  const { url, port } = server
  const webhooks = await receiveWebhooks(defer, '127.0.0.1')
  const owner = await createOwner({ url, databaseUrl })
  const shops: Shop[] = []
  while (shops.length * SERVERS_PER_STORE < servers)
    shops.push(await openShop(owner, { servers: SERVERS_PER_STORE, webhookUrl: webhooks.url }))
  const selling = startSelling({ url, shops, random: random.fork() })
  defer(() => selling.abandon())
  const games = await startGames({
    port,
    seed: random.integer(0, 2 ** 31),
    maxRunMs: MAX_RUN_MS,
    servers: shops.flatMap((shop) => shop.servers.map(({ key }, i) => ({ key, waits: i === 0 }))),
  })
  defer(() => games.kill())

  await sleep(WARM_UP_MS)
  const outages = await interruptAll(cluster, kills, random.fork())
  await selling.stop()
  const ended = await endTrade({ databaseUrl, selling, games, webhooks: webhooks.arrivals, root: PROJECT_ROOT })
  const death = server.died() ?? (await server.stop())
  const failed = ended.chains.filter(({ operation, failures }) => OF_GAMES.includes(operation) && failures.length > 0)
  const broken = failed.filter((chain) => !isAllowed(chain, outages))
  const lengths = outages.map(({ start, end }) => end - start)
  return {
    figures: {
      kills: outages.length,
      ...ended.counts,
      failed: broken.length,
      allowedFailures: failed.length - broken.length,
      lost: ended.lost.length,
      doubled: ended.doubled.length,
      undelivered: ended.undelivered,
      medianOutageMs: percentile(lengths, 0.5),
      longestOutageMs: percentile(lengths, 1),
      processes,
    },
    failures: [
      ...describe(broken),
      ...ended.lost.map((text) => `lost: ${text}`),
      ...ended.doubled.map((text) => `doubled: ${text}`),
      ...ended.examples.map((text) => `verify: ${text}`),
      ...(ended.undelivered > 0 ? [`${ended.undelivered} deliveries did not arrive`] : []),
      ...selling.refused,
      ...(death === undefined ? [] : [death]),
    ],
  }
})

async function interruptAll(cluster: Cluster, count: number, random: Random): Promise<Span[]> {
  const pause = options.hold > 0 ? PAUSE_WITH_HOLD_MS : PAUSE_MS
  const outages: Span[] = []
  const progress = startProgress('interruptions', count)
  for (const kind of planInterruptions(count, random)) {
    await sleep(random.between(pause.min, pause.max))
    outages.push(await interruptDatabase(cluster, kind, random.between(0, options.hold * 1_000)))
    progress.add(1)
  }
  progress.done()
  return outages
}

/** The server retried for as long as it promises, and the database was never available for long enough. */
function isAllowed({ start, failedAt = start }: Chain, outages: Span[]): boolean {
  return failedAt - start >= MIN_RETRY_MS && mayHaveFailed({ start, end: failedAt }, outages)
}

/** The first failure of each kind, with the number of similar ones. */
function describe(failed: Chain[]): string[] {
  const kinds = Map.groupBy(failed, ({ operation, failures }) => `${operation} failed: ${failures[0]}`)
  return [...kinds].map(([kind, { length }]) => `${kind}, ${length} times`)
}
