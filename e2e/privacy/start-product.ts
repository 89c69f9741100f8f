import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../webhooks/victim.ts', import.meta.url))
const STARTED_WITHIN_MS = 60_000

export type Product = { baseUrl: string; stop: () => Promise<void> }

/** The real server in a process of its own, with everything it says in a file. */
export async function startProduct(logFile: string, env: Record<string, string>): Promise<Product> {
  const port = await freePort()
  const log = await open(logFile, 'w')
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', log.fd],
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'trace' },
  })
  await log.close()
  const gone = once(child, 'exit')
  child.stdin?.write('begin\n')
  const ready = child.stdout && once(child.stdout, 'data', { signal: AbortSignal.timeout(STARTED_WITHIN_MS) })
  const early = gone.then(() => Promise.reject(new Error('the server ended before it was ready')))
  await Promise.race([ready, early])
  early.catch(() => undefined)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      child.stdin?.end()
      await gone
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
