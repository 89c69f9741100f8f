import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { childrenOf, isAlive } from './process-table.ts'
import type { ServerUser } from './server-user.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000

export type Postmaster = { pid: number; stop(): Promise<void>; kill(): Promise<void> }

/** Contains the log of the server. If `portTaken` is set, another attempt with another port can succeed. */
export class StartError extends Error {
  readonly portTaken: boolean

  constructor(dir: string, log: string) {
    super(`PostgreSQL did not start in ${dir}:\n${log}`)
    this.portTaken = log.includes('Address already in use')
  }
}

/** Starts the server and returns when it accepts connections, which may be after crash recovery. */
export async function startPostmaster(
  dir: string,
  { binaries, user, settings }: { binaries: Binaries; user: ServerUser; settings: Record<string, string> },
): Promise<Postmaster> {
  await waitUntilUnused(dir)
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
  await waitUntilReady(dir, child)
  child.unref()

  return {
    pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // Without a reference to the child, Node could exit while this function waits.
      child.ref()
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      // Stop the postmaster first, so that it starts no backend while we list them.
      child.kill('SIGSTOP')
      const backends = await childrenOf(pid)
      for (const id of [pid, ...backends]) killIfRunning(id)
      await exited
      while (await anyAlive(backends)) await sleep(10)
    },
  }
}

/** The watchdog of an earlier process may still be stopping its server in this directory. */
async function waitUntilUnused(dir: string): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  for (;;) {
    const owner = Number((await readStatusLines(dir))[0])
    if (!owner || !(await isAlive(owner))) return
    if (Date.now() > deadline) throw new Error(`Process ${owner} already serves ${dir}. Stop it first.`)
    await sleep(100)
  }
}

/** Waits for the eighth line of postmaster.pid, as pg_ctl does. It also says `standby` while a server recovers from an archive. */
async function waitUntilReady(dir: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  const ready = existsSync(join(dir, 'standby.signal')) ? /^(ready|standby)$/ : /^ready$/
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new StartError(dir, await readLog(dir))
    const lines = await readStatusLines(dir)
    if (lines[0] === String(child.pid) && ready.test(lines[7]?.trim() ?? '')) return
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new StartError(dir, `not ready within ${START_TIMEOUT_MS / 1000} s\n${await readLog(dir)}`)
    }
    await sleep(20)
  }
}

async function readStatusLines(dir: string): Promise<string[]> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')
}

async function readLog(dir: string): Promise<string> {
  const text = await readFile(join(dir, 'server.log'), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-20).join('\n')
}

async function anyAlive(pids: number[]): Promise<boolean> {
  const alive = await Promise.all(pids.map(isAlive))
  return alive.includes(true)
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
