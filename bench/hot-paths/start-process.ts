import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cpuSeconds } from '../../e2e/kit/process-usage.ts'
import { startChild } from './start-child.ts'

const STARTED_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 30_000

export type Process = {
  port: number
  /** Seconds of the processor that it has used so far; not a number where the system does not tell. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

/** A Node process that announces its port as the first line of its output. */
export async function startProcess(
  command: string[],
  settings: { logFile: string; env: Record<string, string> },
): Promise<Process> {
  const { process: child, exited } = await startChild(process.execPath, command, settings)
  const port = await Promise.race([announcedPort(child), exited])
  if (typeof port !== 'number') throw new Error(`${command.join(' ')} did not start`)
  return {
    port,
    cpuSeconds: () => cpuSeconds(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

async function announcedPort({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('the process has no standard output')
  const signal = AbortSignal.timeout(STARTED_WITHIN_MS)
  const [line] = (await once(createInterface({ input: stdout }), 'line', { signal })) as [string]
  return (JSON.parse(line) as { port: number }).port
}
