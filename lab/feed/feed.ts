import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../../e2e/kit/options.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import { cpuSeconds } from '../../e2e/kit/process-usage.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { query } from '../../e2e/kit/query.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner, createTestStore, type TestStore } from '../../e2e/kit/test-store.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { round } from '../figures.ts'
import { openWatcher, type Watcher } from './watcher.ts'

const STORES = 10
const PER_TOKEN = 10
const MAX_STATEMENTS = 1.1
const MAX_P99_MS = 1_000
/** More than the latest orders that every watcher gets anyway. */
const AWAY_SALES = 70
const FEED_STATEMENTS = `query like '%recorded_xid%' or query like '%account_sessions e on%'`

const {
  watchers: count,
  sales,
  seconds,
  ...options
} = readOptions({
  script: 'lab feed',
  about: `Opens the live feed many times in one process. While nothing happens it costs one statement a second, every watcher sees
a sale within a second (p99), and a watcher that lost its connection misses nothing.`,
  options: {
    watchers: { type: 'number', help: 'open feeds, a multiple of 100', default: 500 },
    sales: { type: 'number', help: 'sales while they watch', default: 200, short: 40 },
    seconds: { type: 'number', help: 'how long nothing happens', default: 60, short: 20 },
  },
})

type Shop = TestStore & { productId: string; tokens: string[] }

await runHarness(options, async (defer) => {
  const cluster = { settings: { shared_preload_libraries: 'pg_stat_statements' } }
  const { server, databaseUrl } = await startProduct(defer, { cluster, settings: { LOG_LEVEL: 'warn' } })
  const owner = await createOwner({ url: server.url, databaseUrl })
  const shops: Shop[] = []
  for (let index = 0; index < STORES; index++) {
    const store = await createTestStore(owner, { servers: 1, withToken: true })
    const create = () =>
      owner.manage.createToken({ storeId: store.storeId, name: 'watcher', scopes: ['checkouts:read'] })
    const tokens: string[] = []
    while (tokens.length < count / STORES / PER_TOKEN) tokens.push((await create()).token)
    shops.push({ ...store, productId: await store.addProduct(), tokens })
  }

  /** For each order, when each watcher of its store saw it. */
  const seen = new Map<string, number[]>()
  const note = (id: string) => void seen.set(id, [...(seen.get(id) ?? []), performance.now()])
  const open = (shop: Shop, token: string): Promise<Watcher> => {
    const own = new Set<string>()
    const onOrder = (id: string) => {
      if (!own.has(id)) note(id)
      own.add(id)
    }
    const url = `${server.url}/api/manage/1.0/stores/${shop.storeId}/feed`
    return openWatcher(url, { token, onOrder })
  }
  const watchers: Watcher[] = []
  defer(() => watchers.forEach((watcher) => watcher.close()))
  for (const shop of shops)
    for (const token of shop.tokens)
      for (let index = 0; index < PER_TOKEN; index++) watchers.push(await open(shop, token))

  const idle = await measureIdle(databaseUrl, server.pid)
  const delays: number[] = []
  const progress = startProgress('sales', sales)
  const perStore = count / STORES
  for (let index = 0; index < sales; index++) {
    const shop = shops[index % STORES] as Shop
    const sale = await shop.sell({ gameUserId: `p${index}`, items: [{ productId: shop.productId }] })
    const soldAt = performance.now()
    await waitUntil(() => (seen.get(sale.id)?.length ?? 0) >= perStore, { timeoutMs: 30_000 })
    delays.push(...(seen.get(sale.id) ?? []).map((at) => Math.max(at - soldAt, 0)))
    progress.add(1)
    // Some sales meet a process in which nothing has happened for a while.
    if (index % 10 === 0) await sleep(11_000 / (options.short ? 4 : 1))
  }
  progress.done()
  const lost = await countLost(shops[0] as Shop, { away: watchers[0] as Watcher, serverUrl: server.url })
  const p99 = Math.round(percentile(delays, 0.99))
  return {
    figures: {
      watchers: watchers.length,
      ...idle,
      sales,
      p50Ms: Math.round(percentile(delays, 0.5)),
      p99Ms: p99,
      lost,
    },
    missed: [
      ...(idle.statementsPerSecond > MAX_STATEMENTS ? [`${idle.statementsPerSecond} statements a second`] : []),
      ...(p99 > MAX_P99_MS ? [`a sale was seen after ${p99} ms (p99)`] : []),
    ],
    failures: lost > 0 ? [`${lost} sales were lost after a lost connection`] : [],
  }
})

async function measureIdle(databaseUrl: string, pid: number) {
  await query(databaseUrl, 'create extension if not exists pg_stat_statements')
  // Steps of what was opened before come to rest.
  await sleep(12_000)
  await query(databaseUrl, 'select pg_stat_statements_reset()')
  const [cpu, at] = [await cpuSeconds(pid), performance.now()]
  await sleep(seconds * 1_000)
  const elapsed = (performance.now() - at) / 1_000
  const share = ((await cpuSeconds(pid)) - cpu) / elapsed
  const [row] = await query<{ calls: number }>(
    databaseUrl,
    `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements where ${FEED_STATEMENTS}`,
  )
  return { statementsPerSecond: round((row?.calls ?? 0) / elapsed, 2), idleCoreShare: round(share, 3) }
}

/** Sells while a watcher is away. It resumes, and must see every one of them. */
async function countLost(
  { storeId, tokens, productId, sell }: Shop,
  { away, serverUrl }: { away: Watcher; serverUrl: string },
): Promise<number> {
  const lastEventId = away.lastId()
  away.close()
  const sold = new Set<string>()
  for (let index = 0; index < AWAY_SALES; index++)
    sold.add((await sell({ gameUserId: `away${index}`, items: [{ productId }] })).id)
  const url = `${serverUrl}/api/manage/1.0/stores/${storeId}/feed`
  const resumed = await openWatcher(url, {
    token: tokens[0] ?? '',
    lastEventId,
    onOrder: (id) => void sold.delete(id),
  })
  await waitUntil(() => sold.size === 0, { timeoutMs: 5_000 }).catch(() => undefined)
  resumed.close()
  return sold.size
}
