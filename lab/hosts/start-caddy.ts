import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'

const START_TIMEOUT_MS = 60_000

type Ports = { port: number; metricsPort: number }

/**
 * Starts Caddy with the configuration that docs/operate.md shows. Only the ports are others, and its own authority signs the
 * certificates.
 */
export async function startCaddy(defer: Defer, { folder, server }: { folder: string; server: Ports }) {
  const [httpsPort, httpPort] = [await freePort(), await freePort()]
  const file = join(folder, 'Caddyfile')
  const shown = (await documentedConfiguration())
    .replace('127.0.0.1:9091', `127.0.0.1:${server.metricsPort}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${server.port}`)
    .replace(
      '{\n',
      `{\n  admin off\n  local_certs\n  skip_install_trust\n  https_port ${httpsPort}\n  http_port ${httpPort}\n  storage file_system ${folder}/caddy\n`,
    )
  await writeFile(file, shown)
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  const ended = once(child, 'exit').catch((error: unknown) => {
    throw new Error('Caddy did not start. Install it: apt-get install caddy', { cause: error })
  })
  defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
  // The file exists before its content is written.
  const isWritten = async () => existsSync(authority) && (await readFile(authority, 'utf8')).includes('END CERTIFICATE')
  if (!(await waitUntil(async () => (await isWritten()) || child.exitCode !== null, { timeoutMs: START_TIMEOUT_MS })))
    throw new Error('Caddy has not started in a minute')
  return { port: httpsPort, ca: await readFile(authority, 'utf8') }
}

async function documentedConfiguration(): Promise<string> {
  const page = await readFile(join(PROJECT_ROOT, 'docs/operate.md'), 'utf8')
  const found = [...page.matchAll(/```\n([^`]+)```/g)].find(([, block]) => block?.includes('on_demand_tls'))?.[1]
  if (found === undefined) throw new Error('docs/operate.md shows no configuration with on_demand_tls')
  return found
}
