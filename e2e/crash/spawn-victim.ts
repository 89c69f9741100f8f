import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Answer, Order, Ready } from './order.ts'

const LOG_KEPT = 4_000

export type Gone = { killed: boolean; code: number | null; log: string }

export type Victim = {
  /** Answers with the address of the server when it listens; rejects when the process ends before. */
  start(): Promise<string>
  /** Undefined when the process was gone before it answered: the order may have been carried out or not. `serve` takes none. */
  order(order: Order): Promise<Answer | undefined>
  kill(): Promise<void>
  /** When the process has ended and everything it said has been read. */
  gone: Promise<Gone>
}

export type VictimSettings = {
  /** Of the project, or of a copy that was broken on purpose. */
  root: string
  databaseUrl: string
  cacheDir: string
  secretKeys?: string
  /** `serve`: the program as operators run it; `till`: the same server with someone beside it who takes orders. */
  program: 'serve' | 'till'
}

const BEGIN_ON_WORD = new URL('begin-on-word.ts', import.meta.url).href

export function spawnVictim({ root, databaseUrl, cacheDir, secretKeys = '', program }: VictimSettings): Victim {
  const args = {
    serve: ['--import', BEGIN_ON_WORD, join(root, 'server/bin/quartermaster.mjs'), 'serve', '--json'],
    till: [join(root, 'e2e/crash/victim.ts')],
  }
  const child = spawn(process.execPath, args[program], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: secretKeys,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: cacheDir,
    },
  })
  let killed = false
  let log = ''
  const open = new Map<number, (answer: Answer | undefined) => void>()
  const ready = Promise.withResolvers<Ready>()
  const gone = new Promise<Gone>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      for (const answered of open.values()) answered(undefined)
      open.clear()
      ready.reject(new Error(`The process ended while it started:\n${log}`))
      resolve({ killed, code, log })
    })
  })
  ready.promise.catch(() => undefined)

  child.stdin.on('error', () => undefined) // whoever writes to the dead learns it from `gone`
  child.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-LOG_KEPT)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Answer | Ready
    if ('port' in message) return ready.resolve(message)
    open.get(message.no)?.(message)
    open.delete(message.no)
  })

  return {
    gone,
    async start() {
      child.stdin.write('begin\n')
      const { port } = await ready.promise
      return `http://127.0.0.1:${port}`
    },
    async order(order) {
      if (child.exitCode !== null || child.signalCode !== null) {
        // Only when all know of the end: who asks again and again before that would never let them.
        await gone
        return undefined
      }
      return new Promise((resolve) => {
        open.set(order.no, resolve)
        child.stdin.write(`${JSON.stringify(order)}\n`)
      })
    },
    async kill() {
      killed = true
      child.kill('SIGKILL')
      await gone
    },
  }
}
