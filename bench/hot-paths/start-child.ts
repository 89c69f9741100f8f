import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'

export type Child = { process: ChildProcess; exited: Promise<unknown> }

const running = new Set<ChildProcess>()
// However this process ends, what it started ends with it.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Its input is a pipe that ends with us, its output comes to us, and its complaints go into a file. */
export async function startChild(
  program: string,
  args: string[],
  { logFile, env }: { logFile: string; env: Record<string, string> },
): Promise<Child> {
  const log = await open(logFile, 'w')
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', log.fd], env: { ...process.env, ...env } })
  await log.close()
  running.add(child)
  return { process: child, exited: once(child, 'exit').finally(() => running.delete(child)) }
}
