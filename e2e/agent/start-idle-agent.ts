import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CountingConsole } from '../crash/agent/counting-console.ts'

const PROGRAM = fileURLToPath(new URL('../../agent/bin/quartermaster-agent.mjs', import.meta.url))
const CONNECTED = 'Connected to the store'

export type IdleAgent = { pid: number; stop: () => Promise<void> }

/** The agent as its owner starts it. Resolves when the store knows it. */
export async function startIdleAgent(
  folder: string,
  { url, key, game }: { url: string; key: string; game: CountingConsole },
): Promise<IdleAgent> {
  const file = join(folder, 'agent.json')
  const { port, password } = game
  await writeFile(file, JSON.stringify({ url, key, console: { dialect: 'minecraft', port, password } }), {
    mode: 0o600,
  })
  const child = spawn(process.execPath, [PROGRAM, 'run', '--config', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) if (line.includes(CONNECTED)) break
  child.stdout.resume()
  if (child.pid === undefined || child.exitCode !== null) throw new Error('The agent did not start')
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
