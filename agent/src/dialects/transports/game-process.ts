import { spawn } from 'node:child_process'
import { ConsoleError } from '../dialect.ts'
import { createLineReader } from './line-reader.ts'

export type GameProcess = {
  /** Collects the lines that are printed from now on, until one of the end conditions is met. */
  readLines: (end: EndConditions) => Promise<LinesRead>
  /** Returns a function that says whether the bytes have been written to the pipe. */
  write: (bytes: Buffer) => () => boolean
  hasExited: () => boolean
  exited: Promise<void>
  stop: (options: { stop?: string; timeoutMs: number }) => Promise<void>
}

type EndConditions = { maxMs: number; quietMs?: number; isLast?: (line: string) => boolean }
type LinesRead = { lines: string[]; endedBy: 'last-line' | 'quiet' | 'timeout' | 'exit' }

type ProcessSettings = { program: string; args?: string[]; cwd?: string; onLine?: (line: string) => void }

/** Starts a game server as a child process with its console connected to the agent. */
export async function startGameProcess({ program, args = [], cwd, onLine }: ProcessSettings): Promise<GameProcess> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], ...(cwd !== undefined && { cwd }) })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(new ConsoleError(`${program} cannot be started: ${cause.message}`, { mayHaveRun: false, cause })),
    )
  })
  // When the child exits, writing to its pipe fails. The `exit` event reports that already.
  child.stdin.on('error', () => {})
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const listeners = new Set<(line: string) => void>()
  const read = createLineReader()
  child.stdout.on('data', (bytes: Buffer) => {
    for (const line of read(bytes)) {
      onLine?.(line)
      for (const listener of listeners) listener(line)
    }
  })

  return {
    hasExited,
    exited,
    write(bytes) {
      let written = false
      child.stdin.write(bytes, (error) => (written = !error))
      return () => written
    },
    async readLines({ maxMs, quietMs, isLast }) {
      const lines: string[] = []
      let quietTimer: NodeJS.Timeout | undefined
      let timeout: NodeJS.Timeout | undefined
      let onNewLine: (line: string) => void = () => {}
      const endedBy = await new Promise<LinesRead['endedBy']>((resolve) => {
        const restartQuietTimer = () => {
          clearTimeout(quietTimer)
          if (quietMs !== undefined) quietTimer = setTimeout(() => resolve('quiet'), quietMs)
        }
        onNewLine = (line) => {
          lines.push(line)
          restartQuietTimer()
          if (isLast?.(line)) resolve('last-line')
        }
        timeout = setTimeout(() => resolve('timeout'), maxMs)
        listeners.add(onNewLine)
        restartQuietTimer()
        void exited.then(() => resolve('exit'))
      })
      clearTimeout(quietTimer)
      clearTimeout(timeout)
      listeners.delete(onNewLine)
      return { lines, endedBy }
    },
    async stop({ stop, timeoutMs }) {
      if (hasExited()) return
      const timers = [setTimeout(() => child.kill('SIGKILL'), timeoutMs * 2)]
      if (stop === undefined) child.kill('SIGTERM')
      else {
        child.stdin.write(`${stop}\n`)
        timers.push(setTimeout(() => child.kill('SIGTERM'), timeoutMs))
      }
      await exited
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
