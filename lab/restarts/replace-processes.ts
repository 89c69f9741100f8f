import type { Random } from '../../e2e/kit/random.ts'
import type { Server } from '../../e2e/kit/start-server.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import type { RunningProcesses } from './running-processes.ts'

/** `all`: SIGHUP to the parent, which replaces all processes one by one. `one`: SIGTERM to one of the processes. */
export type Restart = 'all' | 'one'

type Parts = { server: Server; running: RunningProcesses; processes: number; random: Random }

const TIMEOUT_MS = 90_000

/** Returns how many processes were replaced, when the new ones serve. The old ones may still be stopping. */
export async function replaceProcesses(restart: Restart, parts: Parts): Promise<number> {
  const { server, running, random } = parts
  const before = await waitForAll(parts, [])
  if (restart === 'all') {
    server.signal('SIGHUP')
    await waitForAll(parts, before)
    return before.length
  }
  const pid = random.pick(before)
  running.markStopped(pid)
  process.kill(pid, 'SIGTERM')
  await waitForAll(parts, [pid])
  return 1
}

/** Waits until the right number of processes serve requests, without the ones that are stopping. */
async function waitForAll({ server, running, processes }: Parts, stopping: number[]): Promise<number[]> {
  let pids: number[] = []
  const isComplete = async () => {
    if (server.died() !== undefined) throw new Error(server.died())
    pids = await running.list()
    return pids.length === processes && !pids.some((pid) => stopping.includes(pid))
  }
  if (await waitUntil(isComplete, { timeoutMs: TIMEOUT_MS })) return pids
  const state = `${pids.length} of ${processes} processes serve (${pids.join(' ')})`
  throw new Error(`after ${TIMEOUT_MS / 1_000} s ${state}; these should have stopped: ${stopping.join(' ')}`)
}

/** In random order. Four fifths of the restarts are replacements of all processes, which count once per process. */
export function planRestarts(restarts: number, processes: number, random: Random): Restart[] {
  const all = Math.floor((restarts * 4) / 5 / processes)
  const one = restarts - all * processes
  return random.shuffle([...Array<Restart>(all).fill('all'), ...Array<Restart>(one).fill('one')])
}
