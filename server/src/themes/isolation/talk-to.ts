import type { ChildProcess } from 'node:child_process'
import { ThemeError } from '../theme-problem.ts'
import { createCpuClock } from './cpu-clock.ts'
import { startKillTimer, type TimeLimit } from './kill-timer.ts'
import type { Reply, Request } from './protocol.ts'
import { createReplyReader } from './read-replies.ts'

export type Renderer = {
  pid: number
  /** One request at a time. A process that does not answer in time is killed, and the promise is rejected with a ThemeError. */
  ask: (request: Request, limit: TimeLimit) => Promise<Reply>
  isAlive: () => boolean
  stop: () => void
}

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void; stopTimer: () => void }

/** Asks a process, and kills it for everything that it should not do. */
export function talkTo(child: ChildProcess): Renderer {
  const { pid = 0 } = child
  const readReply = createReplyReader()
  let readCpuMs: (() => number) | undefined
  let waiting: Waiting | undefined
  let isAlive = true

  function end(message: string): void {
    isAlive = false
    child.kill('SIGKILL')
    waiting?.stopTimer()
    waiting?.reject(new ThemeError({ file: '', line: null, message }, { isCostly: true }))
    waiting = undefined
  }

  child.stdout?.on('data', (chunk: Buffer) => {
    if (!waiting) return end('The theme wrote without being asked')
    const read = readReply(chunk)
    if (read === undefined) return
    if ('fault' in read) return end(read.fault)
    const { resolve, stopTimer } = waiting
    waiting = undefined
    stopTimer()
    // The programs that start the renderer have done so when it answers.
    readCpuMs ??= createCpuClock(pid)
    resolve(read.reply)
  })
  child.stdin?.on('error', () => undefined)
  child.on('error', () => end('The renderer cannot start'))
  child.on('exit', () => end('The theme uses too much memory. Use shorter lists and texts'))

  return {
    pid,
    isAlive: () => isAlive,
    stop: () => end('The server stops'),
    ask: (request, limit) =>
      new Promise((resolve, reject) => {
        if (!isAlive) return reject(new ThemeError({ file: '', line: null, message: 'The renderer has ended' }))
        const clock = { readCpuMs: readCpuMs ?? (() => performance.now()), onExpired: end }
        waiting = { resolve, reject, stopTimer: startKillTimer({ ...limit, ...clock }) }
        child.stdin?.write(`${JSON.stringify(request)}\n`)
      }),
  }
}
