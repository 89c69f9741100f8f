import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../server/bin/quartermaster.mjs', import.meta.url))
const STARTED_WITHIN_MS = 60_000

export type ServerProcess = {
  port: number
  /** Set when the process has ended without being asked to. */
  died: () => string | undefined
  residentMiB: () => Promise<number>
  stop: () => Promise<void>
}

/** The product as an operator starts it, with its log in a file. */
export async function startServerProcess(
  logFile: string,
  settings: Record<string, string> & { DATABASE_URL: string },
): Promise<ServerProcess> {
  const log = await open(logFile, 'w')
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json'], {
    stdio: ['ignore', 'pipe', log.fd],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'trace',
      ...settings,
    },
  })
  await log.close()
  let stopping = false
  let death: string | undefined
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!stopping) death = `the server ended by itself: ${signal ?? `exit code ${code}`}`
      resolve()
    })
  })
  const port = await announcedPort(child, exited).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    port,
    died: () => death,
    residentMiB: async () => residentOf(child),
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STARTED_WITHIN_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

async function announcedPort(child: ChildProcess, exited: Promise<void>): Promise<number> {
  const announced = async () => {
    if (!child.stdout) throw new Error('the server has no standard output')
    const [line] = (await once(child.stdout, 'data', { signal: AbortSignal.timeout(STARTED_WITHIN_MS) })) as [Buffer]
    return (JSON.parse(line.toString()) as { port: number }).port
  }
  const died = exited.then(() => {
    throw new Error('the server did not start')
  })
  return Promise.race([announced(), died])
}

async function residentOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
