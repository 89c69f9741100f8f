import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { compareSides, type Comparison } from '../comparison.ts'
import { planHistory } from '../database/build-history.ts'
import { CLUSTER, type Options } from './options.ts'
import { startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.85
/** With fewer servers, the polls would reach the rate limit of a key. */
const SMALL = planHistory({ stores: 16_000 })

/** The same polls on an almost empty database and on one with years of sales, each with its own server. */
export async function measureGrowth(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, stores = 1_000_000, finished = 10_000_000, pending = 1_000_000 } = options
  const size = { stores, finished, pending }
  const environment = await startEnvironment(defer, CLUSTER)
  const smallTitle = `${SMALL.stores} servers, no history`
  const bigTitle = `${stores} servers, ${finished} finished, ${pending} pending`
  const small = await startPolledServer(environment, { name: 'small', title: smallTitle, history: SMALL }, options)
  const big = await startPolledServer(
    environment,
    { name: 'big', title: bigTitle, history: planHistory(size) },
    options,
  )
  const settings = { label: 'growth', rounds, minRatio: MIN_RATIO }
  const { figures, ...judged } = await compareSides([big.side, small.side], settings)
  return {
    figures: {
      ...figures,
      smallColdPerSecond: small.coldPerSecond,
      bigColdPerSecond: big.coldPerSecond,
      polledServers: big.sequence.keys.length,
      ...size,
      connections,
    },
    ...judged,
  }
}
