import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { waitUntil } from './wait-until.ts'

const STARTED_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 5_000

/** Games outlive whoever started them, unless they are told. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type GameProcess = { stop: () => Promise<void> }

export type ProcessOrder = {
  name: string
  command: string
  args: string[]
  /** Its home and its working directory; its log is kept there as <name>.log. */
  folder: string
  env?: Record<string, string>
  /** What it prints when it is ready. */
  ready: RegExp
  /** Hears every line that it prints. */
  onLine?: (line: string) => void
  /** How it is asked to end. */
  signal?: NodeJS.Signals
}

/** Starts a process of a game and waits until it is ready. */
export async function startGameProcess(order: ProcessOrder): Promise<GameProcess> {
  const { name, command, args, folder, env, ready, onLine, signal = 'SIGTERM' } = order
  const logFile = join(folder, `${name}.log`)
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
  })
  running.add(child)
  const log = createWriteStream(logFile)
  let isReady = false
  let death: string | undefined
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      if (ready.test(line)) isReady = true
      onLine?.(line)
    })
  }
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      death = error.message
      running.delete(child)
      resolve()
    })
    child.once('exit', (code, by) => {
      death = by ?? `exit code ${code}`
      running.delete(child)
      resolve()
    })
  })

  async function stop(): Promise<void> {
    if (death === undefined) child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
    await ended
    clearTimeout(timer)
    log.end()
  }

  try {
    const begun = () => {
      if (death !== undefined) throw new Error(`${name} ended before it was ready (${death}); its log is ${logFile}`)
      return isReady
    }
    await waitUntil(`${name} starts`, begun, { withinMs: STARTED_WITHIN_MS })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
