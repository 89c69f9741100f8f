import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { LoadedServer } from './run-wrk.ts'

const PROGRAM = fileURLToPath(new URL('baseline-server.ts', import.meta.url))
const START_TIMEOUT_MS = 60_000

/** Starts plain Fastify in its own process, as the product is. */
export async function startBaseline(defer: Defer, program: string[] = [PROGRAM]): Promise<LoadedServer> {
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] })
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
