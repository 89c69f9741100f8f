import type { Defer } from '../../e2e/kit/run-harness.ts'
import { compareSides, type Comparison, type Side } from '../comparison.ts'
import { buildHistory } from '../database/build-history.ts'
import { startEnvironment } from '../environment.ts'
import { numberKeys } from './key-sequence.ts'
import { type Options, secondsOf } from './options.ts'
import { createPoller } from './poller.ts'
import { startBaseline } from './start-baseline.ts'
import { PENDING_PER_BUSY_SERVER, startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.8
const MIN_RATIO_SHORT = 0.6
const MONTHS = 24

const BASELINES = {
  fastify: 'plain Fastify',
  http: 'plain node:http',
  naive: 'Fastify, one query for each poll',
}

/** Polls of many servers, one in a hundred with deliveries, compared with servers that send a fixed response. */
export async function measurePolls(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, short } = options
  const stores = options.stores ?? (short ? 20_000 : 100_000)
  const busyStores = Math.ceil(stores / 100)
  const pending = busyStores * PENDING_PER_BUSY_SERVER
  const settings = { synchronous_commit: 'on', shared_buffers: '1GB', max_wal_size: '4GB' }
  const environment = await startEnvironment(defer, { major: 15, settings })
  const databaseUrl = await environment.createDatabase('polls')
  const history = { stores, busyStores, pending, finished: MONTHS, months: MONTHS }
  await buildHistory(databaseUrl, history, 'building the database')
  const polled = await startPolledServer(
    environment,
    { name: 'product', title: 'Quartermaster, one process', databaseUrl, keys: numberKeys(history) },
    options,
  )

  const sides: Side[] = [polled.side]
  for (const name of short ? (['fastify'] as const) : (['fastify', 'http', 'naive'] as const)) {
    const baseline = await startBaseline(defer, name, databaseUrl)
    const poller = createPoller(baseline, { sequence: polled.sequence, connections, from: 0 })
    if (name === 'naive') await poller.pollEachKey('first polls, naive')
    sides.push({ name, title: BASELINES[name], measure: (round) => poller.poll(secondsOf(round, options)) })
  }
  const { figures, failures } = await compareSides(sides, {
    label: 'polls',
    rounds,
    judged: 'product',
    against: 'fastify',
    minRatio: short ? MIN_RATIO_SHORT : MIN_RATIO,
  })
  return {
    figures: { ...figures, coldPerSecond: polled.coldPerSecond, servers: stores, connections },
    failures: [...polled.failures, ...failures],
  }
}
