import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { compareSides, type Comparison } from '../comparison.ts'
import { planHistory } from '../database/build-history.ts'
import { CLUSTER, type Options } from './options.ts'
import { createPoller } from './poller.ts'
import { startBaseline } from './start-baseline.ts'
import { startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.8
/** Doubling the cost of a poll brings every pair of processes below it. */
const MIN_RATIO_SHORT = 0.45
/** Polls of many servers, one in a hundred with deliveries, compared with a server that sends a fixed response. */
export async function measurePolls(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, short, stores = short ? 20_000 : 100_000 } = options
  const environment = await startEnvironment(defer, CLUSTER)
  const product = await startPolledServer(
    environment,
    { name: 'product', title: 'Quartermaster, one process', history: planHistory({ stores }) },
    options,
  )
  const fastify = createPoller(await startBaseline(defer), { sequence: product.sequence, connections })
  const { figures, ...judged } = await compareSides(
    [product.side, { name: 'fastify', title: 'plain Fastify', measure: () => fastify.poll(options.seconds) }],
    { label: 'polls', rounds, minRatio: short ? MIN_RATIO_SHORT : MIN_RATIO },
  )
  return { figures: { ...figures, coldPerSecond: product.coldPerSecond, servers: stores, connections }, ...judged }
}
