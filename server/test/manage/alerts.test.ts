import { expect, it } from 'vitest'
import { setLimit } from '../../src/stores/limits.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()
const COMMANDS = { approve: ['op thief'], refund: [], expire: [] }
const PRODUCT = { name: 'Not in any mail', priceMinor: 1, commands: COMMANDS }

async function openStore() {
  const storeId = await platform.createStore({ mode: 'test' })
  const owner = await platform.addMember(storeId, 'owner')
  const manager = await platform.addMember(storeId, 'manager')
  const send = async (as: string, method: string, path: string, body?: unknown) => {
    const sent = { as, headers: { 'if-match': '*' }, ...(body !== undefined && { body }) }
    const { status, body: reply } = await platform.request(method, storePath(storeId, path), sent)
    expect(status, `${method} ${path}`).toBeLessThan(300)
    return reply as { id: string }
  }
  return { storeId, owner, manager, send }
}

/** The kinds of the mails to this address, after the due ones were queued. */
async function alertsTo({ email }: { email: string }): Promise<string[]> {
  await platform.sendAlerts()
  const mails = await platform.query<{ kind: string }>('select kind from mails where recipient = $1 order by id', [
    email,
  ])
  return mails.map(({ kind }) => kind)
}

const anHourLater = () =>
  platform.query("update store_alerts set mailed_at = mailed_at - interval '61 minutes' where mailed_at is not null")

it('several changes of commands within an hour are one mail, and those after the first mail are the next', async () => {
  const { owner, manager, send } = await openStore()
  const { id } = await send(manager.token, 'POST', '/products', PRODUCT)
  await send(manager.token, 'PATCH', `/products/${id}`, { commands: COMMANDS })
  for (const person of [owner, manager]) expect(await alertsTo(person)).toEqual(['commands_changed'])
  const text = await platform.mailTo(owner.email)
  expect(text.split(manager.email)).toHaveLength(3)
  expect(text).toContain(id)
  expect(text).not.toContain(PRODUCT.name)

  for (let i = 0; i < 3; i++) await send(owner.token, 'PATCH', `/products/${id}`, { commands: COMMANDS })
  expect(await alertsTo(owner)).toEqual(['commands_changed'])
  await anHourLater()
  expect(await alertsTo(owner)).toEqual(['commands_changed', 'commands_changed'])
  expect((await platform.mailTo(owner.email)).split(`UTC, ${owner.email}`)).toHaveLength(4)
  expect(await alertsTo(manager)).toEqual(['commands_changed'])
})

it('only the member who made the change gets a link that signs them out', async () => {
  const { owner, manager, send } = await openStore()
  await send(manager.token, 'POST', '/products', PRODUCT)
  await platform.sendAlerts()
  expect(await platform.mailTo(owner.email)).not.toContain('/account/undo#token=')
  const token = await platform.undoToken(manager.email)
  expect((await platform.request('POST', '/account/undo', { body: { token } })).status).toBe(204)
  expect((await platform.request('GET', '/stores', { as: manager.token })).status).toBe(401)
  expect((await platform.request('GET', '/stores', { as: owner.token })).status).toBe(200)
})

it('a name and a price are changed without a mail, and so are commands on the command line of the machine', async () => {
  const { storeId, owner, manager, send } = await openStore()
  const { id } = await send(manager.token, 'POST', '/products', PRODUCT)
  await platform.query('delete from store_alerts')
  await send(manager.token, 'PATCH', `/products/${id}`, { name: 'New', priceMinor: 2 })
  await platform.createProduct(storeId)
  expect(await alertsTo(owner)).toEqual([])
})

it('owners are alerted to a connected and a disconnected payment provider, and to a new API token', async () => {
  const { owner, send } = await openStore()
  await send(owner.token, 'PUT', '/payment-providers/sandbox', { credentials: {} })
  await send(owner.token, 'DELETE', '/payment-providers/sandbox')
  await send(owner.token, 'POST', '/tokens', { name: 'bot', scopes: ['store:read'] })
  expect((await alertsTo(owner)).toSorted()).toEqual(['provider_changed', 'token_created'])
})

it('a refused request of an operator alerts nobody', async () => {
  const { storeId, owner } = await openStore()
  const operator = await platform.createOperator()
  for (const [method, path, body, status] of [
    ['POST', '/tokens', { name: 'bot', scopes: ['store:read'] }, 403],
    ['POST', '/products', { ...PRODUCT, categoryId: `cat_${'0'.repeat(26)}` }, 404],
  ] as const)
    expect((await platform.request(method, storePath(storeId, path), { as: operator.token, body })).status).toBe(status)
  const refused = await platform.query("select from audit_log where store_id = $1 and details ? 'refused'", [storeId])
  expect(refused).toHaveLength(2)
  expect(await platform.query('select from store_alerts where store_id = $1', [storeId])).toEqual([])
  expect(await alertsTo(owner)).toEqual([])
})

it('a change by an API token names the token', async () => {
  const { storeId, owner, send } = await openStore()
  const bot = await platform.createApiToken(storeId, ['commands:write', 'catalog:write'])
  await send(bot, 'POST', '/products', PRODUCT)
  expect(await alertsTo(owner)).toEqual(['commands_changed'])
  expect(await platform.mailTo(owner.email)).toMatch(/UTC, API token tok_\w{26}: prd_/)
})

it('alerts wait while the budget of mails is used up', async () => {
  const { owner, send } = await openStore()
  const { accounts } = platform.database
  await setLimit(accounts, { plan: '*', name: 'mails_per_hour', maximum: 0 })
  await send(owner.token, 'POST', '/products', PRODUCT)
  expect(await alertsTo(owner)).toEqual([])
  await setLimit(accounts, { plan: '*', name: 'mails_per_hour', maximum: 500 })
  expect(await alertsTo(owner)).toEqual(['commands_changed'])
})

it('a member switches off alerts about changes of others, but not those about their own or about money', async () => {
  const { owner, manager, send } = await openStore()
  const { id } = await send(manager.token, 'POST', '/products', PRODUCT)
  expect(await alertsTo(owner)).toEqual(['commands_changed'])
  const mail = JSON.parse(await platform.mailTo(owner.email)) as { text: string; unsubscribe: string }
  expect(mail.text).toContain(mail.unsubscribe)
  expect(await platform.mailTo(manager.email)).not.toContain('unsubscribe')

  const [, token = ''] = /\/account\/alerts#token=(\S+)$/.exec(mail.unsubscribe) ?? []
  const mute = (body: object) => platform.request('POST', '/account/alerts/mute', { body })
  const forged = [
    token.replace('commands_changed', 'token_created'),
    token.slice(0, -1),
    `${token.split('.')[0]}..`,
    'x',
  ]
  for (const wrong of forged) expect((await mute({ token: wrong })).status).toBe(400)
  expect([(await mute({ token })).status, (await mute({ token })).status]).toEqual([204, 204])
  const account = async () => (await platform.request('GET', '/account', { as: owner.token })).body
  expect(await account()).toMatchObject({ mutedAlerts: ['commands_changed'] })

  await anHourLater()
  await send(manager.token, 'PATCH', `/products/${id}`, { commands: COMMANDS })
  expect(await alertsTo(owner)).toEqual(['commands_changed'])
  expect(await alertsTo(manager)).toHaveLength(2)
  await anHourLater()
  await send(owner.token, 'PATCH', `/products/${id}`, { commands: COMMANDS })
  expect(await alertsTo(owner)).toHaveLength(2)

  const set = (mutedAlerts: string[]) =>
    platform.request('PUT', '/account/alerts', { as: owner.token, body: { mutedAlerts } })
  expect((await set(['provider_changed'])).status).toBe(400)
  expect((await set([])).status).toBe(204)
  expect(await account()).toMatchObject({ mutedAlerts: [] })
})

it('a stolen session cannot switch alerts off, and undoing a change switches them on again', async () => {
  const { owner, send } = await openStore()
  const set = () =>
    platform.request('PUT', '/account/alerts', { as: owner.token, body: { mutedAlerts: ['token_created'] } })
  expect((await set()).status).toBe(204)
  await send(owner.token, 'POST', '/products', PRODUCT)
  await platform.sendAlerts()
  await platform.query(
    "update account_sessions set authenticated_at = now() - interval '11 minutes' where account_id = $1",
    [owner.accountId],
  )
  expect(await set()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  const token = await platform.undoToken(owner.email)
  expect((await platform.request('POST', '/account/undo', { body: { token } })).status).toBe(204)
  expect(await platform.query('select muted_alerts from accounts where id = $1', [owner.accountId])).toEqual([
    { muted_alerts: [] },
  ])
})
