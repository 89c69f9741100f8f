import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../server/bin/quartermaster.mjs', import.meta.url))
const LOG_KEPT = 4_000

export type Scheduler = {
  /** Without a goodbye, in the middle of whatever it does. */
  kill(): Promise<void>
  /** As an operator stops it; rejects when it did not end well. */
  stop(): Promise<void>
}

/** A real server as an operator runs it, with nobody asking it for anything. */
export function startScheduler(databaseUrl: string): Scheduler {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-LOG_KEPT)))
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  ended.catch(() => undefined)
  // However this process ends, what it started does not outlive it.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)

  async function end(signal: 'SIGTERM' | 'SIGKILL', wanted: string): Promise<void> {
    child.kill(signal)
    const how = await ended
    process.removeListener('exit', kill)
    if (how !== wanted) throw new Error(`A scheduler ended with ${how} instead of ${wanted}:\n${log}`)
    if (log !== '') console.error(log.trimEnd())
  }
  return { kill: () => end('SIGKILL', 'SIGKILL'), stop: () => end('SIGTERM', '0') }
}
