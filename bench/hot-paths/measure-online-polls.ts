import { join } from 'node:path'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { compareSides, type Comparison, type Side } from '../comparison.ts'
import { buildHistory, planHistory } from '../database/build-history.ts'
import { startEnvironment } from '../environment.ts'
import { numberKeys, writeKeySequence } from './key-sequence.ts'
import { CLUSTER, type Options, secondsOf } from './options.ts'
import { createPoller } from './poller.ts'
import type { LoadedServer } from './run-wrk.ts'
import { startBaseline } from './start-baseline.ts'

const MIN_RATIO = 0.3
const PLAYERS = Array.from({ length: 20 }, (_, i) => `Player_${i}`)
const REQUEST_2_0 = { path: '/api/games/2.0/poll', body: JSON.stringify({ online: PLAYERS }) }

/** Polls of 2.0 that name the players who are online; one in a hundred has deliveries for other players. */
export async function measureOnlinePolls(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, short, random, stores = short ? 5_000 : 20_000 } = options
  const environment = await startEnvironment(defer, CLUSTER)
  const databaseUrl = await environment.createDatabase('online')
  const history = planHistory({ stores })
  await buildHistory(databaseUrl, history, 'building the database')
  const sequence = await writeKeySequence(join(environment.folder, 'keys'), numberKeys(history))
  const product = await environment.startServer(databaseUrl)
  await createPoller(product, { sequence, connections, from: 0 }).pollEachKey('first polls')

  const toSide = (name: string, title: string, server: LoadedServer, request: object): Side => {
    const poller = createPoller(server, {
      sequence,
      connections,
      from: random.integer(0, sequence.keys.length),
      ...request,
    })
    return { name, title, measure: (round) => poller.poll(secondsOf(round, options)) }
  }
  const fastify = await startBaseline(defer)
  const { figures, failures } = await compareSides(
    [
      toSide('product', 'Quartermaster, 2.0', product, REQUEST_2_0),
      toSide('first', 'Quartermaster, 1.0', product, {}),
      toSide('fastify', 'plain Fastify, the same body', fastify, REQUEST_2_0),
    ],
    { label: 'polls of 2.0', rounds, judged: 'product', against: 'fastify', minRatio: MIN_RATIO },
  )
  return { figures: { ...figures, servers: stores, connections }, failures }
}
