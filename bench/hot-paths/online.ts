import { join } from 'node:path'
import { buildHistory } from '../build-history.ts'
import type { Options } from './options.ts'
import { type Part, toPart } from './part.ts'
import { ELEMENTS, secondsOf } from './poll-product.ts'
import { createPoller } from './poller.ts'
import type { Process } from './start-process.ts'
import { type Side, takeTurns } from './take-turns.ts'
import { inARow, writeWalk } from './walk.ts'
import { inWorld } from './world.ts'

const LEAST_RATIO = 0.3
const PATH = '/api/games/2.0/poll'
const BODY = JSON.stringify({ online: Array.from({ length: 20 }, (_, i) => `Player_${i}`) })

/** Polls of 2.0 that name who is online, of many servers; one in a hundred has elements of players who are not there. */
export async function online(options: Options): Promise<Part> {
  const { rounds, connections, short, random } = options
  const stores = options.stores ?? (short ? 5_000 : 20_000)
  const busyStores = Math.ceil(stores / 100)
  return inWorld({ shared_buffers: '1GB', max_wal_size: '4GB' }, async (world) => {
    const databaseUrl = await world.database('online')
    const history = { stores, busyStores, pending: busyStores * ELEMENTS, finished: 24, months: 24 }
    await buildHistory(databaseUrl, history, 'building the database')
    const file = join(world.folder, 'keys-online')
    const keys = await writeWalk(file, {
      busy: inARow(1, busyStores),
      idle: inARow(busyStores + 1, stores - busyStores),
    })
    const product = await world.product(databaseUrl)

    const side = (server: Process, name: string, title: string, more: { path?: string; body?: [string] }): Side => {
      const walk = { file, keys: keys.length, connections, from: random.integer(0, keys.length) }
      const poller = createPoller(server, { ...walk, ...more })
      return { name, title, turn: (round) => poller.poll(secondsOf(round, options)) }
    }
    const saysMore = { path: PATH, body: [BODY] as [string] }
    await createPoller(product, { file, keys: keys.length, connections, from: 0 }).firstPass('first polls')
    const sides = [
      side(product, 'product', 'Quartermaster, 2.0', saysMore),
      side(product, 'first', 'Quartermaster, 1.0', {}),
      side(await world.bare('fastify', databaseUrl), 'fastify', 'bare Fastify, the same body', saysMore),
    ]
    return toPart(await takeTurns(sides, { rounds, label: 'polls of 2.0' }), {
      judged: 'product',
      against: 'fastify',
      least: LEAST_RATIO,
      more: { servers: stores, connections },
    })
  })
}
