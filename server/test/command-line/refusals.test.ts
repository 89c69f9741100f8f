import { createServer, type AddressInfo } from 'node:net'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import type { Command } from 'commander'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildProgram } from '../../src/cli/main.ts'
import { INVARIANTS } from '../../src/verify/invariants.ts'
import {
  formatId,
  newId,
  type CheckoutId,
  type DeliveryId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../../src/ids.ts'
import { type Ran, runCommand } from '../run-command.ts'
import { runInProcess } from '../run-in-process.ts'
import { startStore } from '../start-store.ts'

// Each command starts a process, which takes half a second, and several on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const store = await startStore()
const cluster = { url: inject('clusterUrl') }
const unknown = {
  store: formatId('sto', newId<StoreId>()),
  server: formatId('srv', newId<GameServerId>()),
  product: formatId('prd', newId<ProductId>()),
  checkout: formatId('chk', newId<CheckoutId>()),
  delivery: formatId('cmd', newId<DeliveryId>()),
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

/** Runs the real program in its own process. */
const run = (line: string, env: Record<string, string> = {}) =>
  runCommand(line === '' ? [] : line.split(' '), { DATABASE_URL: store.databaseUrl, ...env })

/** Runs command lines and returns each with its result. A process for each of them would take most of the time. */
async function runAll(lines: string[], env: Record<string, string> = {}): Promise<(Ran & { line: string })[]> {
  const settings = { DATABASE_URL: store.databaseUrl, ...env }
  const runOne = (line: string) => (line.startsWith('serve') ? run(line, env) : runInProcess(line.split(' '), settings))
  return Promise.all(lines.map(async (line) => ({ line, ...(await runOne(line)) })))
}

const codeOf = (ran: Ran) => (JSON.parse(ran.stdout) as { error: { code: string } }).error.code

test('an unknown id is refused with exit code 1, with a sentence for people and an object for programs', async () => {
  const lines = [
    `server create --store ${unknown.store} --name lobby`,
    `server rotate-key --server ${unknown.server}`,
    `product create --store ${unknown.store} --name x --price 1 --approve x`,
    `product update --store ${known} --product ${unknown.product} --name x --price 1 --approve x`,
    `sell --store ${known} --player 42 --product ${unknown.product}`,
    `refund --checkout ${unknown.checkout}`,
    `delivery cancel --delivery ${unknown.delivery}`,
    `delivery resend --delivery ${unknown.delivery} --store ${known}`,
    `delivery show --delivery ${unknown.delivery} --store ${known}`,
    `delivery resolve --delivery ${unknown.delivery} --store ${known} --as retry`,
  ]
  for (const ran of await runAll(lines.map((line) => `${line} --json`))) {
    expect([ran.code, ran.stderr, codeOf(ran)], ran.line).toEqual([1, '', 'not_found'])
  }
  expect(await run(lines[0] ?? '')).toMatchObject({ code: 1, stdout: '', stderr: 'error: No such store\n' })
})

test('an invalid value is refused with exit code 1 and its public code', async () => {
  const server = formatId('srv', (await store.createServer(storeId)).serverId)
  const lines: [string, string][] = [
    [`product create --store ${known} --name x --price 1.999 --approve x`, 'invalid_request'],
    [`product create --store ${known} --name x --price free --approve x`, 'invalid_request'],
    ['store create --name x --url x.example --currency XXQ', 'invalid_request'],
    [`server revoke-key --server ${server}`, 'invalid_request'],
    [`server revoke-key --server ${server} --all-but-newest --all`, 'invalid_request'],
    [`server import-key --server ${server} --key short`, 'invalid_request'],
    [`server bind --server ${server} --anywhere --address 10.0.0.1`, 'invalid_request'],
  ]
  const ran = await runAll(lines.map(([line]) => `${line} --json`))
  expect(ran.map((one) => [one.code, codeOf(one)])).toEqual(lines.map(([, code]) => [1, code]))
})

test('wrong usage ends with exit code 2, names the mistake and points to the help', async () => {
  const create = `product create --store ${known} --name x --price 1 --approve x`
  const wrong: [string, string][] = [
    ['store create', "required option '--name <text>' not specified"],
    ['server create --store x --name lobby', 'It must look like sto_'],
    [`sell --store ${known} --player 42`, "required option '--product"],
    [`sell --store ${known} --player 42 --product ${unknown.product}:x`, 'Give a product id such as prd_'],
    [`refund --checkout ${unknown.checkout} --line 0`, 'Lines are counted from 1'],
    [`${create} --duration P1M`, 'is not a duration'],
    [`${create} --stock many`, 'Give a whole number'],
    [`${create} --rebuy maybe`, 'Allowed choices are extend, independent'],
    [`server create --store ${known} --name x --profile other`, 'Allowed choices are standard, fivem, mta'],
    ['store create --name x --url x.example --currency EUR --expires tomorrow', 'Give a time in UTC'],
    [`delivery list --store ${known} --state lost`, 'Allowed choices are'],
    [`delivery list --store ${known} --limit 0`, 'Give a whole number from 1'],
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
  expect(await run('nonsense')).toMatchObject({ code: 2, stdout: '' })
})

test('for a misspelt command or option the right one is suggested, even if a required option is missing', async () => {
  const misspelt: [string, string][] = [
    ['store create --nmae Vale', "unknown option '--nmae'\n(Did you mean --name?)"],
    ['sotre list', "unknown command 'sotre'\n(Did you mean store?)"],
    ['delivery resolv', "unknown command 'resolv'\n(Did you mean resolve?)"],
    ['payments list', "unknown command 'payments'\n(Did you mean payment?)"],
  ]
  const ran = await runAll(misspelt.map(([line]) => line))
  for (const [i, { line, code, stderr }] of ran.entries()) {
    expect(code, line).toBe(2)
    expect(stderr, line).toContain(`error: ${misspelt[i]?.[1]}`)
    expect(stderr, line).not.toContain('required option')
  }
})

test('a database without tables is reported as not set up', async () => {
  const env = { DATABASE_URL: empty }
  const [list, forPrograms, products] = await runAll(
    ['store list', 'store list --json', `product list --store ${known}`],
    env,
  )
  expect(list).toMatchObject({ code: 1, stdout: '' })
  expect(list?.stderr).toBe('error: The database is not set up yet. Run `quartermaster migrate` first.\n')
  expect(forPrograms && codeOf(forPrograms)).toBe('unavailable')
  expect(products?.stderr).toBe(list?.stderr)
  const [doctor, serve] = await runAll(['doctor', 'serve'], env)
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor?.stdout).toMatch(/✗ migrations +\d+ not applied yet\n {4}Run `quartermaster migrate`/)
  expect(serve).toMatchObject({ code: 1, stdout: '' })
  expect(serve?.stderr).toMatch(
    /The database is not ready:\n {2}- migrations: \d+ not applied yet\. Run `quartermaster migrate`/,
  )
})

test('a database that cannot be reached is reported without its password', async () => {
  const env = { DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:1/none' }
  const [list, forPrograms, doctor] = await runAll(['store list', 'verify --json', 'doctor'], env)
  expect(list).toMatchObject({ code: 1, stdout: '' })
  expect(list?.stderr).toMatch(/^error: The database cannot be reached \(.+\)\. Check that it is running/)
  expect(forPrograms && [forPrograms.code, codeOf(forPrograms)]).toEqual([1, 'unavailable'])
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor?.stdout).toContain('✗ database')
  for (const ran of [list, forPrograms, doctor]) expect(`${ran?.stdout}${ran?.stderr}`).not.toContain('hunter2')
})

test('a wrong password and a missing database are one sentence with advice, and no stack trace', async () => {
  const guarded = await startPasswordServer()
  const missing = Object.assign(new URL(store.databaseUrl), { pathname: '/no_such_database' }).href
  const cases: [url: string, message: string][] = [
    [guarded.url('hunter2'), 'Correct the user and the password in DATABASE_URL.'],
    [missing, 'database "no_such_database" does not exist. Create the database with createdb'],
  ]
  for (const [url, message] of cases) {
    const ran = await runAll(['store list', 'migrate', 'serve', 'verify', 'doctor'], { DATABASE_URL: url })
    for (const { line, code, stdout, stderr } of ran) {
      expect(code, line).toBe(1)
      expect(stdout + stderr, line).toContain(message)
      expect(stdout + stderr, line).not.toMatch(/\n +at |hunter2/)
    }
    const [forPrograms] = await runAll(['store list --json'], { DATABASE_URL: url })
    expect(forPrograms && codeOf(forPrograms)).toBe('not_configured')
  }
  guarded.close()
})

test('a bad configuration lists every problem at once', async () => {
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
  expect(serve?.stderr).toContain('The configuration has 6 problems')
  for (const name of Object.keys(env)) expect(serve?.stderr).toContain(`- ${name} `)
  expect(forPrograms && codeOf(forPrograms)).toBe('configuration')
})

test('serve refuses a database that could lose a sale, and doctor shows the fix', async () => {
  const url = await createDatabase(cluster, { template: inject('templateName') })
  const name = new URL(url).pathname.slice(1)
  await store.query(`alter database "${name}" set synchronous_commit = off`)
  const [doctor, serve] = await runAll(['doctor', 'serve'], { DATABASE_URL: url })
  await dropDatabase(cluster, url)
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor?.stdout).toMatch(/✗ synchronous_commit +off\n {4}Set synchronous_commit = on/)
  expect(serve).toMatchObject({ code: 1, stdout: '' })
  expect(serve?.stderr).toContain('synchronous_commit: off')
})

test('verify ends with exit code 1 when an invariant is violated, and names it', async () => {
  const url = await createDatabase(cluster, { template: inject('templateName') })
  const broken = `insert into stores (id, name, plan, url, currency) values ('${storeId}', 'x', 'x', 'x', 'BRL');
    insert into checkouts (store_id, id, game_user_id, currency, state, paid_at) values ('${storeId}', '${storeId}', 'x', 'BRL', 'paid', now());
    insert into products (store_id, id, name, price_minor, approve_commands, refund_commands, expire_commands, rebuy, delivers_to)
    values ('${storeId}', '${storeId}', 'x', 1, '{x}', '{}', '{}', 'extend', 'default');
    insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity,
      approve_commands, refund_commands, expire_commands, rebuy, server_ids)
    values ('${storeId}', '${storeId}', 1, '${storeId}', 'x', 1, 1, '{x}', '{}', '{}', 'extend', '{}')`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(broken)
  await client.end()
  const [output, forPrograms] = await runAll(['verify', 'verify --json'], { DATABASE_URL: url })
  await dropDatabase(cluster, url)
  expect(output?.code).toBe(1)
  const lost = INVARIANTS.find(({ kind }) => kind === 'lost')
  expect(output?.stdout).toContain(`✗ ${lost?.name}: 1 violations`)
  expect(output?.stdout).toMatch(/Lost 1, doubled 0, wrong 1, late 0\.\n$/)
  expect(JSON.parse(forPrograms?.stdout ?? '')).toMatchObject({ ok: false, lost: 1, wrong: 1 })
})

test('the help of every command has an example', async () => {
  const names: string[] = []
  for (const { name, help } of commandsOf(buildProgram(), '')) {
    names.push(name)
    expect(help, name).toMatch(/\nExample:\n {2}.*npx quartermaster /)
  }
  expect(names.length).toBeGreaterThan(50)
  // Once in a process of its own, as people see it.
  const { code, stdout, stderr } = await run('product create --help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Example:\n  npx quartermaster product create')
})

test('all commands work with --remote, except those about the machine itself', () => {
  const local = commandsOf(buildProgram(), '').flatMap(({ name, help }) =>
    help.includes('--remote [url]') ? [] : [name.trim()],
  )
  expect(local.toSorted()).toEqual(
    [
      'serve',
      'front-door',
      'setup',
      'migrate',
      'upgrade',
      'backup doctor',
      'backup reconcile',
      'backup tested',
      'restore',
      'doctor',
      'verify',
      'secrets add-key',
      'secrets rotate',
      'login',
      'logout',
      'whoami',
    ]
      .concat([
        'account create',
        'account operator',
        'account reset-password',
        'account remove-second-factor',
        'member add',
        'limit list',
        'limit set',
        'store export',
        'store import',
        'store move',
      ])
      .concat(['theme init', 'theme check', 'theme dev'])
      .map((name) => `quartermaster ${name}`)
      .toSorted(),
  )
})

type Described = { name: string; help: string }

/** The commands without subcommands, each with its help text. */
function commandsOf(command: Command, before: string): Described[] {
  const name = `${before} ${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((child) => commandsOf(child, name))
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  return [{ name, help }]
}

/** Answers like a PostgreSQL server whose password is another one. The clusters of the tests trust every user. */
async function startPasswordServer() {
  const refusal = pgError({
    S: 'FATAL',
    V: 'FATAL',
    C: '28P01',
    M: 'password authentication failed for user "somebody"',
  })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // The start packet, then the password that is asked for (AuthenticationCleartextPassword).
    socket.once('data', () => {
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
      socket.once('data', () => socket.end(refusal))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (password: string) => `postgres://somebody:${password}@127.0.0.1:${port}/store`,
    close: () => server.close(),
  }
}

function pgError(fields: Record<string, string>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([type, value]) => `${type}${value}\0`)
      .join('')}\0`,
  )
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
