import type { Defer } from '../../e2e/kit/run-harness.ts'
import { compareSides, type Comparison } from '../comparison.ts'
import { buildHistory, planHistory } from '../database/build-history.ts'
import { startEnvironment } from '../environment.ts'
import { numberKeys } from './key-sequence.ts'
import { CLUSTER, type Options, secondsOf } from './options.ts'
import { createPoller } from './poller.ts'
import { startBaseline } from './start-baseline.ts'
import { startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.8
const MIN_RATIO_SHORT = 0.6

/** Polls of many servers, one in a hundred with deliveries, compared with a server that sends a fixed response. */
export async function measurePolls(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, short, stores = short ? 20_000 : 100_000 } = options
  const environment = await startEnvironment(defer, CLUSTER)
  const databaseUrl = await environment.createDatabase('polls')
  const history = planHistory({ stores })
  await buildHistory(databaseUrl, history, 'building the database')
  const product = await startPolledServer(
    environment,
    { name: 'product', title: 'Quartermaster, one process', databaseUrl, keys: numberKeys(history) },
    options,
  )
  const fastify = createPoller(await startBaseline(defer), { sequence: product.sequence, connections, from: 0 })
  const { figures, failures } = await compareSides(
    [
      product.side,
      { name: 'fastify', title: 'plain Fastify', measure: (round) => fastify.poll(secondsOf(round, options)) },
    ],
    {
      label: 'polls',
      rounds,
      judged: 'product',
      against: 'fastify',
      minRatio: short ? MIN_RATIO_SHORT : MIN_RATIO,
    },
  )
  return {
    figures: { ...figures, coldPerSecond: product.coldPerSecond, servers: stores, connections },
    failures: [...product.failures, ...failures],
  }
}
