import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../server/bin/quartermaster.mjs', import.meta.url))
const STARTED_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 60_000

export type RunningServer = {
  pid: number
  port: number
  metricsPort: number
  signal: (signal: NodeJS.Signals) => void
  /** Set when it has ended without being asked to. */
  died: () => string | undefined
  /** Undefined when it went in time and said that all was well. */
  stop: () => Promise<string | undefined>
}

/** The product as an operator runs it, with its log in a file. */
export async function runServer(
  logFile: string,
  { databaseUrl, processes = 1 }: { databaseUrl: string; processes?: number },
): Promise<RunningServer> {
  const log = await open(logFile, 'w')
  const many = processes === 1 ? [] : ['--processes', String(processes)]
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...many], {
    stdio: ['ignore', 'pipe', log.fd],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', DATABASE_URL: databaseUrl },
  })
  await log.close()
  let stopping = false
  let death: string | undefined
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('exit', (code, signal) => {
      const fault = code === 0 ? undefined : `the server ended with ${signal ?? `exit code ${code}`}`
      if (!stopping) death = fault ?? 'the server ended by itself'
      resolve(fault)
    })
  })

  async function announcement(): Promise<{ port: number; metricsPort: number }> {
    if (!child.stdout) throw new Error('the server has no standard output')
    const lines = createInterface({ input: child.stdout })
    const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(STARTED_WITHIN_MS) })) as [string]
    return JSON.parse(line) as { port: number; metricsPort: number }
  }
  async function early(): Promise<never> {
    throw new Error(`${(await ended) ?? 'the server ended'} before it was ready; its log is ${logFile}`)
  }
  async function stop(): Promise<string | undefined> {
    stopping = true
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
    const fault = await ended
    clearTimeout(timer)
    return fault
  }

  try {
    const { port, metricsPort } = await Promise.race([announcement(), early()])
    return {
      pid: child.pid ?? 0,
      port,
      metricsPort,
      signal: (signal) => void child.kill(signal),
      died: () => death,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
