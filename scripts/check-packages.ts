import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildPackages, type PackageName, PACKAGES } from './build-packages.ts'

const ROOT = resolve(import.meta.dirname, '..')
const TOOLS = join(ROOT, 'node_modules', '.bin')
const exec = promisify(execFile)

/** Uses the SDK as a plugin would; whatever runs it says so. */
const PROGRAM = `
import { createServer } from 'node:http'
import { createDeliveryClient, createGamesClient, fillCommand, signWebhook, verifyWebhook } from '@quartermaster/sdk'

const store = { id: 'sto_1', name: 'S', plan: 'BASIC', expirationDate: '2099-12-31T23:59:59.000Z', url: 'a.example' }
const product = { id: 'prd_1', name: 'VIP', price: 1, quantity: 1, commands: ['addvip {userId} gold'] }
const element = { id: 'cmd_1', storeId: 'sto_1', gameUserId: 'ann', checkoutId: 'chk_1', deliveryType: 'EXPIRE', product }
let refused = false
const server = createServer((request, response) => {
  if (!refused) {
    refused = true
    return response.writeHead(503).end()
  }
  const answers = { init: store, 'pending-commands': { checkouts: [element] }, report: { results: [{ id: 'cmd_1', status: 'processed' }] } }
  response.end(JSON.stringify(answers[request.url.split('/').at(-1)]))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const options = { url: 'http://127.0.0.1:' + server.address().port, key: 'k' }
const client = createGamesClient(options)
await client.init({ serverPort: 1 })
const [command] = await client.pendingCommands()
const line = fillCommand(command.products[0].commands[0], { userId: command.gameUserId }, 'minecraft')
const [settled] = await createDeliveryClient(options).report([{ id: 'cmd_1', attempt: 1, outcome: 'done' }])
const body = JSON.stringify({ type: 'endpoint.test', timestamp: '', data: {} })
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = verifyWebhook({ body, headers: signWebhook({ id: 'evt_1', body, secret }), secret })
server.closeAllConnections()
server.close()
console.log([line, settled.status, event.type].join(', '))
`
const SAID = 'addvip ann gold, processed, endpoint.test'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help)
  console.log('Usage: node scripts/check-packages.ts [--json]   builds, lints, packs, installs and runs the packages')
else await check()

/** What is published is what is tried: the packed packages, installed beside nothing else, under every runtime here. */
async function check(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-packages-'))
  try {
    const folderOf = (name: PackageName): string => join(folder, 'built', name)
    await buildPackages(folderOf)
    const tarballs = await Promise.all(PACKAGES.map((name) => pack(folderOf(name))))
    await Promise.all(tarballs.map((tarball) => run(join(TOOLS, 'publint'), [tarball, '--strict'])))
    // The others are programs, without types that anybody could get wrong.
    await run(join(TOOLS, 'attw'), [tarballs[0] ?? '', '--profile', 'esm-only'])
    const home = join(folder, 'home')
    await install(home, tarballs)
    const runtimes = await findRuntimes()
    for (const runtime of runtimes) await use(home, runtime)
    const names = runtimes.map(({ name }) => name)
    if (values.json) console.log(JSON.stringify({ ok: true, packages: PACKAGES, runtimes: names }))
    else console.log(`${PACKAGES.join(', ')}: built, packed, installed, and run by ${names.join(', ')}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function pack(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], folder)
  return join(folder, stdout.trim().split('\n').at(-1) ?? '')
}

async function install(home: string, tarballs: string[]): Promise<void> {
  await mkdir(home)
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await writeFile(join(home, 'use-sdk.js'), PROGRAM)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], home)
}

/** The Node of this project, that of the machine, and Bun where it is installed. */
async function findRuntimes(): Promise<{ name: string; path: string }[]> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = ['node', 'bun'].flatMap((program) => [TOOLS, ...folders].map((place) => join(place, program)))
  const named = new Map<string, string>()
  for (const path of found.filter((place) => existsSync(place))) {
    const { stdout } = await run(path, ['--version'])
    const name = path.endsWith('bun') ? `bun ${stdout.trim()}` : `node ${stdout.trim()}`
    if (!named.has(name)) named.set(name, path)
  }
  return [...named].map(([name, path]) => ({ name, path }))
}

async function use(home: string, { name, path: runtime }: { name: string; path: string }): Promise<void> {
  const { stdout } = await run(runtime, ['use-sdk.js'], home)
  if (stdout.trim() !== SAID) throw new Error(`${runtime} said "${stdout.trim()}" instead of "${SAID}"`)
  if (runtime.endsWith('bun')) return
  // The agent needs Node 22 or newer.
  const isTooOldForAgent = /^node v(1\d|20|21)\./.test(name)
  for (const program of isTooOldForAgent ? ['conformance'] : ['agent', 'conformance']) {
    const path = join(home, 'node_modules', '.bin', `quartermaster-${program}`)
    const { stdout: help } = await run(runtime, [path, '--help'], home)
    if (!help.includes(`quartermaster-${program}`)) throw new Error(`quartermaster-${program} --help says nothing`)
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
