import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../kit/random.ts'
import type { ProcessLog } from './process-log.ts'
import type { Server } from '../kit/start-server.ts'

/** All of them one after the other, or one that is told to stop by somebody else than its parent. */
export type Blow = 'all' | 'one'

type Parts = { server: Server; log: ProcessLog; processes: number; random: Random }

const DATABASE_TIMEOUT_MS = 90_000
const LOOK_EVERY_MS = 50

/** Returns how many processes were replaced, when their successors serve. The old ones may still be saying goodbye. */
export async function replaceProcesses(blow: Blow, parts: Parts): Promise<number> {
  const { server, log, random } = parts
  const before = await allServing(parts, [])
  const leaving = blow === 'all' ? before : [random.pick(before)]
  if (blow === 'all') server.signal('SIGHUP')
  else {
    for (const pid of leaving) {
      log.leaves(pid)
      process.kill(pid, 'SIGTERM')
    }
  }
  await allServing(parts, leaving)
  return leaving.length
}

/** Waits until as many serve as should, and none of those that leave is among them. */
async function allServing({ server, log, processes }: Parts, leaving: number[]): Promise<number[]> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  for (;;) {
    const now = await log.serving()
    if (now.length === processes && !now.some((pid) => leaving.includes(pid))) return now
    if (server.died() !== undefined) throw new Error(server.died())
    if (Date.now() > deadline) {
      throw new Error(
        `after ${DATABASE_TIMEOUT_MS / 1_000} s ${now.length} of ${processes} processes serve (${now.join(' ')}); to go: ${leaving.join(' ')}`,
      )
    }
    await sleep(LOOK_EVERY_MS)
  }
}

/** In random order; a fifth is told by somebody else. Replacing all takes `processes` restarts. */
export function planBlows(restarts: number, processes: number, random: Random): Blow[] {
  const all = Math.floor((restarts * 4) / 5 / processes)
  return random.shuffle([...Array<Blow>(all).fill('all'), ...Array<Blow>(restarts - all * processes).fill('one')])
}
