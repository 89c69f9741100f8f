import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT, serverProgram } from './run-command.ts'

const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 60_000

export type Server = {
  pid: number
  url: string
  port: number
  metricsPort: number
  signal: (signal: NodeJS.Signals) => void
  /** The reason if the server ended without being stopped. */
  died: () => string | undefined
  /** Stops it with SIGTERM. Returns undefined if it ended in time with exit code 0. A second call changes nothing. */
  stop: () => Promise<string | undefined>
}

type Settings = {
  settings: Record<string, string> & { DATABASE_URL: string }
  processes?: number
  /** The project, or another version of it. */
  root?: string
  /** A command that runs the server, such as `ip netns exec` for another network. */
  wrap?: string[]
}

/** Seals secrets in tests. Not a secret itself. */
export const SECRET_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`

/** Runs `quartermaster serve` on a free port, with its log in a file. The server ends with this process at the latest. */
export async function startServer(
  logFile: string,
  { settings, processes = 1, root = PROJECT_ROOT, wrap = [] }: Settings,
): Promise<Server> {
  const log = await open(logFile, 'w')
  const more = processes === 1 ? [] : ['--processes', String(processes)]
  const [command = '', ...args] = [...wrap, process.execPath, serverProgram(root), 'serve', '--json', ...more]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', log.fd],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', SECRET_KEYS, ...settings },
  })
  await log.close()
  const killWithParent = () => void child.kill('SIGTERM')
  process.once('exit', killWithParent)
  let death: string | undefined
  let stopping: Promise<string | undefined> | undefined
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', killWithParent)
      const failure = code === 0 ? undefined : `the server ended with ${signal ?? `exit code ${code}`}`
      if (!stopping) death = failure ?? 'the server ended without being stopped'
      resolve(failure)
    })
  })
  async function stop(): Promise<string | undefined> {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    const failure = await ended
    clearTimeout(timer)
    return failure
  }
  const handle = { died: () => death, stop: () => (stopping ??= stop()) }

  try {
    const { port, metricsPort } = await Promise.race([readAddresses(child), failEarly()])
    const signal = (name: NodeJS.Signals) => void child.kill(name)
    return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, port, metricsPort, signal, ...handle }
  } catch (error) {
    await handle.stop()
    throw error
  }

  async function failEarly(): Promise<never> {
    throw new Error(`${(await ended) ?? 'the server ended'} before it was ready; its log is ${logFile}`)
  }
}

/** How many polls wait in all processes of the server. */
export async function readWaitingPolls({ metricsPort }: Server): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  return Number(/^quartermaster_waiting_polls (\d+)/m.exec(await response.text())?.[1] ?? 0)
}

async function readAddresses({ stdout }: ChildProcess): Promise<{ port: number; metricsPort: number }> {
  if (!stdout) throw new Error('The server has no standard output')
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const [line] = (await once(createInterface({ input: stdout }), 'line', { signal })) as [string]
  const { port, metricsPort } = JSON.parse(line) as { port?: number; metricsPort?: number }
  // A server that cannot start prints its error as JSON.
  if (port === undefined || metricsPort === undefined) throw new Error(`The server did not start: ${line}`)
  return { port, metricsPort }
}
