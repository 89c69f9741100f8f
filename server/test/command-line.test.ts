import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { expect, inject, test, vi } from 'vitest'
import { readFunctions, readMigrations, SQL_FOLDERS } from '../src/db/migration-files.ts'
import { formatId, type StoreId } from '../src/ids.ts'
import { speak } from './games-v2/speak.ts'
import { runCommand } from './run-command.ts'
import { rememberKey, startStore } from './start-store.ts'

// A start of the program takes half a second, and several on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const store = await startStore()

/** Runs a command line that is split at blanks; what has blanks of its own comes as a list. */
const run = (line: string, ...rest: string[]) =>
  runCommand([...line.split(' '), ...rest], { DATABASE_URL: store.databaseUrl, CELL: 't1' })

async function text(line: string, ...rest: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(line, ...rest)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** The one JSON object that a command prints. */
async function json<T extends Record<string, unknown>>(line: string, ...rest: string[]): Promise<T> {
  const stdout = await text(line, ...rest, '--json')
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(stdout) as T
}

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{26}$`)) as string

/** What a test begins with is made without the command line: each start of it costs the better part of a second. */
async function newStore() {
  const storeId = await store.createStore()
  return { storeId, name: formatId('sto', storeId) }
}

async function newServer(storeId: StoreId) {
  return formatId('srv', (await store.createServer(storeId)).serverId)
}

const VIP = 'addvip {userId} gold'
const NO_VIP = 'removevip {userId} gold'
const COMMANDS = ['--approve', VIP, '--refund', NO_VIP, '--expire', NO_VIP]

test('migrate names what it applied, and says so when there is nothing left to do', async () => {
  const cluster = { url: inject('clusterUrl') }
  const url = await createDatabase(cluster)
  const migrate = (...rest: string[]) => runCommand(['migrate', ...rest], { DATABASE_URL: url })
  const first = await migrate('--json')
  const [again, said] = [await migrate('--json'), await migrate()]
  await dropDatabase(cluster, url)
  const files = [...(await readMigrations(SQL_FOLDERS)), ...(await readFunctions(SQL_FOLDERS))]
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(first.stdout)).toMatchObject({ applied: files.map(({ name }) => name) })
  expect(JSON.parse(again.stdout)).toEqual({ applied: [], partitions: [] })
  expect(said).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' })
})

test('stores are created and listed', async () => {
  const [made, said] = await Promise.all([
    json(
      'store create --url https://One.example/ --currency JPY --plan PRO --expires 2030-01-31T00:00:00.000Z --name',
      'One ⚔',
    ),
    text('store create --name Two --url two.example --currency EUR'),
  ])
  expect(made).toEqual({ id: id('sto'), name: 'One ⚔', url: 'one.example' })
  expect(said).toMatch(
    /^Created the store (sto_\w{26})\.\nNext: npx quartermaster server create --store \1 --name lobby\n$/,
  )
  const [listed, table] = await Promise.all([json<{ stores: object[] }>('store list'), text('store list')])
  expect(listed.stores).toContainEqual({
    id: made['id'],
    name: 'One ⚔',
    plan: 'PRO',
    url: 'one.example',
    currency: 'JPY',
    expires: '2030-01-31T00:00:00.000Z',
  })
  expect(table).toMatch(/^store +name +plan +url +currency +expires\n-/)
  expect(table).toContain('2030-01-31 00:00:00 UTC')
})

test('servers are created with a key that is shown once, and listed without it', async () => {
  const { name } = await newStore()
  const made = await json<{ id: string; key: string; keyId: string }>(`server create --store ${name} --name lobby`)
  rememberKey(made.key)
  const said = await text(`server create --store ${name} --name arena --game fivem --profile fivem`)
  const key = /\n {2}(qm_t1_\w{38})\n/.exec(said)?.[1] ?? ''
  rememberKey(key)
  expect(made).toEqual({
    id: id('srv'),
    keyId: id('key'),
    key: expect.stringMatching(/^qm_t1_\w{38}$/) as string,
    takenOverDeliveries: 0,
  })
  expect(said).toMatch(/^Created the server srv_\w{26}\.\nIts key, shown only now:\n/)
  const [listed, table] = await Promise.all([
    json<{ servers: object[] }>(`server list --store ${name}`),
    text(`server list --store ${name}`),
  ])
  expect(listed.servers).toMatchObject([
    { id: made.id, name: 'lobby', profile: 'standard', isDefault: true, keys: [{ id: made.keyId, revokedAt: null }] },
    { name: 'arena', game: 'fivem', profile: 'fivem', isDefault: false },
  ])
  expect(table).toMatch(new RegExp(`…${made.key.slice(-4)} +active`))
  for (const secret of [made.key, key]) expect(table + JSON.stringify(listed)).not.toContain(secret.slice(6, 20))
})

test('keys are rotated, imported and revoked, and the default server is set', async () => {
  const { storeId } = await newStore()
  const [server, other] = [await newServer(storeId), await newServer(storeId)]
  const [rotated, said] = [
    await json<{ keyId: string; key: string }>(`server rotate-key --server ${server}`),
    await text(`server rotate-key --server ${server}`),
  ]
  rememberKey(rotated.key)
  rememberKey(/qm_t1_\w{38}/.exec(said)?.[0] ?? '')
  const [imported, importedToo] = await Promise.all([
    json(`server import-key --server ${server} --key 3f1c9a52-77aa-4a60-${Date.now()}`),
    text(`server import-key --server ${other} --key 4f1c9a52-77aa-4a60-${Date.now()}`),
  ])
  expect(imported).toEqual({ keyId: id('key') })
  expect(importedToo).toMatch(/^Imported as key_\w{26}\.\n$/)
  expect(await json(`server revoke-key --server ${server} --key ${rotated.keyId}`)).toEqual({
    revoked: [rotated.keyId],
  })
  const [old, all] = await Promise.all([
    json<{ revoked: string[] }>(`server revoke-key --server ${server} --old`),
    text(`server revoke-key --server ${other} --all`),
  ])
  expect(old.revoked).toHaveLength(2)
  expect(all).toMatch(/^Revoked key_\w{26}, key_\w{26}\.\n$/)
  const [set, setToo, none] = await Promise.all([
    json(`server set-default --server ${other}`),
    text(`server set-default --server ${other}`),
    text(`server revoke-key --server ${other} --all`),
  ])
  expect(set).toEqual({ id: other })
  expect(setToo).toBe('It is the default server now.\n')
  expect(none).toBe('There was nothing to revoke.\n')
})

test('products are created, changed and listed, with warnings for what an owner should look at', async () => {
  const { name } = await newStore()
  const [product, said] = await Promise.all([
    json<{ id: string }>(`product create --store ${name} --price 19.90 --duration P30D --name VIP`, ...COMMANDS),
    text(`product create --store ${name} --price 5 --name Coins --approve`, 'give 100 {userId}'),
  ])
  expect(product).toEqual({ id: id('prd'), rebuy: 'extend', warnings: [] })
  expect(said).toMatch(
    /^Saved the product prd_\w{26} \(rebuy: independent\)\.\nwarning: "give 100 \{userId\}" is not of the form/,
  )
  const [changed, changedToo] = [
    await json(
      `product update --store ${name} --product ${product.id} --price 4.35 --rebuy independent --name Gold`,
      ...COMMANDS,
    ),
    await text(
      `product update --store ${name} --product ${product.id} --price 4.35 --name Gold --no-online --delay PT5S --free-slots 2 --repeatable`,
      ...COMMANDS,
    ),
  ]
  expect(changed).toMatchObject({ id: product.id, rebuy: 'independent' })
  expect(changedToo).toContain(`Saved the product ${product.id}`)
  const [listed, table] = await Promise.all([
    json<{ products: { id: string }[] }>(`product list --store ${name}`),
    text(`product list --store ${name}`),
  ])
  expect(listed.products).toHaveLength(2)
  expect(listed.products.find(({ id: found }) => found === product.id)).toMatchObject({
    name: 'Gold',
    price: 4.35,
    currency: 'BRL',
    durationSeconds: null,
    rebuy: 'independent',
    commands: { approve: [VIP], refund: [NO_VIP], expire: [NO_VIP] },
    conditions: { requiresOnline: false, delaySeconds: 5, freeSlots: 2, repeatable: true },
  })
  expect(table).toContain('4.35 BRL')
})

test('what is held is listed, shown with its reason, and settled', async () => {
  const { storeId, name } = await newStore()
  const { key } = await store.createServer(storeId)
  await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const { poll, report } = speak(store)
  const command = (await poll(key)).commands[0]?.id ?? ''
  await report(key, [{ id: command, attempt: 1, outcome: 'in_doubt', reason: 'The connection was cut', output: 'Giv' }])
  const [listed, shown, said] = await Promise.all([
    json<{ commands: object[] }>(`commands list --store ${name} --state held`),
    json(`commands show --store ${name} --command ${command}`),
    text(`commands show --store ${name} --command ${command}`),
  ])
  expect(listed.commands).toMatchObject([{ id: command, state: 'held' }])
  expect(shown).toMatchObject({
    id: command,
    attempts: [{ attempt: 1, outcome: 'in_doubt', done: 0, reason: 'The connection was cut', output: 'Giv' }],
  })
  expect(said).toContain('in doubt')
  expect(said).toContain('The connection was cut')
  expect(said).toContain(`commands settle --command ${command} --as done`)
  expect(await text(`commands settle --store ${name} --command ${command} --as again`)).toContain('in the queue again')
  expect((await poll(key)).commands).toMatchObject([{ id: command, attempt: 2 }])
  await report(key, [{ id: command, attempt: 2, outcome: 'in_doubt' }])
  await text(`commands settle --store ${name} --command ${command} --as done`)
  expect(await json(`commands show --store ${name} --command ${command}`)).toMatchObject({ state: 'processed' })
})

test('a sale, its refund by line, and what an operator can do with its commands', async () => {
  const { storeId, name } = await newStore()
  await newServer(storeId)
  const product = formatId('prd', await store.createProduct(storeId))
  type Sold = { checkoutId: string; deliveryIds: [string] }
  const sale = `sell --store ${name} --player 42 --product ${product}:3 --product ${product} --reference order-7`
  const sold = await json<Sold>(sale)
  expect(sold).toEqual({ checkoutId: id('chk'), deliveryIds: [id('cmd')] })
  const [again, said] = await Promise.all([
    json<Sold>(sale),
    text(`sell --store ${name} --player 43 --product ${product}`),
  ])
  expect(again).toEqual(sold)
  const [, checkout = '', command = ''] =
    /^Sold: checkout (chk_\w{26}), waiting for delivery: (cmd_\w{26})\.\n$/.exec(said) ?? []
  expect(checkout).toEqual(id('chk'))

  const [byLine, listed, table] = await Promise.all([
    json(`refund --checkout ${sold.checkoutId} --line 2`),
    json<{ commands: object[] }>(`commands list --store ${name} --player 43 --state pending`),
    text(`commands list --store ${name} --checkout ${checkout}`),
  ])
  expect(byLine).toEqual({ checkoutId: sold.checkoutId, lines: [2], cancelledDeliveryIds: [], deliveryIds: [] })
  expect(listed.commands).toMatchObject([
    { id: command, state: 'pending', deliveryType: 'APPROVE', gameUserId: '43', dispatchedAt: null },
  ])
  expect(table).toMatch(new RegExp(`${command} +pending +APPROVE +43 +${checkout}`))

  expect(await json(`commands cancel --command ${command}`)).toEqual({
    id: command,
    state: 'cancelled',
    wasDispatched: false,
  })
  expect(await text(`commands cancel --command ${command} --store ${name}`)).toBe('Cancelled.\n')
  expect(await json(`commands resend --command ${command}`)).toEqual({ id: id('cmd'), resendOf: command })
  expect(await text(`refund --checkout ${checkout}`)).toBe(
    'Refunded line 1: 1 waiting commands cancelled, 0 take-backs queued.\n',
  )
  expect(await text(`refund --checkout ${checkout}`)).toBe('It was refunded before; nothing changed.\n')
  await json(`commands cancel --command ${sold.deliveryIds[0]}`)
  expect(await text(`commands resend --command ${sold.deliveryIds[0]}`)).toMatch(/^Queued again as cmd_\w{26}\.\n$/)
  expect(await text(`commands list --store ${name} --player nobody`)).toBe('No commands.\n')
})

test('doctor and verify find nothing to object to', async () => {
  const [doctor, said, verified, told] = await Promise.all([
    json('doctor'),
    text('doctor'),
    json('verify'),
    text('verify'),
  ])
  expect(doctor).toMatchObject({ ok: true })
  expect(said).toMatch(/✓ fsync +on\n[^]*All is well\.\n$/)
  expect(verified).toMatchObject({ ok: true, lost: 0, doubled: 0, wrong: 0, late: 0 })
  expect(told).toMatch(/^✓ every paid line[^]*Lost 0, doubled 0, wrong 0, late 0\.\n$/)
})
