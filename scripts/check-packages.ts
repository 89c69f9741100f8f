import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildPackage } from './build-packages.ts'

/** `npm run e2e:install` installs the server. */
const PACKAGES = ['sdk', 'agent', 'conformance'] as const
const ROOT = resolve(import.meta.dirname, '..')
const TOOLS = join(ROOT, 'node_modules', '.bin')
/** The oldest Node that the packages support; a development dependency of the SDK. */
const OLDEST_NODE = join(ROOT, 'e2e', 'node_modules', '.bin', 'node')
const exec = promisify(execFile)

/** Uses the SDK as a plugin would, and prints EXPECTED_OUTPUT. */
const PROGRAM = `
import { createServer } from 'node:http'
import { createDeliveryClient, createGamesClient, fillCommand, signWebhook, verifyWebhook } from '@quartermaster/sdk'

const store = { id: 'sto_1', name: 'S', plan: 'BASIC', expirationDate: '2099-12-31T23:59:59.000Z', url: 'a.example' }
const product = { id: 'prd_1', name: 'VIP', price: 1, quantity: 1, commands: ['addvip {userId} gold'] }
const delivery = { id: 'cmd_1', storeId: 'sto_1', gameUserId: 'ann', checkoutId: 'chk_1', deliveryType: 'EXPIRE', product }
let isFirst = true
const server = createServer((request, response) => {
  if (isFirst) {
    isFirst = false
    return response.writeHead(503).end()
  }
  const responses = { init: store, 'pending-commands': { checkouts: [delivery] }, report: { results: [{ id: 'cmd_1', status: 'processed' }] } }
  response.end(JSON.stringify(responses[request.url.split('/').at(-1)]))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const options = { url: 'http://127.0.0.1:' + server.address().port, key: 'k' }
const client = createGamesClient(options)
await client.init({ serverPort: 1 })
const [command] = await client.pendingCommands()
const line = fillCommand(command.products[0].commands[0], { userId: command.gameUserId }, 'minecraft')
const [result] = await createDeliveryClient(options).report([{ id: 'cmd_1', attempt: 1, outcome: 'done' }])
const body = JSON.stringify({ type: 'endpoint.test', timestamp: '', data: {} })
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = verifyWebhook({ body, headers: signWebhook({ id: 'evt_1', body, secret }), secret })
server.closeAllConnections()
server.close()
console.log([line, result.status, event.type].join(', '))
`
const EXPECTED_OUTPUT = 'addvip ann gold, processed, endpoint.test'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help)
  console.log('Usage: node scripts/check-packages.ts [--json]   Builds, lints, packs, installs and runs the packages')
else await check()

/** Installs the packed packages into an empty project, as a user would, and runs them on each supported runtime. */
async function check(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-packages-'))
  try {
    const tarballs = await Promise.all(PACKAGES.map((name) => pack(name, join(folder, 'built', name))))
    await Promise.all(tarballs.map((tarball) => run(join(TOOLS, 'publint'), [tarball, '--strict'])))
    // The other packages are programs and publish no types.
    await run(join(TOOLS, 'attw'), [tarballs[0] ?? '', '--profile', 'esm-only'])
    const project = join(folder, 'project')
    await install(project, tarballs)
    const runtimes = await findRuntimes()
    for (const { path } of runtimes) await runOn(path, project)
    const names = runtimes.map(({ name }) => name)
    if (values.json) console.log(JSON.stringify({ ok: true, packages: PACKAGES, runtimes: names }))
    else console.log(`${PACKAGES.join(', ')}: built, packed, installed and run on ${names.join(', ')}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function pack(name: (typeof PACKAGES)[number], folder: string): Promise<string> {
  await buildPackage(name, folder)
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], folder)
  return join(folder, stdout.trim().split('\n').at(-1) ?? '')
}

async function install(project: string, tarballs: string[]): Promise<void> {
  await mkdir(project)
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await writeFile(join(project, 'use-sdk.js'), PROGRAM)
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...flags, ...tarballs], project)
}

/** The oldest supported Node, the Node of this project, and Bun if it is installed. */
async function findRuntimes(): Promise<{ name: string; path: string }[]> {
  const bun = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'bun'))
  const paths = [OLDEST_NODE, join(TOOLS, 'node'), ...bun.filter((path) => existsSync(path)).slice(0, 1)]
  const runtimes = await Promise.all(
    paths.map(async (path) => ({ name: `${basename(path)} ${(await run(path, ['--version'])).stdout.trim()}`, path })),
  )
  if (!runtimes[0]?.name.startsWith('node v22.')) {
    throw new Error(`${OLDEST_NODE} is ${runtimes[0]?.name}, not Node 22. Run \`npm ci\` again.`)
  }
  return runtimes
}

async function runOn(runtime: string, project: string): Promise<void> {
  const output = (await run(runtime, ['use-sdk.js'], project)).stdout.trim()
  if (output !== EXPECTED_OUTPUT) throw new Error(`${runtime} printed "${output}" instead of "${EXPECTED_OUTPUT}"`)
  if (basename(runtime) === 'bun') return
  for (const program of ['quartermaster-agent', 'quartermaster-conformance']) {
    const { stdout: help } = await run(runtime, [join(project, 'node_modules', '.bin', program), '--help'], project)
    if (!help.includes(program)) throw new Error(`${program} --help does not print its usage`)
  }
}

async function run(program: string, args: string[], cwd = ROOT): Promise<{ stdout: string }> {
  try {
    return await exec(program, args, { cwd })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}
