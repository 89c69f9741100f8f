import { buildHistory, type History } from '../build-history.ts'
import type { Options } from './options.ts'
import { type Part, toPart } from './part.ts'
import { ELEMENTS, pollProduct, type ProductSide, secondsOf } from './poll-product.ts'
import { createPoller } from './poller.ts'
import { type Side, takeTurns } from './take-turns.ts'
import { inARow } from './walk.ts'
import { inWorld, type World } from './world.ts'

const LEAST_RATIO = 0.8
const LEAST_RATIO_SHORT = 0.6
const MONTHS = 24

const BARE = {
  fastify: 'bare Fastify',
  http: 'bare node:http',
  naive: 'Fastify, a query for each poll',
}
type Bare = keyof typeof BARE

/** Authenticated polls of many servers, one in a hundred finding something, against servers that answer a fixed text. */
export async function polls(options: Options): Promise<Part> {
  const { rounds, connections, short } = options
  const stores = options.stores ?? (short ? 20_000 : 100_000)
  const busyStores = Math.ceil(stores / 100)
  const history: History = { stores, busyStores, pending: busyStores * ELEMENTS, finished: MONTHS, months: MONTHS }
  return inWorld({ shared_buffers: '1GB', max_wal_size: '4GB' }, async (world) => {
    const databaseUrl = await world.database('polls')
    await buildHistory(databaseUrl, history, 'building the database')
    const keys = { busy: inARow(1, busyStores), idle: inARow(busyStores + 1, stores - busyStores) }
    const title = 'Quartermaster, one process'
    const product = await pollProduct(world, { name: 'product', title, databaseUrl, keys }, options)
    const bare = await bareSides(world, { databaseUrl, product, options })
    return toPart(await takeTurns([product, ...bare], { rounds, label: 'polls' }), {
      judged: 'product',
      against: 'fastify',
      least: short ? LEAST_RATIO_SHORT : LEAST_RATIO,
      more: { coldPerSecond: product.coldPerSecond, servers: stores, connections },
      faults: product.faults,
    })
  })
}

/** They get the very requests that the product gets. */
async function bareSides(
  world: World,
  { databaseUrl, product, options }: { databaseUrl: string; product: ProductSide; options: Options },
): Promise<Side[]> {
  const sides: Side[] = []
  const names: Bare[] = options.short ? ['fastify'] : ['fastify', 'http', 'naive']
  for (const name of names) {
    const server = await world.bare(name, databaseUrl)
    const poller = createPoller(server, { ...product, connections: options.connections, from: 0 })
    if (name === 'naive') await poller.firstPass('first polls, naive')
    sides.push({ name, title: BARE[name], turn: (round) => poller.poll(secondsOf(round, options)) })
  }
  return sides
}
