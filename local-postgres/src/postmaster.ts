import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { childrenOf, isAlive } from './process-table.ts'
import type { ServerUser } from './server-user.ts'

const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 30_000

export type Postmaster = { pid: number; stop(): Promise<void>; kill(): Promise<void> }

/** The folder's log says why; `portTaken` tells the one cause that another attempt can cure. */
export class StartError extends Error {
  readonly portTaken: boolean

  constructor(dir: string, log: string) {
    super(`PostgreSQL did not start in ${dir}:\n${log}`)
    this.portTaken = log.includes('Address already in use')
  }
}

/** Starts the server and returns when it accepts connections, crash recovery included. */
export async function startPostmaster(
  dir: string,
  { binaries, user, settings }: { binaries: Binaries; user: ServerUser; settings: Record<string, string> },
): Promise<Postmaster> {
  await untilFolderIsFree(dir)
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(join(dir, 'server.log'), 'w')
  const child = spawn(join(binaries.binDir, 'postgres'), ['-D', dir, ...args], {
    ...user,
    cwd: dir,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const pid = child.pid
  const exited = once(child, 'exit')
  exited.catch(() => undefined)
  await log.close()
  if (pid === undefined) throw new StartError(dir, `${binaries.binDir}/postgres cannot be run`)
  await untilReady(dir, child)
  child.unref()

  return {
    pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // An unreferenced child lets Node leave in the middle of our wait.
      child.ref()
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), STOPPED_WITHIN_MS)
      await exited
      clearTimeout(timer)
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      // Stopped first, so that it starts no backend between our look and our blow.
      child.kill('SIGSTOP')
      const backends = await childrenOf(pid)
      for (const each of [pid, ...backends]) killQuietly(each)
      await exited
      while (await anyAlive(backends)) await sleep(10)
    },
  }
}

/** A guardian may still be stopping the server of the process before us. */
async function untilFolderIsFree(dir: string): Promise<void> {
  const deadline = Date.now() + STOPPED_WITHIN_MS
  for (;;) {
    const owner = Number((await statusLines(dir))[0])
    if (!owner || !(await isAlive(owner))) return
    if (Date.now() > deadline) throw new Error(`Process ${owner} already serves ${dir}: stop it first`)
    await sleep(100)
  }
}

/** The eighth line of postmaster.pid is what pg_ctl waits for too. */
async function untilReady(dir: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new StartError(dir, await logOf(dir))
    const lines = await statusLines(dir)
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new StartError(dir, `not ready within ${READY_WITHIN_MS / 1000} s\n${await logOf(dir)}`)
    }
    await sleep(20)
  }
}

async function statusLines(dir: string): Promise<string[]> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')
}

async function logOf(dir: string): Promise<string> {
  const text = await readFile(join(dir, 'server.log'), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-20).join('\n')
}

async function anyAlive(pids: number[]): Promise<boolean> {
  const alive = await Promise.all(pids.map(isAlive))
  return alive.includes(true)
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It left by itself, which is what was wanted.
  }
}
