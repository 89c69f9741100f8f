import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../server/bin/quartermaster.mjs', import.meta.url))
const STARTED_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 60_000

export type Product = {
  pid: number
  port: number
  metricsPort: number
  signal: (signal: NodeJS.Signals) => void
  /** Set when it has ended without being asked to. */
  died: () => string | undefined
  /** As an operator stops it. Undefined when it went in time and said that all was well; being asked twice is one stop. */
  stop: () => Promise<string | undefined>
}

type Settings = Record<string, string> & { DATABASE_URL: string }

/** The product as an operator runs it, on a free port, with its log in a file. It does not outlive this process. */
export async function serveProduct(
  logFile: string,
  { settings, processes = 1 }: { settings: Settings; processes?: number },
): Promise<Product> {
  const log = await open(logFile, 'w')
  const many = processes === 1 ? [] : ['--processes', String(processes)]
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...many], {
    stdio: ['ignore', 'pipe', log.fd],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', ...settings },
  })
  await log.close()
  const endWithUs = () => void child.kill('SIGTERM')
  process.once('exit', endWithUs)
  let death: string | undefined
  let stopping: Promise<string | undefined> | undefined
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endWithUs)
      const fault = code === 0 ? undefined : `the server ended with ${signal ?? `exit code ${code}`}`
      if (!stopping) death = fault ?? 'the server ended by itself'
      resolve(fault)
    })
  })
  async function stop(): Promise<string | undefined> {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
    const fault = await ended
    clearTimeout(timer)
    return fault
  }
  const product = { died: () => death, stop: () => (stopping ??= stop()) }

  try {
    const { port, metricsPort } = await Promise.race([announcement(child), early()])
    const signal = (name: NodeJS.Signals) => void child.kill(name)
    return { pid: child.pid ?? 0, port, metricsPort, signal, ...product }
  } catch (error) {
    await product.stop()
    throw error
  }

  async function early(): Promise<never> {
    throw new Error(`${(await ended) ?? 'the server ended'} before it was ready; its log is ${logFile}`)
  }
}

async function announcement({ stdout }: ChildProcess): Promise<{ port: number; metricsPort: number }> {
  if (!stdout) throw new Error('the server has no standard output')
  const signal = AbortSignal.timeout(STARTED_WITHIN_MS)
  const [line] = (await once(createInterface({ input: stdout }), 'line', { signal })) as [string]
  return JSON.parse(line) as { port: number; metricsPort: number }
}
