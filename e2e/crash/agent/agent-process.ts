import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BEGIN_ON_WORD = new URL('begin-agent-on-word.ts', import.meta.url).href
const LOG_KEPT = 4_000
const STOPPED_WITHIN_MS = 15_000

export type AgentProcess = {
  /** True when one was alive to be killed. It is dead when this returns, and the next one starts. */
  kill: () => boolean
  kills: () => number
  /** Ends that nobody asked for. */
  deaths: readonly string[]
  log: () => string
  status: () => Promise<AgentStatus>
  /** As an owner stops it; answers with its exit code. */
  stop: () => Promise<number | null>
}

export type AgentStatus = Record<'uncertain' | 'failed' | 'unfinished' | 'unreported', { id: string }[]>

type Settings = {
  /** Of the project, or of a copy that was broken on purpose. */
  root: string
  folder: string
  cacheDir: string
  config: object
}

/** The agent as its owner runs it, started again whenever it ends, as a supervisor would. The next one is loaded ahead. */
export async function superviseAgent({ root, folder, cacheDir, config }: Settings): Promise<AgentProcess> {
  const file = join(folder, 'agent.json')
  await writeFile(file, JSON.stringify({ ...config, journal: 'journal' }), { mode: 0o600 })
  const program = join(root, 'agent/bin/quartermaster-agent.mjs')
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDir }
  const deaths: string[] = []
  let kills = 0
  let log = ''
  let isStopping = false

  function load(): ChildProcess {
    const args = ['--import', BEGIN_ON_WORD, program, 'run', '--config', file]
    const fresh = spawn(process.execPath, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] })
    fresh.stdin?.on('error', () => undefined) // whoever writes to the dead learns it from its end
    for (const stream of [fresh.stdout, fresh.stderr]) {
      stream?.on('data', (chunk) => (log = `${log}${chunk}`.slice(-LOG_KEPT)))
    }
    return fresh
  }

  function begin(loaded: ChildProcess): ChildProcess {
    loaded.stdin?.write('begin\n')
    loaded.once('exit', (code, signal) => {
      if (isStopping) return
      if (!loaded.killed) deaths.push(`it ended with ${signal ?? `code ${code}`}:\n${log}`)
      child = begin(spare)
      spare = load()
    })
    return loaded
  }

  function kill(): boolean {
    if (child.exitCode !== null || child.signalCode !== null || child.killed) return false
    child.kill('SIGKILL')
    kills++
    return true
  }

  let child = begin(load())
  let spare = load()
  return {
    kill,
    kills: () => kills,
    deaths,
    log: () => log,
    async status() {
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'status', '--json', '--config', file], {
        env,
      })
      return JSON.parse(stdout) as AgentStatus
    },
    async stop() {
      isStopping = true
      const last = child
      spare.kill('SIGKILL')
      if (last.exitCode !== null || last.signalCode !== null) return last.exitCode
      const ended = new Promise<number | null>((resolve) => last.once('exit', resolve))
      last.kill('SIGTERM')
      const timer = setTimeout(() => last.kill('SIGKILL'), STOPPED_WITHIN_MS)
      const code = await ended
      clearTimeout(timer)
      return code
    },
  }
}
