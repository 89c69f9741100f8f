import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ThemeError } from '../theme-problem.ts'
import type { ThemeSource } from '../theme-source.ts'
import { findNetworkNamespace } from './network-namespace.ts'
import { MAX_REPLY_BYTES, type Reply, type Request } from './protocol.ts'

const START_TIMEOUT_MS = 10_000
const HEAP_MB = 96
/** Pages of other stores come first. */
const PRIORITY = 10

/** The packages that themes need. The process can read these, the code of this folder and nothing else. */
const PACKAGES = ['liquidjs', 'markdown-it', 'entities', 'linkify-it', 'mdurl', 'punycode.js', 'uc.micro', 'argparse']
const SOURCE = join(import.meta.dirname, '..', '..')

export type Renderer = {
  /** One request at a time. A process that does not answer in time is killed, and the promise is rejected with a ThemeError. */
  ask: (request: Request, timeoutMs: number) => Promise<Reply>
  isAlive: () => boolean
  stop: () => void
}

/** Starts an isolated process: no environment, no files, no other processes, no code from strings, and no network where possible. */
export async function startRenderer(platform: ThemeSource): Promise<Renderer> {
  const [program = '', ...args] = [...(await findNetworkNamespace()), process.execPath, ...nodeArguments()]
  const child = spawn(program, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], cwd: '/' })
  const renderer = talkTo(child)
  await renderer.ask({ kind: 'start', platform }, START_TIMEOUT_MS).catch((error: unknown) => {
    // No theme is to blame.
    throw new Error('The process that renders themes of owners cannot start', { cause: error })
  })
  return renderer
}

export function nodeArguments(): string[] {
  return [
    '--permission',
    ...readableFiles().map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${HEAP_MB}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    join(import.meta.dirname, 'renderer-process.ts'),
  ]
}

function readableFiles(): string[] {
  const packages = PACKAGES.flatMap((name) => {
    try {
      const path = fileURLToPath(import.meta.resolve(name))
      const folder = join('node_modules', name)
      return [`${path.slice(0, path.lastIndexOf(folder) + folder.length)}/*`]
    } catch {
      return []
    }
  })
  const own = ['themes/*', 'money.ts', 'errors.ts', '../package.json'].map((path) => join(SOURCE, path))
  return [...own, ...packages]
}

function talkTo(child: ChildProcess): Renderer {
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void; timer: NodeJS.Timeout } | undefined
  let received: Buffer[] = []
  let bytes = 0
  let isAlive = true

  function end(message: string): void {
    isAlive = false
    child.kill('SIGKILL')
    clearTimeout(waiting?.timer)
    waiting?.reject(new ThemeError({ file: '', line: null, message }, { isCostly: true }))
    waiting = undefined
  }

  function settle(line: string): void {
    const { resolve, timer } = waiting ?? {}
    waiting = undefined
    clearTimeout(timer)
    resolve?.(JSON.parse(line) as Reply)
  }

  child.stdout?.on('data', (chunk: Buffer) => {
    if (!waiting) return end('The theme wrote without being asked')
    bytes += chunk.length
    if (bytes > MAX_REPLY_BYTES) return end('The page is larger than 1 MB. Show less on it')
    received.push(chunk)
    if (chunk.at(-1) !== NEW_LINE) return
    const line = Buffer.concat(received).toString()
    received = []
    bytes = 0
    settle(line)
  })
  child.stdin?.on('error', () => undefined)
  child.on('error', () => end('The renderer cannot start'))
  child.on('exit', () => end('The theme uses too much memory. Use shorter lists and texts'))
  if (child.pid !== undefined) lowerPriority(child.pid)

  return {
    isAlive: () => isAlive,
    stop: () => end('The server stops'),
    ask: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (!isAlive) return reject(new ThemeError({ file: '', line: null, message: 'The renderer has ended' }))
        const timer = setTimeout(() => end(`The page took longer than ${timeoutMs} ms. Use fewer loops`), timeoutMs)
        waiting = { resolve, reject, timer }
        child.stdin?.write(`${JSON.stringify(request)}\n`)
      }),
  }
}

const NEW_LINE = 10

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // It has ended already, which its exit reports.
  }
}
