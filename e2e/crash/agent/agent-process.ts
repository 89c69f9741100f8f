import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { builtAgent } from '../../../agent/test/agent-command.ts'
import { type HeldProcess, spawnHeld } from '../../kit/kills/held-process.ts'
import { PROJECT_ROOT } from '../../kit/run-command.ts'

const PROGRAM = 'agent/bin/quartermaster-agent.mjs'

export type AgentProcess = Awaited<ReturnType<typeof superviseAgent>>
export type AgentStatus = Record<'uncertain' | 'failed' | 'unfinished' | 'unreported', { id: string }[]>

/** `root`: the project, or a copy of it with a mutant. */
type Settings = { root: string; folder: string; cacheDir: string; config: object }

/** Starts the agent again whenever it ends. The next process is already loaded and waits. */
export async function superviseAgent({ root, folder, cacheDir, config }: Settings) {
  const file = join(folder, 'agent.json')
  await writeFile(file, JSON.stringify({ ...config, journal: 'journal' }), { mode: 0o600 })
  const env = { NODE_COMPILE_CACHE: cacheDir }
  const args = ['run', '--config', file]
  // Mutants are copies of the sources.
  const executable = root === PROJECT_ROOT ? builtAgent() : undefined
  const load = () => spawnHeld({ root, executable, program: PROGRAM, args, modules: ['agent/src/cli/main.ts'], env })
  const deaths: string[] = []
  const state = { kills: 0, isStopping: false, isKilled: false }

  function start(agent: HeldProcess): HeldProcess {
    agent.start().catch(() => undefined)
    state.isKilled = false
    void replaceAfter(agent)
    return agent
  }

  async function replaceAfter(agent: HeldProcess): Promise<void> {
    const { killed, code, log } = await agent.exited
    if (state.isStopping) return
    if (!killed) deaths.push(`it ended with code ${code}:\n${log}`)
    current = start(spare)
    spare = load()
  }

  let current = start(load())
  let spare = load()
  let stopped: Promise<number | null> | undefined
  return {
    /** Returns false if no agent ran. The SIGKILL is sent before this returns; then the next agent starts. */
    kill(): boolean {
      if (state.isKilled) return false
      state.isKilled = true
      state.kills++
      void current.kill()
      return true
    },
    kills: () => state.kills,
    /** Ends that were not kills. */
    deaths: deaths as readonly string[],
    log: () => current.log(),
    async status(): Promise<AgentStatus> {
      const [command, first] = executable ? [executable, []] : [process.execPath, [join(root, PROGRAM)]]
      const statusArgs = [...first, 'status', '--json', '--config', file]
      const { stdout } = await promisify(execFile)(command, statusArgs, { env: { ...process.env, ...env } })
      return JSON.parse(stdout) as AgentStatus
    },
    /** Stops it as its owner does, and returns the exit code. */
    stop(): Promise<number | null> {
      state.isStopping = true
      stopped ??= Promise.all([current.stop(), spare.kill()]).then(([{ code }]) => code)
      return stopped
    },
  }
}
