import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import type { Command } from 'commander'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildProgram } from '../src/cli/main.ts'
import {
  formatId,
  newId,
  type CheckoutId,
  type DeliveryId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../src/ids.ts'
import { type Ran, runCommand } from './run-command.ts'
import { startStore } from './start-store.ts'

// A start of the program takes half a second, and several on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const store = await startStore()
const cluster = { url: inject('clusterUrl') }
const unknown = {
  store: formatId('sto', newId<StoreId>()),
  server: formatId('srv', newId<GameServerId>()),
  product: formatId('prd', newId<ProductId>()),
  checkout: formatId('chk', newId<CheckoutId>()),
  command: formatId('cmd', newId<DeliveryId>()),
}
let storeId: StoreId
let known: string
let empty: string

beforeAll(async () => {
  storeId = await store.createStore()
  known = formatId('sto', storeId)
  empty = await createDatabase(cluster)
})
afterAll(() => dropDatabase(cluster, empty))

const run = (line: string, env: Record<string, string> = {}) =>
  runCommand(line === '' ? [] : line.split(' '), { DATABASE_URL: store.databaseUrl, ...env })

/** Runs command lines, two at a time, and gives each with its outcome. */
async function runAll(lines: string[], env: Record<string, string> = {}): Promise<(Ran & { line: string })[]> {
  return Promise.all(lines.map(async (line) => ({ line, ...(await run(line, env)) })))
}

const codeOf = (ran: Ran) => (JSON.parse(ran.stdout) as { error: { code: string } }).error.code

test('what does not exist is refused with exit code 1, a sentence for people and an object for programs', async () => {
  const lines = [
    `server create --store ${unknown.store} --name lobby`,
    `server rotate-key --server ${unknown.server}`,
    `product create --store ${unknown.store} --name x --price 1 --approve x`,
    `product update --store ${known} --product ${unknown.product} --name x --price 1 --approve x`,
    `sell --store ${known} --player 42 --product ${unknown.product}`,
    `refund --checkout ${unknown.checkout}`,
    `commands cancel --command ${unknown.command}`,
    `commands resend --command ${unknown.command} --store ${known}`,
    `commands show --command ${unknown.command} --store ${known}`,
    `commands settle --command ${unknown.command} --store ${known} --as again`,
  ]
  for (const ran of await runAll(lines.map((line) => `${line} --json`))) {
    expect([ran.code, ran.stderr, codeOf(ran)], ran.line).toEqual([1, '', 'not_found'])
  }
  const [people] = await runAll(lines.slice(0, 1))
  expect(people).toMatchObject({ code: 1, stdout: '', stderr: 'error: No such store\n' })
})

test('what the domain refuses is refused with exit code 1 and its public code', async () => {
  const server = formatId('srv', (await store.createServer(storeId)).serverId)
  const lines: [string, string][] = [
    [`product create --store ${known} --name x --price 1.999 --approve x`, 'invalid_request'],
    [`product create --store ${known} --name x --price free --approve x`, 'invalid_request'],
    ['store create --name x --url x.example --currency XXQ', 'invalid_request'],
    [`server revoke-key --server ${server}`, 'invalid_request'],
    [`server revoke-key --server ${server} --old --all`, 'invalid_request'],
    [`server import-key --server ${server} --key short`, 'invalid_request'],
  ]
  const ran = await runAll(lines.map(([line]) => `${line} --json`))
  expect(ran.map((one) => [one.code, codeOf(one)])).toEqual(lines.map(([, code]) => [1, code]))
})

test('what was called wrongly ends with exit code 2, says what is wrong and where help is', async () => {
  const wrong: [string, string][] = [
    ['store create', "required option '--name <text>' not specified"],
    ['server create --store x --name lobby', 'It looks like sto_'],
    [`sell --store ${known} --player 42`, "required option '--product"],
    [`sell --store ${known} --player 42 --product ${unknown.product}:x`, 'Give a product id, or id:quantity'],
    [`refund --checkout ${unknown.checkout} --line 0`, 'Lines are counted from 1'],
    [`product create --store ${known} --name x --price 1 --approve x --duration P1M`, 'is not a duration'],
    [
      `product create --store ${known} --name x --price 1 --approve x --rebuy maybe`,
      'Allowed choices are extend, independent',
    ],
    [`server create --store ${known} --name x --profile other`, 'Allowed choices are standard, fivem, mta'],
    ['store create --name x --url x.example --currency EUR --expires tomorrow', 'Give a UTC moment'],
    [`commands list --store ${known} --state lost`, 'Allowed choices are'],
    ['nonsense', "unknown command 'nonsense'"],
    ['serve --bogus', "unknown option '--bogus'"],
  ]
  const ran = await runAll(wrong.map(([line]) => line))
  for (const [i, { line, code, stdout, stderr }] of ran.entries()) {
    expect([code, stdout], line).toEqual([2, ''])
    expect(stderr, line).toContain(wrong[i]?.[1])
    expect(stderr, line).toContain('(add --help for examples)')
  }
  expect(await run('')).toMatchObject({ code: 2, stdout: '' })
})

test('a database that was never set up is told apart from a broken one', async () => {
  const env = { DATABASE_URL: empty }
  const [list, forPrograms, sale] = await runAll(
    ['store list', 'store list --json', `product list --store ${known}`],
    env,
  )
  expect(list).toMatchObject({ code: 1, stdout: '' })
  expect(list?.stderr).toBe('error: The database is not set up yet; run `quartermaster migrate` first\n')
  expect(forPrograms && codeOf(forPrograms)).toBe('unavailable')
  expect(sale?.stderr).toBe(list?.stderr)
  const [doctor, serve] = await runAll(['doctor', 'serve'], env)
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor?.stdout).toMatch(/✗ migrations +\d+ missing\n {4}Run `quartermaster migrate`/)
  expect(serve).toMatchObject({ code: 1, stdout: '' })
  expect(serve?.stderr).toMatch(/not fit for a store:\n {2}- migrations is \d+ missing\. Run `quartermaster migrate`/)
})

test('a database that is away is named as such, and its password is not', async () => {
  const env = { DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:1/none' }
  const [list, forPrograms, doctor] = await runAll(['store list', 'verify --json', 'doctor'], env)
  expect(list).toMatchObject({ code: 1, stdout: '' })
  expect(list?.stderr).toMatch(/^error: The database cannot be reached \(.+\)\. Is it running/)
  expect(forPrograms && [forPrograms.code, codeOf(forPrograms)]).toEqual([1, 'unavailable'])
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor?.stdout).toContain('✗ database')
  for (const ran of [list, forPrograms, doctor]) expect(`${ran?.stdout}${ran?.stderr}`).not.toContain('hunter2')
})

test('a bad configuration lists every fault at once', async () => {
  const env = {
    DATABASE_URL: 'mysql://x',
    PORT: '99999',
    METRICS_PORT: 'x',
    CELL: 'Far-Away',
    LOG_LEVEL: 'loud',
    HOST: 'a b',
  }
  const [serve, forPrograms] = await runAll(['serve', 'store list --json'], env)
  expect(serve).toMatchObject({ code: 1, stdout: '' })
  expect(serve?.stderr).toContain('The configuration has 6 faults')
  for (const name of Object.keys(env)) expect(serve?.stderr).toContain(`- ${name} `)
  expect(forPrograms && codeOf(forPrograms)).toBe('configuration')
})

test('a database that could forget a sale is not served from, and doctor says what to do', async () => {
  const url = await createDatabase(cluster, { template: inject('templateName') })
  const name = new URL(url).pathname.slice(1)
  await store.query(`alter database "${name}" set synchronous_commit = off`)
  const [doctor, serve] = await runAll(['doctor', 'serve'], { DATABASE_URL: url })
  await dropDatabase(cluster, url)
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor?.stdout).toMatch(/✗ synchronous_commit +off\n {4}Set synchronous_commit = on/)
  expect(serve).toMatchObject({ code: 1, stdout: '' })
  expect(serve?.stderr).toContain('synchronous_commit is off')
})

test('verify ends with exit code 1 when a promise is broken, and names it', async () => {
  const url = await createDatabase(cluster, { template: inject('templateName') })
  const broken = `insert into stores (id, name, plan, url, currency) values ('${storeId}', 'x', 'x', 'x', 'BRL');
    insert into checkouts (store_id, id, game_user_id, currency, state, paid_at) values ('${storeId}', '${storeId}', 'x', 'BRL', 'paid', now());
    insert into products values ('${storeId}', '${storeId}', 'x', 1, '{x}', '{}', '{}', null, 'extend', 'default');
    insert into checkout_lines values ('${storeId}', '${storeId}', 1, '${storeId}', 'x', 1, 1, '{x}', '{}', '{}', null, 'extend', '{}')`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(broken)
  await client.end()
  const [told, forPrograms] = await runAll(['verify', 'verify --json'], { DATABASE_URL: url })
  await dropDatabase(cluster, url)
  expect(told?.code).toBe(1)
  expect(told?.stdout).toMatch(
    /✗ every paid line is queued for[^]*: 1 violations[^]*Lost 1, doubled 0, wrong 1, late 0\.\n$/,
  )
  expect(JSON.parse(forPrograms?.stdout ?? '')).toMatchObject({ ok: false, lost: 1, wrong: 1 })
})

test('the help of every command has an example', async () => {
  const names: string[] = []
  for (const { name, help } of commandsOf(buildProgram(), '')) {
    names.push(name)
    expect(help, name).toMatch(/\nExample:\n {2}.*npx quartermaster /)
  }
  expect(names.length).toBeGreaterThan(50)
  // In a process of its own once, as people see it.
  const { code, stdout, stderr } = await run('product create --help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Example:\n  npx quartermaster product create')
})

test('every command but those for the machine itself works from elsewhere', () => {
  const here = commandsOf(buildProgram(), '').flatMap(({ name, help }) =>
    help.includes('--remote [url]') ? [] : [name.trim()],
  )
  expect(here.toSorted()).toEqual(
    ['serve', 'migrate', 'doctor', 'verify', 'secrets rotate', 'login', 'logout', 'whoami']
      .concat(['account create', 'account operator', 'member add', 'checkout open'])
      .map((name) => `quartermaster ${name}`)
      .toSorted(),
  )
})

type Described = { name: string; help: string }

/** The commands that do something, each with what its help says. */
function commandsOf(command: Command, before: string): Described[] {
  const name = `${before} ${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((child) => commandsOf(child, name))
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  return [{ name, help }]
}
