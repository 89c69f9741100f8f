import { vi } from 'vitest'
import { main } from '../src/cli/main.ts'
import type { Ran } from './run-command.ts'

/**
 * Runs a command in this process, which takes a fraction of the time of a process of its own. One at a time: the
 * command reads the environment and writes to the console of the whole process.
 */
export async function runInProcess(args: string[], env: Record<string, string>): Promise<Ran> {
  const run = queue.then(() => runNow(args, env))
  queue = run.catch(() => undefined)
  return run
}

let queue: Promise<unknown> = Promise.resolve()

async function runNow(args: string[], env: Record<string, string>): Promise<Ran> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void stdout.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void stderr.push(`${line}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const code = await main(['node', 'quartermaster', ...args])
    return { code, stdout: stdout.join(''), stderr: stderr.join('') }
  } finally {
    process.exitCode = undefined
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
