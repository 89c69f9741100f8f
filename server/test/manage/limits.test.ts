import { expect, it } from 'vitest'
import { setLimit } from '../../src/stores/limits.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()
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
