import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type pg from 'pg'
import { type KillCounts, killDatabase, planKills } from '../../e2e/kit/kills/plan-kills.ts'
import type { Random } from '../../e2e/kit/random.ts'
import type { SupervisedServer } from '../../e2e/kit/kills/supervised-server.ts'
import { recordEvents, type Sender } from './record-events.ts'

type Parts = {
  pool: pg.Pool
  senders: Sender[]
  cluster: Cluster
  servers: SupervisedServer[]
  random: Random
  onRecorded: (count: number) => void
}

const WRITERS = 6
const MAX_EVENTS_AT_ONCE = 20

/** Records events in all stores while the servers and the database are killed. */
export async function recordUnderKills({ events, ...counts }: KillCounts & { events: number }, parts: Parts) {
  const { cluster, servers, senders, pool, random, onRecorded } = parts
  const planned = planKills(counts, random.fork())
  const state = { started: 0, kills: 0 }

  /** Recording keeps step with the kills, so that the last kill still meets work. */
  const isAhead = () => state.started / events > (state.kills + 1) / (planned.length + 1)

  async function write(ownRandom: Random): Promise<void> {
    while (state.started < events) {
      if (isAhead()) {
        await sleep(5)
        continue
      }
      const count = Math.min(ownRandom.integer(1, MAX_EVENTS_AT_ONCE), events - state.started)
      state.started += count
      const sender = ownRandom.pick(senders)
      for (const id of await recordEvents(pool, sender, count)) sender.confirmed.add(id)
      onRecorded(count)
    }
  }
  async function killAll(ownRandom: Random): Promise<void> {
    for (const kill of planned) {
      await Promise.all(servers.map((server) => server.up()))
      await sleep(ownRandom.between(50, 700))
      const server = ownRandom.pick(servers)
      if (kill === 'server') await server.kill()
      else await killDatabase(cluster, ownRandom, kill === 'both' ? () => server.kill() : undefined)
      state.kills++
    }
  }
  await Promise.all([killAll(random.fork()), ...Array.from({ length: WRITERS }, () => write(random.fork()))])
}
