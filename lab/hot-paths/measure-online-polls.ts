import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { compareSides, type Comparison, type Side } from '../comparison.ts'
import { planHistory } from '../database/build-history.ts'
import { CLUSTER, type Options } from './options.ts'
import { createPoller } from './poller.ts'
import type { LoadedServer } from './run-wrk.ts'
import { startBaseline } from './start-baseline.ts'
import { startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.3
const PLAYERS = Array.from({ length: 20 }, (_, i) => `Player_${i}`)
const REQUEST_2_0 = { path: '/api/games/2.0/poll', body: JSON.stringify({ online: PLAYERS }) }

/** Polls of 2.0 that name the players who are online; one in a hundred has deliveries for other players. */
export async function measureOnlinePolls(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, short, stores = short ? 5_000 : 20_000 } = options
  const environment = await startEnvironment(defer, CLUSTER)
  const { server, sequence, side } = await startPolledServer(
    environment,
    { name: 'first', title: 'Quartermaster, 1.0', history: planHistory({ stores }) },
    options,
  )
  const toSide = (name: string, title: string, polled: LoadedServer): Side => {
    const poller = createPoller(polled, { sequence, connections, ...REQUEST_2_0 })
    return { name, title, measure: () => poller.poll(options.seconds) }
  }
  const { figures, ...judged } = await compareSides(
    [
      toSide('product', 'Quartermaster, 2.0', server),
      toSide('fastify', 'plain Fastify, the same body', await startBaseline(defer)),
      side,
    ],
    { label: 'polls of 2.0', rounds, minRatio: MIN_RATIO },
  )
  return { figures: { ...figures, servers: stores, connections }, ...judged }
}
