import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../../e2e/kit/options.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { compareSides } from '../comparison.ts'
import { serverKey } from '../database/build-history.ts'
import { round } from '../figures.ts'
import { CLUSTER } from '../hot-paths/options.ts'
import { startBaseline } from '../hot-paths/start-baseline.ts'
import { measurePolls } from './measure-polls.ts'
import { openPages, OWN_THEME_HOST, startShopServer } from './shop-server.ts'

const BASELINE = fileURLToPath(new URL('baseline-server.ts', import.meta.url))
const MIN_RATIO = 0.5
const MIN_OWNER_THEME_RATIO = 0.15
const MAX_GROWTH = 1.2
const SMALL_STORES = 1_000

const { rounds, seconds, connections, stores, products, ...options } = readOptions({
  script: 'lab pages',
  about: `The home page of a store with the built-in theme, compared with plain Fastify that sends the same bytes: at least ${MIN_RATIO} of
its pages per second, and with a theme of the owner, which renders in isolation, at least ${MIN_OWNER_THEME_RATIO}. With many stores in the database a page takes at most ${MAX_GROWTH} times as long, and polls in the same
process at half of their limit stay fast. The sides alternate. Needs Debian's wrk.`,
  options: {
    stores: { type: 'number', help: 'stores in the database', default: 100_000, short: 5_000 },
    products: { type: 'number', help: 'products of the store', default: 500 },
    rounds: { type: 'number', help: 'measured rounds', default: 7, short: 3 },
    seconds: { type: 'number', help: 'seconds of each measurement', default: 5, short: 2 },
    connections: { type: 'number', help: 'connections of wrk', default: 64 },
  },
})

await runHarness(options, async (defer) => {
  const environment = await startEnvironment(defer, CLUSTER)
  const big = await startShopServer(environment, { name: 'big', stores, products })
  const small = await startShopServer(environment, { name: 'small', stores: SMALL_STORES, products })
  const file = join(environment.folder, 'page')
  await writeFile(file, big.page.body)
  const plain = await startBaseline(defer, [BASELINE, file, big.page.encoding])
  const load = { connections, seconds }
  const { figures, failures, missed } = await compareSides(
    [
      { name: 'pages', title: `Quartermaster, ${stores} stores`, measure: () => openPages(big, load) },
      { name: 'fastify', title: 'plain Fastify, the same bytes', measure: () => openPages(plain, load) },
      { name: 'fewStores', title: `Quartermaster, ${SMALL_STORES} stores`, measure: () => openPages(small, load) },
      {
        name: 'ownerTheme',
        title: 'Quartermaster, theme of the owner',
        measure: () => openPages(big, { ...load, host: OWN_THEME_HOST }),
      },
    ],
    { label: 'home page', rounds, minRatio: MIN_RATIO },
  )
  const growth = round((figures['fewStoresRatio'] ?? 0) / (figures['ratio'] ?? 0), 3)
  const ownerThemeRatio = figures['ownerThemeRatio'] ?? 0
  const keys = Array.from({ length: Math.min(stores, 1_000) }, (_, i) => serverKey(stores - i))
  const sequence = { file: join(environment.folder, 'keys'), keys }
  await writeFile(sequence.file, `${keys.join('\n')}\n`)
  const visits = { rounds, seconds, sequence, pagesPerSecond: figures['pagesPerSecond'] ?? 0 }
  const polls = await measurePolls({ server: big, elsewhere: plain }, visits)
  return {
    figures: { ...figures, growth, ...polls.figures, stores, products, pageBytes: big.page.body.length, connections },
    failures: [...failures, ...polls.failures],
    missed: [
      ...missed,
      ...polls.missed,
      ...(growth <= MAX_GROWTH
        ? []
        : [`a page takes ${growth} times as long with ${stores} stores; at most ${MAX_GROWTH}`]),
      ...(ownerThemeRatio >= MIN_OWNER_THEME_RATIO
        ? []
        : [`with a theme of the owner the ratio is ${ownerThemeRatio}; it must be at least ${MIN_OWNER_THEME_RATIO}`]),
    ],
  }
})
