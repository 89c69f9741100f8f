import pg from 'pg'
import { buildHistory, type History } from '../build-history.ts'
import type { Options } from './options.ts'
import { type Part, toPart } from './part.ts'
import { ELEMENTS, pollProduct } from './poll-product.ts'
import { takeTurns } from './take-turns.ts'
import { inARow, type Keys } from './walk.ts'
import { inWorld } from './world.ts'

const LEAST_RATIO = 0.85
const MONTHS = 24
const SMALL: History = { stores: 1_000, busyStores: 10, pending: 10 * ELEMENTS, finished: MONTHS, months: MONTHS }
/** A thousand keys would be polled more often than a key may; a server may have several. */
const KEYS_PER_SERVER = 16

/** The same polls on an almost empty database and on one with years of trade of a million servers, each with its own product. */
export async function growth(options: Options): Promise<Part> {
  const history = chosenHistory(options)
  const { stores, busyStores, pending, finished } = history
  // What polls touch fits into memory, as it does where they come every second; the history need not.
  return inWorld({ shared_buffers: '2GB', max_wal_size: '8GB' }, async (world) => {
    const smallUrl = await world.database('small')
    await buildHistory(smallUrl, SMALL, 'building the small database')
    await addKeys(smallUrl)
    const bigUrl = await world.database('big')
    await buildHistory(bigUrl, history, 'building the big database')

    const small = await pollProduct(
      world,
      { name: 'small', title: `${SMALL.stores} servers, no history`, databaseUrl: smallUrl, keys: smallKeys() },
      options,
    )
    // Of the many busy servers only as many are polled as keep it at one poll in a hundred.
    const keys = { busy: inARow(1, busyStores), idle: inARow(busyStores + 1, stores - busyStores) }
    const title = `${stores} servers, ${finished} finished, ${pending} waiting`
    const big = await pollProduct(world, { name: 'big', title, databaseUrl: bigUrl, keys }, options)
    return toPart(await takeTurns([small, big], { rounds: options.rounds, label: 'growth' }), {
      judged: 'big',
      against: 'small',
      least: LEAST_RATIO,
      more: {
        smallColdPerSecond: small.coldPerSecond,
        bigColdPerSecond: big.coldPerSecond,
        polledServers: big.keys,
        stores,
        finished,
        pending,
        connections: options.connections,
      },
      faults: [...small.faults, ...big.faults],
    })
  })
}

function chosenHistory(options: Options): History {
  const { stores = 1_000_000, finished = 10_000_000, pending = 1_000_000 } = options
  const busyStores = pending / ELEMENTS
  if (!Number.isInteger(busyStores) || busyStores < 1 || busyStores >= stores || finished < MONTHS) {
    throw new Error(
      `Give at least ${MONTHS} finished commands, and an even number of waiting ones below twice the stores`,
    )
  }
  return { stores, busyStores, pending, finished, months: MONTHS }
}

/** The n-th key belongs to the n-th server, and round again. */
async function addKeys(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into server_keys (store_id, id, server_id, key_hash, hint, source)
       select bench.store(s), bench.id($1, 'key', n), bench.server(s),
         sha256(convert_to('bench-key-' || lpad(n::text, 12, '0'), 'UTF8')), '…', 'imported'
       from (select n, 1 + (n - 1) % $2 as s from generate_series($2 + 1, $3::bigint) n) k`,
      [Date.now(), SMALL.stores, SMALL.stores * KEYS_PER_SERVER],
    )
    await client.query('vacuum (analyze) server_keys')
  } finally {
    await client.end()
  }
}

function smallKeys(): { busy: Keys; idle: Keys } {
  const { stores, busyStores } = SMALL
  const perLap = (first: number, servers: number): Keys => ({
    count: servers * KEYS_PER_SERVER,
    nth: (i) => first + (i % servers) + Math.floor(i / servers) * stores,
  })
  return { busy: perLap(1, busyStores), idle: perLap(busyStores + 1, stores - busyStores) }
}
