import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { LoadedServer } from './run-wrk.ts'

const PROGRAM = fileURLToPath(new URL('baseline-server.ts', import.meta.url))
const START_TIMEOUT_MS = 60_000

/** Starts a server without the product, for comparison. It prints its port, and ends when its standard input ends. */
export async function startBaseline(
  defer: Defer,
  kind: 'http' | 'fastify' | 'naive',
  databaseUrl: string,
): Promise<LoadedServer> {
  const child = spawn(process.execPath, [PROGRAM, kind], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  const exited = once(child, 'exit')
  defer(async () => {
    child.stdin.end()
    await exited
  })
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line', { signal })) as [string]
  const { port } = JSON.parse(line) as { port: number }
  return { port, pid: child.pid ?? 0 }
}
