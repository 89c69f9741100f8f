import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import type { Defer } from '../kit/run-harness.ts'
import { openTerminal, type Terminal } from './terminal.ts'

export const HOSTS = { management: 'manage.example', stores: 'vale-stores.example' }
const START_TIMEOUT_MS = 120_000
const exec = promisify(execFile)

export type Installed = {
  terminal: Terminal
  tarball: string
  port: number
  metricsPort: number
  /** The page that creates the first account. */
  link: string
  /** What a person types, and what they have to decide. */
  commands: string[]
  decisions: string[]
  bytes: Record<string, number>
}

type Place = { folder: string; databaseUrl: string }

/** Builds and packs a package as it is published, and returns the file. */
export async function pack(name: 'server' | 'agent', folder: string): Promise<string> {
  const built = join(folder, 'built')
  await exec(process.execPath, ['--no-warnings', 'scripts/build-packages.ts', '--out', built, name], {
    cwd: PROJECT_ROOT,
  })
  const { stdout } = await exec('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(built, name) })
  return join(folder, stdout.trim())
}

/** Follows the README of the package, from an empty folder to a running server. */
export async function installTarball(defer: Defer, { folder, databaseUrl }: Place): Promise<Installed> {
  const tarball = await pack('server', folder)
  const terminal = await openTerminal(defer, join(folder, 'vale'), { PORT: '0', METRICS_PORT: '0' })
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
  const { port, metricsPort } = await serve(terminal, commands[2])
  const { url: link } = JSON.parse(await terminal.run(commands[3])) as { url: string }
  return {
    terminal,
    tarball,
    port,
    metricsPort,
    link,
    // Caddy runs in front.
    commands: [...commands, 'caddy run'],
    decisions: [...Object.keys(settings), 'email'],
    bytes: {
      tarball: (await stat(tarball)).size,
      package: await sizeOf(join(terminal.folder, 'node_modules', 'quartermaster')),
      installed: await sizeOf(join(terminal.folder, 'node_modules')),
    },
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
