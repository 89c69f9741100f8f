import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { anyId, openCommandLine, TRANSPORTS } from './harness.ts'
import { createClient } from '../games-v2/client.ts'
import { runInProcess } from '../run-in-process.ts'
import { rememberKey, SECRET_KEYS } from '../start-store.ts'

const { platform, newStore, login, runRemotely, runLocally } = await openCommandLine()
const { poll, report } = createClient(platform)

const VIP = 'addvip {userId} gold'
const NO_VIP = 'removevip {userId} gold'
const COMMANDS = ['--approve', VIP, '--refund', NO_VIP, '--expire', NO_VIP]
const KEY = /qm_(?:t1|c1)_\w{38}/

const keyIn = (output: string) => {
  const key = KEY.exec(output)?.[0] ?? ''
  rememberKey(key)
  return key
}

describe.each(TRANSPORTS)('%s', (transport) => {
  test('a server is created with a key that is shown only once, and is listed without it', async () => {
    const { json, text } = await newStore(transport)
    const created = await json<{ id: string; key: string; keyId: string }>('server create --name lobby')
    rememberKey(created.key)
    const output = await text('server create --name arena --game fivem --profile fivem')
    const key = keyIn(output)
    const expectedKey = expect.stringMatching(KEY) as string
    expect(created).toEqual({ id: anyId('srv'), keyId: anyId('key'), key: expectedKey, takenOverDeliveries: 0 })
    expect(output).toMatch(/^Created the server srv_\w{26}\.\nIts key, shown only now:\n\n {2}qm_\w+\n/)
    const [listed, table] = [await json<{ items: object[] }>('server list'), await text('server list')]
    const listedKey = { id: created.keyId, revokedAt: null }
    expect(listed.items).toMatchObject([
      { id: created.id, name: 'lobby', profile: 'standard', isDefault: true, keys: [listedKey] },
      { name: 'arena', game: 'fivem', profile: 'fivem', isDefault: false },
    ])
    expect(table).toMatch(new RegExp(`…${created.key.slice(-4)} +active`))
    for (const secret of [created.key, key]) expect(table + JSON.stringify(listed)).not.toContain(secret.slice(6, 20))
  })

  test('a misspelt game is reported together with the game that was probably meant', async () => {
    const { run, text } = await newStore(transport)
    const { code, stdout, stderr } = await run('server create --name lobby --game fivemm --json')
    rememberKey((JSON.parse(stdout) as { key: string }).key)
    expect(code).toBe(0)
    expect(stderr).toBe('warning: "fivemm" is not a known game. Did you mean fivem?\n')
    keyIn(await text('server create --name lobby --game FiveM'))
    keyIn(await text('server create --name factory --game factorio'))
  })

  test('keys are rotated, imported and revoked', async () => {
    const { storeId, json, text } = await newStore(transport)
    const { serverId } = await platform.createServer(storeId)
    const server = formatId('srv', serverId)
    const rotated = await json<{ id: string; key: string }>(`server rotate-key --server ${server}`)
    rememberKey(rotated.key)
    await expect(poll(rotated.key)).resolves.toMatchObject({ commands: [] })
    const rotateOutput = await text(`server rotate-key --server ${server}`)
    keyIn(rotateOutput)
    expect(rotateOutput).toContain(`server revoke-key --server ${server} --all-but-newest`)
    const imported = await json<{ id: string }>(`server import-key --server ${server} --key 3f1c9a52-${storeId}`)
    expect(imported).toEqual({ id: anyId('key') })
    expect(await text(`server import-key --server ${server} --key 4f1c9a52-${storeId}`)).toMatch(
      /^Imported as key_\w{26}\.\n$/,
    )
    const revoke = `server revoke-key --server ${server}`
    expect(await json(`${revoke} --key ${rotated.id}`)).toEqual({ revoked: [rotated.id] })
    expect(await json(`${revoke} --key ${rotated.id}`)).toEqual({ revoked: [] })
    const old = await json<{ revoked: string[] }>(`${revoke} --all-but-newest`)
    expect(old.revoked).toHaveLength(3)
    expect(old.revoked).toContain(imported.id)
    expect(await text(`${revoke} --all`)).toMatch(/^Revoked key_\w{26}\.\n$/)
    expect(await text(`${revoke} --all`)).toBe('There was no active key to revoke.\n')
  })

  test('a store gets a new name, and requires a second factor of its staff', async () => {
    const { json, text } = await newStore(transport)
    expect(await json('store update --name Vale --second-factor required')).toMatchObject({
      name: 'Vale',
      requiresSecondFactor: true,
    })
    expect(await text('store update --second-factor optional')).toMatch(
      /^Saved the store sto_\w{26}: Vale, .+\. Second factor: optional\.\n$/,
    )
  })

  test('the default server is set, and a server is bound to addresses', async () => {
    const { storeId, json, text } = await newStore(transport)
    await platform.createServer(storeId)
    const other = formatId('srv', (await platform.createServer(storeId)).serverId)
    expect(await json(`server set-default --server ${other}`)).toMatchObject({ id: other, isDefault: true })
    expect(await text(`server set-default --server ${other}`)).toBe('This is now the default server.\n')
    const bind = `server bind --server ${other}`
    expect(await json(`${bind} --address 203.0.113.7 --address 10.0.0.0/8`)).toMatchObject({
      allowedAddresses: ['203.0.113.7/32', '10.0.0.0/8'],
    })
    expect(await text(`${bind} --address 203.0.113.7`)).toContain('accepted only from 203.0.113.7/32')
    expect(await text(`${bind} --anywhere`)).toContain('accepted from every address')
  })

  test('products are created, changed and listed, with warnings about commands that are probably wrong', async () => {
    const { storeId, json, text } = await newStore(transport)
    const server = formatId('srv', (await platform.createServer(storeId)).serverId)
    const product = await json<{ id: string }>(
      `product create --price 19.90 --duration P30D --stock 5 --server ${server} --name VIP`,
      ...COMMANDS,
    )
    expect(product).toMatchObject({ id: anyId('prd'), priceMinor: 1990, rebuy: 'extend', warnings: [] })
    expect(product).toMatchObject({ serverIds: [server], stock: 5, durationSeconds: 2_592_000 })
    const output = await text('product create --price 5 --name Coins --approve', 'give 100 {userId}')
    expect(output).toMatch(
      /^Saved the product prd_\w{26} \(rebuy: independent\)\.\nwarning: "give 100 \{userId\}" does not have the form/,
    )
    const update = `product update --product ${product.id}`
    const changed = await json(`${update} --price 4.35 --duration none --rebuy independent --name Gold`, ...COMMANDS)
    expect(changed).toMatchObject({ id: product.id, priceMinor: 435, rebuy: 'independent', stock: 5 })
    const conditions = '--deliver-offline --delay PT5S --free-slots 2 --repeatable'
    expect(await text(`${update} --stock none --max-per-player 3 ${conditions}`)).toContain(
      `Saved the product ${product.id}`,
    )
    const listed = await json<{ items: { id: string }[] }>('product list')
    expect(listed.items).toHaveLength(2)
    expect(listed.items.find(({ id }) => id === product.id)).toMatchObject({
      name: 'Gold',
      priceMinor: 435,
      currency: 'BRL',
      durationSeconds: null,
      rebuy: 'independent',
      stock: null,
      maxPerPlayer: 3,
      commands: { approve: [VIP], refund: [NO_VIP], expire: [NO_VIP] },
      conditions: { requiresOnline: false, delaySeconds: 5, freeSlots: 2, repeatable: true },
    })
    expect(await text('product list')).toContain('4.35 BRL')
    expect((await json<{ items: object[] }>('product list --search gOL')).items).toMatchObject([{ name: 'Gold' }])
    expect(await json(`product archive --product ${product.id}`)).toMatchObject({
      archivedAt: expect.any(String) as string,
    })
    const namesOf = async (line: string) =>
      (await json<{ items: { name: string }[] }>(line)).items.map(({ name }) => name)
    expect(await namesOf('product list')).toEqual(['Coins'])
    expect(await namesOf('product list --archived')).toEqual(['Gold'])
    expect(await text(`product restore --product ${product.id}`)).toContain('It is sold again')
    expect(await namesOf('product list --archived')).toEqual([])
    const typo = await text('product create --price 5 --name Typo --approve', 'addvip {userid} gold')
    expect(typo).toContain('warning: {userid} in "addvip {userid} gold" is not a placeholder')
    expect(typo).toContain('Did you mean {userId}?')
  })

  test('the pages of products and categories are set from options and files', async () => {
    const { storeId, json, run, text } = await newStore(transport)
    const dir = await mkdtemp(join(tmpdir(), 'quartermaster-page-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    const file = async (name: string, content: string) => {
      await writeFile(join(dir, name), content)
      return join(dir, name)
    }
    const product = formatId('prd', await platform.createProduct(storeId))
    const comparison = [{ label: 'Homes', values: [{ productId: product, value: '6' }] }]
    const comparisonFile = await file('table.json', JSON.stringify(comparison))
    const created = await json<{ id: string }>(`category create --name Ranks --comparison-file ${comparisonFile}`)
    expect(created).toMatchObject({ id: anyId('cat'), slug: 'ranks', comparison })
    expect(await text(`category update --category ${created.id} --slug all-ranks`)).toContain('Saved the category')
    const translations = { es: { name: 'Oro' } }
    const translationsFile = await file('es.json', JSON.stringify(translations))
    const descriptionFile = await file('gold.md', '# Gold\n')
    const update = `product update --product ${product} --category ${created.id} --slug gold --visibility unlisted --position 2`
    const files = `--description-file ${descriptionFile} --translations-file ${translationsFile}`
    expect(await json(`${update} ${files} --summary`, 'More homes')).toMatchObject({
      categoryId: created.id,
      slug: 'gold',
      summary: 'More homes',
      description: '# Gold\n',
      visibility: 'unlisted',
      position: 2,
      translations,
    })
    const knight = await json<{ id: string; variants: [{ id: string }] }>(
      'product create --price 1 --name Knight --approve x --variant',
      '30 days=19.90,P30D',
      '--variant',
      'For ever=149.90',
    )
    expect(knight).toMatchObject({
      rebuy: 'extend',
      variants: [
        { name: '30 days', priceMinor: 1990, durationSeconds: 2_592_000 },
        { name: 'For ever', durationSeconds: null },
      ],
    })
    expect(await json(`product update --product ${knight.id} --variant`, '30 days=21.90,P30D')).toMatchObject({
      variants: [{ id: knight.variants[0].id, priceMinor: 2190 }],
    })
    await json(`sell --player 42 --product ${knight.id}/${knight.variants[0].id}:2`)
    expect(await json(`product update --product ${knight.id} --no-variants`)).toMatchObject({ variants: [] })
    expect(await json(`product update --product ${product} --category none`)).toMatchObject({ categoryId: null })
    const broken = await run(`product update --product ${product} --translations-file ${descriptionFile}`)
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('is not valid JSON') as string })
    const missing = await run(`product update --product ${product} --description-file ${dir}/none.md`)
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("can't be read") as string })
    expect(await text('category list')).toContain('all-ranks')
    expect(await text(`category delete --category ${created.id}`)).toContain('Products without a category now: 0')
  })

  test('a change of one command of a product keeps its other commands', async () => {
    const { storeId, json } = await newStore(transport)
    const product = formatId('prd', await platform.createProduct(storeId))
    const changed = await json(`product update --product ${product} --refund`, 'delvip {userId} gold')
    expect(changed).toMatchObject({ commands: { approve: [VIP], refund: ['delvip {userId} gold'], expire: [NO_VIP] } })
  })

  test('a held delivery is listed, shown with its reason, and resolved', async () => {
    const { storeId, json, text } = await newStore(transport)
    const { key } = await platform.createServer(storeId)
    await platform.sell(storeId, '42', [await platform.createProduct(storeId)])
    const delivery = (await poll(key)).commands[0]?.id ?? ''
    const failure = { attempt: 1, outcome: 'in_doubt' as const, reason: 'The connection was cut', output: 'Giv' }
    await report(key, [{ id: delivery, ...failure }])
    expect(await json('delivery list --state held')).toMatchObject({ items: [{ id: delivery, state: 'held' }] })
    const show = `delivery show --delivery ${delivery}`
    expect(await json(show)).toMatchObject({
      id: delivery,
      failedAttempts: [{ ...failure, outcome: 'uncertain', commandsRun: 0 }],
    })
    const output = await text(show)
    expect(output).toContain('uncertain')
    expect(output).toContain('The connection was cut')
    expect(output).toContain(`delivery resolve --delivery ${delivery} --as delivered`)
    const resolve = `delivery resolve --delivery ${delivery}`
    expect(await text(`${resolve} --as retry`)).toContain('in the queue again')
    expect((await poll(key)).commands).toMatchObject([{ id: delivery, attempt: 2 }])
    await report(key, [{ id: delivery, attempt: 2, outcome: 'in_doubt' }])
    expect(await json(`${resolve} --as delivered`)).toEqual({ id: delivery, state: 'processed' })
    expect(await json(show)).toMatchObject({ state: 'processed' })
  })

  test('a sale is refunded by line, and its deliveries are cancelled and resent', async () => {
    const { storeId, json, text } = await newStore(transport)
    const { key } = await platform.createServer(storeId)
    const product = formatId('prd', await platform.createProduct(storeId))
    type Sale = { id: string; deliveryIds: [string] }
    const sell = `sell --player 42 --product ${product}:3 --product ${product} --reference order-7`
    const sale = await json<Sale>(sell)
    expect(sale).toEqual({ id: anyId('chk'), deliveryIds: [anyId('cmd')] })
    expect(await json<Sale>(sell)).toEqual(sale)
    const output = await text(`sell --player 43 --product ${product}`)
    const [, checkout = '', delivery = ''] =
      /^Sold\. The checkout is (chk_\w{26}); its deliveries are (cmd_\w{26})\.\n$/.exec(output) ?? []
    expect(checkout).toEqual(anyId('chk'))

    const byLine = { checkoutId: sale.id, lines: [2], cancelledDeliveryIds: [], deliveryIds: [] }
    expect(await json(`refund --checkout ${sale.id} --line 2`)).toEqual(byLine)
    expect(await json(`refund --checkout ${sale.id} --line 2`)).toEqual({ ...byLine, lines: [] })
    expect(await json('delivery list --player 43 --state pending')).toMatchObject({
      items: [{ id: delivery, state: 'pending', type: 'APPROVE', gameUserId: '43', dispatchedAt: null }],
    })
    expect(await text(`delivery list --checkout ${checkout}`)).toMatch(
      new RegExp(`${delivery} +pending +APPROVE +43 +${checkout}`),
    )

    expect(await json(`delivery cancel --delivery ${delivery}`)).toEqual({ id: delivery, wasDispatched: false })
    expect(await json(`delivery show --delivery ${delivery}`)).toMatchObject({ state: 'cancelled' })
    expect(await text(`delivery cancel --delivery ${delivery}`)).toBe('Cancelled.\n')
    const resent = await json<{ id: string }>(`delivery resend --delivery ${delivery}`)
    expect(resent).toEqual({ id: anyId('cmd'), resendOf: delivery })
    expect(await json('delivery list --limit 1')).toMatchObject({ items: [{ id: resent.id, state: 'pending' }] })
    expect(await text(`refund --checkout ${checkout}`)).toBe(
      'Refunded line 1. Pending deliveries cancelled: 1. Refund deliveries queued: 0.\n',
    )
    expect(await text(`refund --checkout ${checkout}`)).toBe('It was refunded before. Nothing changed.\n')
    await poll(key)
    const dispatched = await text(`delivery cancel --delivery ${sale.deliveryIds[0]}`)
    expect(dispatched).toContain('It was already dispatched')
    expect(await text(`delivery resend --delivery ${sale.deliveryIds[0]}`)).toMatch(/^Queued again as cmd_\w{26}\.\n$/)
    expect(await text('delivery list --player nobody')).toBe('No deliveries.\n')
  })

  test('the clock of a test store is moved ahead', async () => {
    const { json, text } = await newStore(transport, { mode: 'test' })
    const { now } = await json<{ now: string }>('store advance --by P1D')
    expect(Date.parse(now)).toBeGreaterThan(Date.now() + 80_000_000)
    expect(await text('store advance --by PT1S')).toMatch(/now shows \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.\n$/)
  })
})

test('stores are created and listed, newest first', async () => {
  const expires = '2030-01-31T00:00:00.000Z'
  const options = ['--url', 'https://One.example/', '--currency', 'JPY', '--plan', 'PRO', '--expires', expires]
  const created = await runLocally('store', 'create', '--name', 'One ⚔', ...options, '--json')
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const store = JSON.parse(created.stdout) as { id: string }
  const fields = { name: 'One ⚔', url: 'one.example', currency: 'JPY', plan: 'PRO', mode: 'live', expiresAt: expires }
  expect(store).toMatchObject({ id: anyId('sto'), ...fields })
  const { stdout } = await runLocally(...'store create --name Two --url two.example --currency EUR'.split(' '))
  const next = /^Created the store (sto_\w{26})\.\nNext: npx quartermaster server create --store \1 --name lobby\n$/
  const [, second] = next.exec(stdout) ?? []
  const listed = JSON.parse((await runLocally('store', 'list', '--json')).stdout) as { items: { id: string }[] }
  expect(listed.items.slice(0, 2).map(({ id }) => id)).toEqual([second, store.id])
  expect(listed.items).toContainEqual({ id: store.id, ...fields, role: null })
  const table = (await runLocally('store', 'list')).stdout
  expect(table).toMatch(/^store +name +plan +url +currency +expires\n-/)
  expect(table).toContain('2030-01-31 00:00:00 UTC')
  const update = async (...change: string[]) =>
    JSON.parse((await runLocally('store', 'update', '--store', store.id, ...change, '--json')).stdout) as object
  expect(await update('--plan', 'ADVANCED')).toMatchObject({ plan: 'ADVANCED', expiresAt: expires })
  expect(await update('--expires', 'none')).toMatchObject({ plan: 'ADVANCED', expiresAt: null, name: 'One ⚔' })
})

test('an operator helps a person who lost the password and the second factor', async () => {
  const env = { DATABASE_URL: platform.databaseUrl, SECRET_KEYS, PUBLIC_URL: 'https://manage.example' }
  const person = await platform.createOperator()
  const whoami = async () => (await platform.request('GET', '/whoami', { as: person.token })).status
  const account = async (command: string) =>
    JSON.parse((await runInProcess(['account', command, '--email', person.email, '--json'], env)).stdout) as {
      url?: string
      error?: { code: string }
    }
  expect(await whoami()).toBe(200)
  expect(await account('remove-second-factor')).toEqual({ id: anyId('acc') })
  expect(await whoami()).toBe(401)
  expect(await platform.mailTo(person.email)).toContain('The second factor was removed')
  expect(
    await platform.query('select is_operator, totp_sealed from accounts where email = $1', [person.email]),
  ).toEqual([{ is_operator: false, totp_sealed: null }])
  expect((await account('remove-second-factor')).error?.code).toBe('conflict')

  const { url = '' } = await account('reset-password')
  expect(url).toMatch(/^https:\/\/manage\.example\/account\/reset#token=qml_/)
  const token = url.split('=')[1] ?? ''
  rememberKey(token)
  const password = 'a long and unusual sentence'
  const reset = () => platform.request('POST', '/account/password-reset/confirm', { body: { token, password } })
  expect((await reset()).status).toBe(204)
  expect((await reset()).status).toBe(400)
  const signIn = { email: person.email, password, sessionType: 'token' }
  const signedIn = await platform.request('POST', '/account/sign-in', { body: signIn })
  expect(signedIn).toMatchObject({ status: 200 })
  rememberKey((signedIn.body as { token: string }).token)
  expect((await runInProcess(['account', 'reset-password', '--email', 'no@vale.example'], env)).stderr).toContain(
    'No account has this address',
  )
})

test('with --remote an account creates a store and owns it, but does not choose its plan', async () => {
  const person = await platform.createAccount()
  await login(person.token, null)
  const create = ['store', 'create', '--name', 'One', '--url', 'one.example', '--currency', 'BRL']
  for (const option of [
    ['--plan', 'PRO'],
    ['--expires', '2030-01-31'],
  ]) {
    const refused = await runRemotely(...create, ...option)
    expect(refused.stderr).toBe(
      'error: --plan and --expires work only on the machine of the platform, without --remote.\n',
    )
  }
  expect(await runRemotely(...create)).toMatchObject({ code: 0 })
  const listed = JSON.parse((await runRemotely('store', 'list', '--json')).stdout) as { items: object[] }
  expect(listed.items).toMatchObject([{ name: 'One', plan: 'BASIC', role: 'owner' }])
})

test('--store is optional for a caller with one store', async () => {
  const person = await platform.createAccount()
  await login(person.token, null)
  const list = () => runRemotely('product', 'list')
  expect((await list()).stderr).toContain('There is no store yet')
  const create = (name: string) =>
    runRemotely('store', 'create', '--name', name, '--url', 'one.example', '--currency', 'BRL', '--json')
  const { id } = JSON.parse((await create('One')).stdout) as { id: string }
  expect(await list()).toMatchObject({ code: 0, stdout: 'This store has no products yet.\n' })
  await create('Two')
  expect((await list()).stderr).toContain('There are several stores. Choose one with --store sto_…')
  expect(await runRemotely('product', 'list', '--store', id)).toMatchObject({ code: 0 })
  expect((await runLocally('product', 'list')).stderr).toContain('There are several stores. Choose one with --store')
})
