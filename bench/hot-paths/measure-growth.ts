import type { Defer } from '../../e2e/kit/run-harness.ts'
import { compareSides, type Comparison } from '../comparison.ts'
import { buildHistory, planHistory, serverKeyHash } from '../database/build-history.ts'
import { withClient } from '../database/with-client.ts'
import { startEnvironment } from '../environment.ts'
import { type KeyNumbers, numberKeys } from './key-sequence.ts'
import { CLUSTER, type Options } from './options.ts'
import { startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.85
const SMALL = planHistory({ stores: 1_000 })
/** With one key for each of its servers, the small database would reach the rate limit of a key. */
const KEYS_PER_SERVER = 16

/** The same polls on an almost empty database and on one with years of sales, each with its own server. */
export async function measureGrowth(defer: Defer, options: Options): Promise<Comparison> {
  const { stores = 1_000_000, finished = 10_000_000, pending = 1_000_000 } = options
  const history = planHistory({ stores, finished, pending })
  const environment = await startEnvironment(defer, CLUSTER)
  const smallUrl = await environment.createDatabase('small')
  await buildHistory(smallUrl, SMALL, 'building the small database')
  await addKeys(smallUrl)
  const bigUrl = await environment.createDatabase('big')
  await buildHistory(bigUrl, history, 'building the big database')

  const small = await startPolledServer(
    environment,
    { name: 'small', title: `${SMALL.stores} servers, no history`, databaseUrl: smallUrl, keys: numberSmallKeys() },
    options,
  )
  const title = `${stores} servers, ${finished} finished, ${pending} pending`
  const big = await startPolledServer(
    environment,
    { name: 'big', title, databaseUrl: bigUrl, keys: numberKeys(history) },
    options,
  )
  const { figures, failures } = await compareSides([small.side, big.side], {
    label: 'growth',
    rounds: options.rounds,
    judged: 'big',
    against: 'small',
    minRatio: MIN_RATIO,
  })
  return {
    figures: {
      ...figures,
      smallColdPerSecond: small.coldPerSecond,
      bigColdPerSecond: big.coldPerSecond,
      polledServers: big.sequence.keys.length,
      stores,
      finished,
      pending,
      connections: options.connections,
    },
    failures: [...small.failures, ...big.failures, ...failures],
  }
}

/** Key `n` belongs to the server `n` modulo the number of servers. */
async function addKeys(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into server_keys (store_id, id, server_id, key_hash, hint, source)
       select bench.store(s), bench.id($1, 'key', n), bench.server(s), ${serverKeyHash('n')}, '…', 'imported'
       from (select n, 1 + (n - 1) % $2 as s from generate_series($2 + 1, $3::bigint) n) k`,
      [Date.now(), SMALL.stores, SMALL.stores * KEYS_PER_SERVER],
    )
    await client.query('vacuum (analyze) server_keys')
  })
}

function numberSmallKeys(): { busy: KeyNumbers; idle: KeyNumbers } {
  const { busy, idle } = numberKeys(SMALL)
  const withMoreKeys = ({ count, at }: KeyNumbers): KeyNumbers => ({
    count: count * KEYS_PER_SERVER,
    at: (i) => at(i % count) + Math.floor(i / count) * SMALL.stores,
  })
  return { busy: withMoreKeys(busy), idle: withMoreKeys(idle) }
}
