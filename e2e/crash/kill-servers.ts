import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Span } from '../kit/kills/database-outages.ts'
import { type KillCounts, killDatabase, planKills } from '../kit/kills/plan-kills.ts'
import type { Random } from '../kit/random.ts'
import type { SupervisedServer } from '../kit/kills/supervised-server.ts'
import type { ServerPool } from '../kit/kills/server-pool.ts'

/** How the kills keep step with the work. */
export type KillPlan = {
  /** How long a server may work at most before it can be killed. */
  graceMs: number
  /** Resolves when there is enough work for the next kill. */
  waitForWork?: (done: KillCounts) => Promise<void>
  onKilled?: (done: KillCounts) => void
}

type Parts = KillPlan & {
  cluster: Cluster
  /** One server is killed at a time, and never while two do not run. */
  pool: ServerPool
  /** Every outage of the database is added. */
  outages: Span[]
  random: Random
  onKill: () => void
}

const MAX_WAIT_MS = 3_000

/** Kills the servers and the database, at times when that is likely to do damage. */
export async function killServers(counts: KillCounts, parts: Parts): Promise<KillCounts> {
  const { cluster, pool, outages, random, waitForWork, onKilled, onKill } = parts
  const done = { kills: 0, dbKills: 0 }

  for (const kill of planKills(counts, random)) {
    await waitForWork?.(done)
    await waitForServers(pool.servers)
    const seen = await waitForTime(parts)
    const running = pool.servers.filter((server) => server.address() !== undefined)
    const server = seen?.address() === undefined ? random.pick(running.length > 0 ? running : pool.servers) : seen
    const killServer = async () => {
      done.kills++
      await server.kill()
    }
    if (kill === 'server') await killServer()
    else {
      done.dbKills++
      const outage = { start: Date.now(), end: Infinity }
      outages.push(outage)
      await killDatabase(cluster, random, kill === 'both' ? killServer : undefined)
      outage.end = Date.now()
    }
    onKilled?.(done)
    onKill()
  }
  return done
}

async function waitForServers(servers: SupervisedServer[]): Promise<void> {
  for (;;) {
    const stopped = servers.filter((server) => server.address() === undefined)
    if (stopped.length < Math.min(2, servers.length)) return
    await Promise.race(stopped.map((server) => server.up()))
  }
}

/**
 * Waits for one of these times: just after a start; later, at any time; inside the transaction of a request; with a
 * response, when the commit may not be on disk yet. Returns the server that the time belongs to.
 */
async function waitForTime({ pool, random, graceMs }: Parts): Promise<SupervisedServer | undefined> {
  // Work may be waiting for the games to catch up, so the wait is limited.
  const next = (activity: 'sent' | 'answered') => Promise.race([pool.next(activity), sleep(MAX_WAIT_MS, undefined)])
  const time = random.pick(['start', 'any', 'sent', 'sent', 'answered'] as const)
  if (time === 'start') {
    await sleep(random.between(0, 120))
    return undefined
  }
  await next('answered')
  await sleep(random.between(0, graceMs))
  if (time === 'any') return undefined
  const server = await next(time)
  await sleep(time === 'sent' ? random.between(0, 40) : random.between(0, 4))
  return server
}
