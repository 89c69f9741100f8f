import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve as resolvePath } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { serverProgram } from '../run-command.ts'
import { SECRET_KEYS } from '../start-server.ts'

const HOLD_PROCESS = new URL('hold-process.ts', import.meta.url).href
const MAX_LOG_CHARS = 4_000

export type Exit = { killed: boolean; code: number | null; log: string }

/** A process that has loaded its modules and waits for the permission to run. */
export type HeldProcess = {
  /** Lets it run. Resolves with the first line that it prints; rejects if it ends before. */
  start(): Promise<string>
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>
  /** Sends SIGTERM, or SIGKILL if it does not end in time. */
  stop(): Promise<Exit>
  log(): string
  exited: Promise<Exit>
}

type Program = {
  /** The project, or a copy of it with a mutant. */
  root: string
  /** From the root. */
  program: string
  /** Replaces the program. It is not loaded ahead. */
  executable?: string | undefined
  args: string[]
  /** Modules that are loaded ahead, from the root. */
  modules: string[]
  env: Record<string, string>
}

const STOP_TIMEOUT_MS = 15_000

export function spawnHeld({ root, program, executable, args, modules, env }: Program): HeldProcess {
  const held = modules.map((module) => pathToFileURL(resolvePath(root, module)).href).join(' ')
  const [command, ...first] = executable
    ? ['sh', '-c', 'read -r line && exec setpriv --pdeathsig KILL "$0" "$@"', executable]
    : [process.execPath, '--import', HOLD_PROCESS, resolvePath(root, program)]
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, ...env, HELD_MODULES: held },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let killed = false
  let log = ''
  const firstLine = Promise.withResolvers<string>()
  firstLine.promise.catch(() => undefined)
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      firstLine.reject(new Error(`The process ended while it started:\n${log}`))
      resolve({ killed, code, log })
    })
  })
  // A write to a process that has ended fails. Its end is reported by `exited`.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-MAX_LOG_CHARS)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    log = `${log}${line}\n`.slice(-MAX_LOG_CHARS)
    firstLine.resolve(line)
  })

  return {
    exited,
    log: () => log,
    start() {
      child.stdin.write('begin\n')
      return firstLine.promise
    },
    async kill() {
      killed = true
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      killed = true
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      const exit = await exited
      clearTimeout(timer)
      return exit
    },
  }
}

export type HeldServerSettings = {
  root: string
  databaseUrl: string
  /** A folder for compiled code, shared by all processes of a run. */
  cacheDir: string
  env?: Record<string, string>
  /** Replaces `quartermaster serve --json`, from the root. It must print its ports as JSON, too. */
  program?: string
}

/** The first line that it prints has its ports. */
export function spawnHeldServer({ root, databaseUrl, cacheDir, env, program }: HeldServerSettings): HeldProcess {
  const server = serverProgram(root)
  const bundle = join(dirname(server), '../bundle')
  const modules = existsSync(bundle)
    ? [join(bundle, 'cli.js'), join(bundle, 'server.js')]
    : ['server/src/cli/main.ts', 'server/src/main.ts']
  return spawnHeld({
    root,
    program: program ?? server,
    args: program === undefined ? ['serve', '--json'] : [],
    modules,
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEYS,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: cacheDir,
      ...env,
    },
  })
}
