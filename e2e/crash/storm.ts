import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Host } from './host.ts'
import type { Moments } from './moments.ts'
import type { Outage } from './outage.ts'
import type { Random } from '../kit/random.ts'

/** `both`: the process has to start again while the database is still away. */
type Blow = 'process' | 'database' | 'both'

export type Struck = { kills: number; dbKills: number }

type Parts = {
  cluster: Cluster
  /** One of them is killed at a time, and never while two are down. */
  hosts: Host[]
  outage: Outage
  moments: Moments<Host>
  random: Random
  /** How long a process that has begun to work may go on at most before it becomes a target. */
  graceMs: number
  /** Resolves when there is work enough to strike into. */
  ready?: (struck: Struck) => Promise<void>
  onBlow: (struck: Struck) => void
}

/** Kills the process and the database as often as asked, at moments chosen to hurt. */
export async function storm(wanted: Struck, parts: Parts): Promise<Struck> {
  const { cluster, hosts, outage, random, ready, onBlow } = parts
  const struck = { kills: 0, dbKills: 0 }

  async function killDatabase(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    struck.dbKills++
    outage.begin()
    await Promise.all([cluster.kill(), meanwhile()])
    await sleep(random.between(0, 400))
    await cluster.start()
    outage.end()
  }

  for (const blow of plan(wanted, random)) {
    await ready?.(struck)
    await enoughUp(hosts)
    const seen = await aim(parts)
    const alive = hosts.filter((host) => host.address() !== undefined)
    const target = seen?.address() === undefined ? random.pick(alive.length > 0 ? alive : hosts) : seen
    const killProcess = async () => {
      struck.kills++
      await target.kill()
    }
    if (blow === 'process') await killProcess()
    else await killDatabase(blow === 'both' ? killProcess : undefined)
    onBlow(struck)
  }
  return struck
}

/** In random order, but the last blow is the database's: then the process has to get over it by itself. */
function plan({ kills, dbKills }: Struck, random: Random): Blow[] {
  const both = Math.min(Math.floor(dbKills / 4), kills)
  const blows = [
    ...Array<Blow>(kills - both).fill('process'),
    ...Array<Blow>(Math.max(dbKills - both - 1, 0)).fill('database'),
    ...Array<Blow>(both).fill('both'),
  ]
  return [...random.shuffle(blows), ...Array<Blow>(Math.min(dbKills, 1)).fill('database')]
}

async function enoughUp(hosts: Host[]): Promise<void> {
  for (;;) {
    const down = hosts.filter((host) => host.address() === undefined)
    if (down.length < Math.min(2, hosts.length)) return
    await Promise.race(down.map((host) => host.up()))
  }
}

const LONGEST_WAIT_MS = 3_000

/**
 * With the first work of a new life; or, once it has done something, somewhere in it, inside the transactions of what was
 * just sent, or with an answer, when a commit may not be on disk yet. Answers with the process it happened in.
 */
async function aim({ moments, random, graceMs }: Parts): Promise<Host | undefined> {
  const target = random.pick(['early', 'life', 'sent', 'sent', 'answered'] as const)
  if (target === 'early') {
    await sleep(random.between(0, 120))
    return undefined
  }
  await reach('answered', moments)
  await sleep(random.between(0, graceMs))
  if (target === 'life') return undefined
  const host = await reach(target, moments)
  await sleep(target === 'sent' ? random.between(0, 40) : random.between(0, 4))
  return host
}

/** Work may be waiting for the games to catch up: nobody waits for it for ever. */
async function reach(moment: 'sent' | 'answered', moments: Moments<Host>): Promise<Host | undefined> {
  return Promise.race([moments.next(moment), sleep(LONGEST_WAIT_MS, undefined)])
}
