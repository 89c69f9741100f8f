import { readOptions } from '../../e2e/kit/options.ts'
import { withClient } from '../../e2e/kit/query.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { measureAlone } from '../comparison.ts'
import { postCallbacks } from './callbacks.ts'
import { createStores, openCheckouts } from './selling-stores.ts'

const STORES = 8
const WARM_UP_CALLBACKS = 1_000

const { callbacks, rounds, connections, ...options } = readOptions({
  script: 'lab enqueue',
  about: `How many payment callbacks one server process answers in a second. Each of them is a sale with an entitlement, a delivery and an
event, and all of it is durable before the answer.`,
  options: {
    callbacks: { type: 'number', help: 'callbacks in each round', default: 4_000, short: 1_000 },
    rounds: { type: 'number', help: 'rounds', default: 5, short: 3 },
    connections: { type: 'number', help: 'connections to the server and to the database', default: 16 },
  },
})

await runHarness(options, async (defer) => {
  const environment = await startEnvironment(defer, { settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  const databaseUrl = await environment.createDatabase('enqueue')
  const { url, port } = await environment.startServer(databaseUrl, {
    settings: { DATABASE_POOL: String(connections), LOG_LEVEL: 'warn' },
  })
  const stores = await createStores({ url, databaseUrl }, STORES)
  let from = 0
  const side = {
    name: 'server',
    title: 'Quartermaster, one process',
    async measure(round: number) {
      const count = round === 0 ? Math.min(callbacks, WARM_UP_CALLBACKS) : callbacks
      const opened = await withClient(databaseUrl, (client) => openCheckouts(client, stores, { from, count }))
      from += count
      return { perSecond: count / (await postCallbacks(port, opened, connections)), failures: [] }
    },
  }
  const { figures, ...judged } = await measureAlone(side, { label: 'callbacks', rounds })
  return { figures: { ...figures, callbacks, rounds, connections }, ...judged }
})
