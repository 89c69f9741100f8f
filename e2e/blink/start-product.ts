import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../server/bin/quartermaster.mjs', import.meta.url))
const STARTED_WITHIN_MS = 30_000
const STOPPED_WITHIN_MS = 20_000

export type Product = {
  port: number
  /** Being asked twice is one stop. */
  stop(): Promise<void>
  /** An end that nobody asked for, or one that was not clean. */
  readonly faults: readonly string[]
}

type Setup = { databaseUrl: string; processes: number; logFile: string }

/** The product as an operator starts it, with its log in a file. */
export async function startProduct({ databaseUrl, processes, logFile }: Setup): Promise<Product> {
  const log = await open(logFile, 'w')
  const many = processes > 1 ? ['--processes', String(processes)] : []
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...many], {
    stdio: ['ignore', 'pipe', log.fd],
    env: { ...process.env, DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' },
  })
  await log.close()
  const faults: string[] = []
  let stopping = false
  const endWithUs = () => void child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endWithUs)
      const how = signal ?? `exit code ${code}`
      if (!stopping) faults.push(`the server ended by itself: ${how}`)
      else if (code !== 0) faults.push(`the server did not stop cleanly: ${how}`)
      resolve()
    })
  })

  async function announced(): Promise<number> {
    const signal = AbortSignal.timeout(STARTED_WITHIN_MS)
    if (!child.stdout) throw new Error('the server has no standard output')
    const [line] = (await once(createInterface({ input: child.stdout }), 'line', { signal })) as [string]
    return (JSON.parse(line) as { port: number }).port
  }
  async function died(): Promise<never> {
    await exited
    throw new Error(`the server did not start; see ${logFile}`)
  }
  async function stop(): Promise<void> {
    if (!stopping) child.kill('SIGTERM')
    stopping = true
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
    await exited
    clearTimeout(timer)
  }

  try {
    return { port: await Promise.race([announced(), died()]), stop, faults }
  } catch (error) {
    await stop()
    throw error
  }
}
