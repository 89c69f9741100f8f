import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Span } from '../../e2e/kit/kills/database-outages.ts'
import { sellSteadily } from '../../e2e/kit/load/sell-steadily.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createRandom, type Random } from '../../e2e/kit/random.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { audit, waitForEmptyQueue } from './audit.ts'
import { createStores } from './create-stores.ts'
import { interruptDatabase, planInterruptions } from './interrupt-database.ts'
import { startGames } from './run-games.ts'
import { summarise } from './summarise.ts'

const options = readOptions({
  script: 'lab outage',
  about:
    'Interrupts the database again and again while game servers poll, report and restart. They must not notice: no report,\n' +
    'poll or init fails, and nothing runs twice in a client that remembers nothing.',
  options: {
    kills: { type: 'number', help: 'interruptions of the database', default: 100, short: 3 },
    servers: { type: 'number', help: 'game servers; every fifth one sends waiting polls', default: 1_000, short: 250 },
    processes: { type: 'number', help: 'processes of the server', default: 1 },
    hold: { type: 'number', help: 'prolong each outage by up to N seconds', default: 0, max: 3 },
  },
})

/** Each sale is delivered to the five servers of a store, so this makes 50 deliveries per second. */
const SALE_INTERVAL_MS = 100
/** Until the first sales have become reports. */
const WARM_UP_MS = 1_000
/** Between two interruptions. Short enough that some come while the server still recovers. */
const PAUSE_MS = { min: 300, max: 2_500 }
/** Two long outages in a row must not exceed the time for which the server retries. */
const PAUSE_WITH_HOLD_MS = { min: 3_000, max: 5_000 }

await runHarness(options, async (defer) => {
  const { kills, servers, processes } = options
  const random = createRandom(options.seed)
  const { cluster, databaseUrl, server } = await startProduct(defer, { processes })
  const stores = await createStores(await createOwner({ url: server.url, databaseUrl }), servers)
  const saleRandom = random.fork()
  const sales = sellSteadily(SALE_INTERVAL_MS, (no) => saleRandom.pick(stores).sellOne(`sale ${no}`))
  defer(() => sales.stop())
  const games = await startGames({
    port: server.port,
    seed: random.integer(0, 2 ** 31),
    servers: stores.flatMap(({ servers: all }) => all.map(({ key }, i) => ({ key, waits: i === 0 }))),
  })
  defer(() => games.kill())

  await sleep(WARM_UP_MS)
  const outages = await interruptAll(cluster, kills, random.fork())
  await sales.stop()
  await waitForEmptyQueue(databaseUrl)
  const report = await games.stop()
  const audited = await audit({ databaseUrl, sales, games: report, outages })
  const death = server.died() ?? (await server.stop())
  const failures = [...sales.failures, ...audited.failures, ...(death === undefined ? [] : [death])]
  return summarise({ ...audited, outages, games: report, sold: sales.deliveryIds.size, processes, failures })
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
