import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { spawnVictim } from '../crash/spawn-victim.ts'

export type Processes = {
  /** All of them at once, in the middle of whatever they do. Those that were loaded ahead take their place. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** What processes wrote that ended without being killed. */
  readonly deaths: string[]
}

/** `serve`: the product as an operator runs it. `worker`: the redeliveries alone, quicker to start. */
export type Program = 'serve' | 'worker'

type Settings = { root: string; databaseUrl: string; cacheDir: string; program: Program; count: number }

type Started = { start(): Promise<unknown>; kill(): Promise<void>; gone: Promise<{ killed: boolean; log: string }> }

export async function startProcesses({ count, program, ...settings }: Settings): Promise<Processes> {
  const deaths: string[] = []
  const load = () =>
    Array.from({ length: count }, () =>
      program === 'serve' ? spawnVictim({ ...settings, program }) : spawnWorker(settings),
    )
  let present = load()
  let spare: Started[] = load()
  const begin = async () => {
    for (const started of present) void started.gone.then(({ killed, log }) => !killed && deaths.push(log))
    await Promise.all(present.map((started) => started.start()))
  }
  await begin()
  return {
    deaths,
    async kill() {
      await Promise.all(present.map((started) => started.kill()))
      present = spare
      spare = load()
      await begin()
    },
    async stop() {
      await Promise.all([...present, ...spare].map((started) => started.kill()))
    },
  }
}

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const LOG_KEPT = 4_000

function spawnWorker({ root, databaseUrl, cacheDir }: Omit<Settings, 'program' | 'count'>): Started {
  const child = spawn(process.execPath, [WORKER, root, databaseUrl], {
    env: { ...process.env, NODE_COMPILE_CACHE: cacheDir },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let killed = false
  let log = ''
  child.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-LOG_KEPT)))
  child.stdin.on('error', () => undefined)
  const gone = new Promise<{ killed: boolean; log: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve({ killed, log }))
  })
  return {
    gone,
    async start() {
      child.stdin.write('begin\n')
    },
    async kill() {
      killed = true
      child.kill('SIGKILL')
      await gone
    },
  }
}
