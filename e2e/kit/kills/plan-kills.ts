import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Random } from '../random.ts'

/** `both`: the server has to start again while the database is still unavailable. */
export type Kill = 'server' | 'database' | 'both'
export type KillCounts = { kills: number; dbKills: number }

/** In random order, but the last kill is one of the database, so that the servers have to recover by themselves. */
export function planKills({ kills, dbKills }: KillCounts, random: Random): Kill[] {
  const both = Math.min(Math.floor(dbKills / 4), kills)
  const planned = [
    ...Array<Kill>(kills - both).fill('server'),
    ...Array<Kill>(Math.max(dbKills - both - 1, 0)).fill('database'),
    ...Array<Kill>(both).fill('both'),
  ]
  return [...random.shuffle(planned), ...Array<Kill>(Math.min(dbKills, 1)).fill('database')]
}

const MAX_OUTAGE_MS = 400

/** Kills PostgreSQL and starts it again after a moment. `alongside` runs at the same time as the kill. */
export async function killDatabase(cluster: Cluster, random: Random, alongside?: () => Promise<void>): Promise<void> {
  await Promise.all([cluster.kill(), alongside?.()])
  await sleep(random.between(0, MAX_OUTAGE_MS))
  await cluster.start()
}
