import { expect, it } from 'vitest'
import { isSecretToken } from '../../src/secret-token.ts'
import { INIT, rememberKey } from '../start-store.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()
const storeId = await platform.createStore()
const owner = await platform.addMember(storeId, 'owner')
const tokens = storePath(storeId, '/tokens')

async function create(body: object, as = owner.token) {
  const created = await platform.request('POST', tokens, { as, body: { name: 'bot', ...body } })
  const { token = '' } = created.body as { token?: string }
  if (token !== '') rememberKey(token)
  return { ...created, token }
}

it('a token has the permissions of its scopes, is returned once, and only its hash is stored', async () => {
  const { status, token } = await create({ scopes: ['store:read'] })
  expect([status, isSecretToken('qmt_', token)]).toEqual([201, true])
  expect((await platform.request('GET', storePath(storeId), { as: token })).status).toBe(200)
  const rejected = await platform.request('GET', storePath(storeId, '/checkouts'), { as: token })
  expect(rejected).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const listed = await platform.request('GET', tokens, { as: owner.token })
  expect(listed.text).not.toContain(token)
  expect(listed.body).toMatchObject({
    items: [{ hint: `…${token.slice(-4)}`, lastUsedFrom: '127.0.0.1', isActive: true }],
  })
})

it('a token is not accepted as a server key, nor a server key as a token', async () => {
  const { token } = await create({ scopes: ['store:read'] })
  const { key } = await platform.createServer(storeId)
  expect((await platform.call('POST', INIT, { key: token, body: { serverPort: 1 } })).status).toBe(401)
  expect((await platform.request('GET', storePath(storeId), { as: key })).status).toBe(401)
})

it('a token never has more permissions than its creator has now', async () => {
  const creator = await platform.addMember(storeId, 'owner')
  const { token } = await create({ scopes: ['store:read', 'catalog:write', 'webhooks:read'] }, creator.token)
  await platform.query("update store_members set role = 'viewer' where account_id = $1", [creator.accountId])
  expect((await platform.request('GET', storePath(storeId), { as: token })).status).toBe(200)
  expect((await platform.request('GET', '/whoami', { as: token })).body).toMatchObject({ scopes: ['store:read'] })
})

it('a revoked or expired token is rejected at once', async () => {
  const created = await create({ scopes: ['store:read'], expiresAt: '2030-01-01T00:00:00.000Z' })
  const { id } = created.body as { id: string }
  for (let i = 0; i < 2; i++) {
    expect((await platform.request('DELETE', `${tokens}/${id}`, { as: owner.token })).status).toBe(204)
  }
  expect((await platform.request('GET', storePath(storeId), { as: created.token })).status).toBe(401)
  const other = await create({ scopes: ['store:read'], expiresAt: '2030-01-01T00:00:00.000Z' })
  await platform.query("update api_tokens set expires_at = now() - interval '1 second' where hint = $1", [
    `…${other.token.slice(-4)}`,
  ])
  expect((await platform.request('GET', storePath(storeId), { as: other.token })).status).toBe(401)
})

it('a token cannot invite members, create tokens or create stores', async () => {
  for (const scope of ['members:write', 'tokens:write', 'store:plan', 'everything']) {
    expect((await create({ scopes: [scope] })).body).toMatchObject({ status: 400 })
  }
  expect((await create({ scopes: ['store:read'], expiresAt: '2001-01-01T00:00:00.000Z' })).status).toBe(400)
  const { token } = await create({ scopes: ['store:read'] })
  expect(
    (await platform.request('POST', '/stores', { as: token, body: { name: 'A', url: 'a.example', currency: 'BRL' } }))
      .status,
  ).toBe(403)
})

it('a repeated request returns the same new token, and the stored response is sealed', async () => {
  const send = () =>
    platform.request('POST', tokens, {
      as: owner.token,
      body: { name: 'once', scopes: ['store:read'] },
      headers: { 'idempotency-key': 'token-1' },
    })
  const [first, second] = [await send(), await send()]
  expect(second.text).toBe(first.text)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  const { token } = first.body as { token: string }
  rememberKey(token)
  const rows = await platform.query('select a::text as row from idempotent_responses a where scope = $1', [storeId])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await platform.query("select 1 from api_tokens where name = 'once'")).toHaveLength(1)
})
