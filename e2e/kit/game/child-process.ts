import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { waitUntil } from '../wait-until.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5_000

/** Game servers do not end with their parent process. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type RunningProcess = { pid: number; stop: () => Promise<void> }

export type Program = {
  name: string
  command: string
  args: string[]
  /** Its home and working directory. Its log is there as <name>.log. */
  folder: string
  env?: Record<string, string>
  /** A line that it prints when it is ready. */
  ready: RegExp
  onLine?: (line: string) => void
  stopSignal?: NodeJS.Signals
}

/** Starts a program and waits until it is ready. */
export async function startProcess(program: Program): Promise<RunningProcess> {
  const { name, command, args, folder, env, ready, onLine, stopSignal = 'SIGTERM' } = program
  const logFile = join(folder, `${name}.log`)
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
  })
  running.add(child)
  const log = createWriteStream(logFile)
  let isReady = false
  let exitReason: string | undefined
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      if (ready.test(line)) isReady = true
      onLine?.(line)
    })
  }
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      exitReason = reason
      running.delete(child)
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
  })

  async function stop(): Promise<void> {
    if (exitReason === undefined) child.kill(stopSignal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
    log.end()
  }

  const hasStartedOrEnded = () => isReady || exitReason !== undefined
  await waitUntil(hasStartedOrEnded, { timeoutMs: START_TIMEOUT_MS, intervalMs: 10 })
  if (isReady) return { pid: child.pid ?? 0, stop }
  const reason = exitReason ?? `not ready within ${START_TIMEOUT_MS / 1_000} s`
  await stop()
  throw new Error(`${name} did not start (${reason}). Its log is ${logFile}`)
}
