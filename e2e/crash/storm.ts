import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Host } from './host.ts'
import type { Outage } from './outage.ts'
import type { Clerk } from './place-orders.ts'
import type { Random } from '../random.ts'

/** `both`: the process has to start again while the database is still away. */
type Blow = 'process' | 'database' | 'both'

export type Struck = { kills: number; dbKills: number }

type Parts = {
  cluster: Cluster
  host: Host
  outage: Outage
  clerk: Clerk
  random: Random
  onBlow: (struck: Struck) => void
}

/** Kills the process and the database as often as asked, at moments chosen to hurt. */
export async function storm(wanted: Struck, { cluster, host, outage, clerk, random, onBlow }: Parts): Promise<Struck> {
  const struck = { kills: 0, dbKills: 0 }

  async function killDatabase(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    struck.dbKills++
    outage.begin()
    await Promise.all([cluster.kill(), meanwhile()])
    await sleep(random.between(0, 400))
    await cluster.start()
    outage.end()
  }
  async function killProcess(): Promise<void> {
    struck.kills++
    await host.kill()
  }

  for (const blow of plan(wanted, random)) {
    await host.up()
    await aim(clerk, random)
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

const LONGEST_WAIT_MS = 3_000

/**
 * With the first work of a new life; or, once it has sold something, somewhere in it, inside the transactions of orders
 * just sent, or with an answer, when a commit may not be on disk yet.
 */
async function aim(clerk: Clerk, random: Random): Promise<void> {
  const target = random.pick(['early', 'life', 'sent', 'sent', 'answered'] as const)
  if (target === 'early') return sleep(random.between(0, 120))
  await reach('answered', clerk)
  await sleep(random.between(0, 500))
  if (target === 'life') return
  await reach(target, clerk)
  await sleep(target === 'sent' ? random.between(0, 40) : random.between(0, 4))
}

/** Orders may be waiting for the games to catch up: nobody waits for them for ever. */
async function reach(moment: 'sent' | 'answered', clerk: Clerk): Promise<void> {
  await Promise.race([clerk.next(moment), sleep(LONGEST_WAIT_MS)])
}
