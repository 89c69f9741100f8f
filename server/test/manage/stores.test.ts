import { expect, it } from 'vitest'
import { PERMISSIONS, permissionsOf, ROLES } from '../../src/access/permissions.ts'
import { setLimit } from '../../src/stores/limits.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()

it('the account that creates a store becomes its owner, and the audit log records it', async () => {
  const ana = await platform.createAccount()
  const body = { name: 'Vale', url: 'vale.example', currency: 'BRL' }
  const created = await platform.request('POST', '/stores', { as: ana.token, body })
  expect(created.status).toBe(201)
  expect(created.headers.get('etag')).toBe('"1"')
  const { id } = created.body as { id: string }
  const mine = await platform.request('GET', '/stores', { as: ana.token })
  expect(mine.body).toMatchObject({ items: [{ id, role: 'owner' }], nextCursor: null })
  const log = await platform.request('GET', `/stores/${id}/audit-log`, { as: ana.token })
  expect(log.body).toMatchObject({ items: [{ action: 'createStore', actor: { name: ana.email }, subject: id }] })
})

it('an update of an older version is rejected', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, 'owner')
  const update = (match: string | undefined, name: string) =>
    platform.request('PATCH', storePath(storeId), {
      as,
      body: { name },
      ...(match && { headers: { 'if-match': match } }),
    })
  expect((await update(undefined, 'A')).status).toBe(428)
  expect((await update('"1"', 'A')).headers.get('etag')).toBe('"2"')
  expect((await update('"1"', 'B')).status).toBe(412)
  expect((await update('*', 'C')).body).toMatchObject({ name: 'C', version: 3 })
})

it.each(ROLES)('a store tells a member with the role %s what the role may do', async (role) => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, role)
  const { body } = await platform.request('GET', storePath(storeId), { as })
  expect(body).toMatchObject({ permissions: permissionsOf(role), gamesUrl: expect.stringContaining('http') as string })
})

it('a store tells an API token its scopes, and an operator every permission', async () => {
  const storeId = await platform.createStore()
  const { token: owner } = await platform.addMember(storeId, 'owner')
  const scopes = ['store:read', 'checkouts:read']
  const created = await platform.request('POST', storePath(storeId, '/tokens'), {
    as: owner,
    body: { name: 'bot', scopes },
  })
  const { token } = created.body as { token: string }
  const permissionsFor = async (as: string) => (await platform.request('GET', storePath(storeId), { as })).body
  expect(await permissionsFor(token)).toMatchObject({ permissions: scopes })
  expect(await permissionsFor((await platform.createOperator()).token)).toMatchObject({ permissions: PERMISSIONS })
})

it('an unknown field is rejected and named', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, 'owner')
  const rejected = await platform.request('PATCH', storePath(storeId), {
    as,
    body: { nmae: 'A' },
    headers: { 'if-match': '*' },
  })
  expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_request', field: 'body/nmae' } })
})

it('an operator without a second factor cannot open stores of others', async () => {
  const storeId = await platform.createStore()
  const account = await platform.createAccount()
  await platform.query('update accounts set is_operator = true where id = $1', [account.accountId])
  expect((await platform.request('GET', storePath(storeId), { as: account.token })).status).toBe(404)
  expect((await platform.request('GET', '/platform/stores', { as: account.token })).status).toBe(403)
})

it('a store can require a second factor of its staff', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  const support = await platform.addMember(storeId, 'support')
  const require = (requiresSecondFactor: boolean) => request('PATCH', '', { requiresSecondFactor }, { 'if-match': '*' })
  expect(await require(true)).toMatchObject({ status: 200, body: { requiresSecondFactor: true } })
  const open = () => platform.request('GET', storePath(storeId), { as: support.token })
  expect(await open()).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
  await platform.query(
    "update accounts set totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now() where id = $1",
    [support.accountId],
  )
  expect((await open()).status).toBe(200)
})

it('a required second factor does not concern API tokens, and the session that requires it must be recent', async () => {
  const storeId = await platform.createStore()
  const owner = await platform.addMember(storeId, 'owner')
  const bot = await platform.createApiToken(storeId, ['store:read', 'store:write'])
  const require = (as: string) =>
    platform.request('PATCH', storePath(storeId), {
      as,
      body: { requiresSecondFactor: true },
      headers: { 'if-match': '*' },
    })
  await platform.query(
    "update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1",
    [owner.accountId],
  )
  expect(await require(owner.token)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  expect((await require(bot)).status).toBe(200)
  expect((await platform.request('GET', storePath(storeId), { as: bot })).status).toBe(200)
})

const { accounts } = platform.database
const STORE = { name: 'Vale', url: 'vale.example', currency: 'BRL' }
const EXCEEDED = { status: 409, body: { code: 'quota_exceeded' } }

it('of twenty concurrent requests, an account gets as many stores as the limit allows', async () => {
  await setLimit(accounts, { plan: '*', name: 'stores', maximum: 3 })
  const { token: as } = await platform.createAccount()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => platform.request('POST', '/stores', { as, body: STORE })),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await platform.request('POST', '/stores', { as, body: STORE })).toMatchObject(EXCEEDED)
  await setLimit(accounts, { plan: '*', name: 'stores', maximum: 50 })
})

it('a store can have as many servers, products, endpoints, tokens and members as its plan allows', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  const PLAN = 'TINY'
  await platform.query('update stores set plan = $2 where id = $1', [storeId, PLAN])
  for (const name of ['servers', 'products', 'endpoints', 'tokens'] as const)
    await setLimit(accounts, { plan: PLAN, name, maximum: 1 })
  const commands = { approve: ['x'] }
  const additions: [string, object][] = [
    ['/servers', { name: 'one' }],
    ['/products', { name: 'VIP', priceMinor: 1, commands }],
    ['/webhooks', { url: 'https://hooks.vale.example/' }],
    ['/tokens', { name: 'bot', scopes: ['store:read'] }],
  ]
  for (const [path, body] of additions) {
    expect((await request('POST', path, body)).status, path).toBe(201)
    expect((await request('POST', path, body)).status, path).toBeGreaterThanOrEqual(400)
  }
  await setLimit(accounts, { plan: PLAN, name: 'servers', maximum: null })
  expect((await request('POST', '/servers', { name: 'two' })).status).toBe(201)
})

it('an invitation cannot be accepted by more members than the limit', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  await setLimit(accounts, { plan: '*', name: 'members', maximum: 1 })
  const ana = await platform.createAccount()
  expect((await request('POST', '/invitations', { email: ana.email, role: 'viewer' })).status).toBe(201)
  const body = { token: await platform.invitationToken(ana.email) }
  expect(await platform.request('POST', '/invitations/accept', { as: ana.token, body })).toMatchObject(EXCEEDED)
  await setLimit(accounts, { plan: '*', name: 'members', maximum: 2 })
  expect((await platform.request('POST', '/invitations/accept', { as: ana.token, body })).status).toBe(200)
  expect((await platform.request('GET', storePath(storeId), { as: ana.token })).status).toBe(200)
})

it('all callers together cannot cause more mails of a kind than the budget of the hour', async () => {
  const { request } = await platform.createStoreAs('owner')
  const [sent] = await platform.query<{ n: number }>("select count(*)::int as n from mails where kind = 'invitation'")
  await setLimit(accounts, { plan: '*', name: 'mails_per_hour', maximum: (sent?.n ?? 0) + 1 })
  const invite = (email: string) => request('POST', '/invitations', { email, role: 'viewer' })
  expect((await invite('one@vale.example')).status).toBe(201)
  expect(await invite('two@vale.example')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})
