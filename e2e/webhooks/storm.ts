import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Database } from '../../server/src/db/database.ts'
import type { Random } from '../kit/random.ts'
import { recordSome, type Shop } from './shops.ts'
import type { WorkerHost } from './worker-host.ts'

type Blow = 'worker' | 'database' | 'both'

export type Storm = { events: number; kills: number; dbKills: number }

type Parts = {
  cluster: Cluster
  database: Database
  hosts: WorkerHost[]
  shops: Shop[]
  random: Random
  onRecorded: (count: number) => void
}

const WRITERS = 6
const MOST_AT_ONCE = 20

/** Records events in all stores while the workers and the database are killed. Returns what was confirmed, by store. */
export async function storm({ events, kills, dbKills }: Storm, parts: Parts): Promise<Set<string>[]> {
  const { shops, database, random, onRecorded } = parts
  const confirmed = shops.map(() => new Set<string>())
  const state = { recorded: 0, struck: 0, sent: 0 }
  const blows = plan(kills, dbKills, random.fork())

  /** Recording keeps step with the blows, so that the last of them meets work too. */
  const isAhead = () => state.sent / events > (state.struck + 1) / (blows.length + 1)

  async function write(own: Random): Promise<void> {
    while (state.sent < events) {
      if (isAhead()) {
        await sleep(5)
        continue
      }
      const count = Math.min(own.integer(1, MOST_AT_ONCE), events - state.sent)
      state.sent += count
      const store = own.integer(0, shops.length - 1)
      const shop = shops[store]
      if (!shop) continue
      for (const id of await recordSome(database, shop, count)) confirmed[store]?.add(id)
      state.recorded += count
      onRecorded(count)
    }
  }
  async function strike(own: Random): Promise<void> {
    for (const blow of blows) {
      await Promise.all(parts.hosts.map((host) => host.up()))
      await sleep(own.between(50, 700))
      await land(blow, parts, own)
      state.struck++
    }
  }
  await Promise.all([strike(random.fork()), ...Array.from({ length: WRITERS }, () => write(random.fork()))])
  return confirmed
}

async function land(blow: Blow, { cluster, hosts }: Parts, random: Random): Promise<void> {
  const worker = random.pick(hosts)
  if (blow === 'worker') return worker.kill()
  await Promise.all([cluster.kill(), blow === 'both' ? worker.kill() : undefined])
  await sleep(random.between(0, 400))
  await cluster.start()
}

/** In random order, but the last blow is the database's: the workers have to get over it by themselves. */
function plan(kills: number, dbKills: number, random: Random): Blow[] {
  const both = Math.min(Math.floor(dbKills / 4), kills)
  const blows = [
    ...Array<Blow>(kills - both).fill('worker'),
    ...Array<Blow>(Math.max(dbKills - both - 1, 0)).fill('database'),
    ...Array<Blow>(both).fill('both'),
  ]
  return [...random.shuffle(blows), ...Array<Blow>(Math.min(dbKills, 1)).fill('database')]
}
