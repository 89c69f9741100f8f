import { spawn } from 'node:child_process'
import { ConsoleError } from './dialect.ts'
import { createLineReader } from './line-reader.ts'

export type GameProcess = {
  /** What is printed from now on: until a line pleases, until it is quiet, or until the time is over. */
  listen: (until: Until) => Promise<Heard>
  /** Tells by a function whether the bytes have left. */
  write: (bytes: Buffer) => () => boolean
  hasExited: () => boolean
  exited: Promise<void>
  stop: (how: { stop?: string; timeoutMs: number }) => Promise<void>
}

type Until = { mostMs: number; quietMs?: number; until?: (line: string) => boolean }
type Heard = { lines: string[]; ending: 'until' | 'quiet' | 'time' | 'exit' }

type Start = { program: string; args?: string[]; cwd?: string; onLine?: (line: string) => void }

/** A game server as a child, with its console at our end. */
export async function startGameProcess({ program, args = [], cwd, onLine }: Start): Promise<GameProcess> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], ...(cwd !== undefined && { cwd }) })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(new ConsoleError(`${program} cannot be started: ${cause.message}`, { mayHaveRun: false, cause })),
    )
  })
  // A child that ends takes its end of the pipe with it; `exit` tells of it.
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
      let left = false
      child.stdin.write(bytes, (error) => (left = !error))
      return () => left
    },
    async listen({ mostMs, quietMs, until }) {
      const lines: string[] = []
      let quiet: NodeJS.Timeout | undefined
      let hear: (line: string) => void = () => {}
      let most: NodeJS.Timeout | undefined
      const ending = await new Promise<Heard['ending']>((resolve) => {
        const waitForQuiet = () => {
          clearTimeout(quiet)
          if (quietMs !== undefined) quiet = setTimeout(() => resolve('quiet'), quietMs)
        }
        hear = (line) => {
          lines.push(line)
          waitForQuiet()
          if (until?.(line)) resolve('until')
        }
        most = setTimeout(() => resolve('time'), mostMs)
        listeners.add(hear)
        waitForQuiet()
        void exited.then(() => resolve('exit'))
      })
      clearTimeout(quiet)
      clearTimeout(most)
      listeners.delete(hear)
      return { lines, ending }
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
