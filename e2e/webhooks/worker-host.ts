import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const VICTIM = fileURLToPath(new URL('./victim.ts', import.meta.url))
const LOG_KEPT = 4_000

type Child = {
  process: ChildProcessByStdio<Writable, Readable, Readable>
  ready: Promise<void>
  gone: Promise<void>
  log: () => string
}

export type WorkerHost = {
  up(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** What processes wrote that ended without being killed. */
  readonly deaths: string[]
}

/** Keeps one server running, as a supervisor would. The next one is loaded while the present one lives. */
export function startWorkerHost(env: Record<string, string>): WorkerHost {
  const deaths: string[] = []
  const killed = new WeakSet<Child>()
  const state = { stopped: false }
  let spare = load(env)
  let present = spare

  async function keepAlive(): Promise<void> {
    while (!state.stopped) {
      present = spare
      spare = load(env)
      present.process.stdin.write('begin\n')
      await present.gone
      if (!killed.has(present)) deaths.push(present.log())
    }
  }
  async function end(child: Child): Promise<void> {
    killed.add(child)
    child.process.kill('SIGKILL')
    await child.gone
  }

  const alive = keepAlive()
  return {
    deaths,
    up: () => present.ready,
    kill: () => end(present),
    async stop() {
      state.stopped = true
      await Promise.all([end(present), end(spare)])
      await alive
    },
  }
}

function load(env: Record<string, string>): Child {
  const child = spawn(process.execPath, [VICTIM], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-LOG_KEPT)))
  child.stdin.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  return { process: child, ready, gone, log: () => log }
}
