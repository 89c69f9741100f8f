import { expect, it } from 'vitest'
import { isSecretToken } from '../../src/secret-token.ts'
import { INIT, rememberKey } from '../start-store.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()
const storeId = await desk.createStore()
const owner = await desk.member(storeId, 'owner')
const tokens = storePath(storeId, '/tokens')

async function make(body: object, as = owner.token) {
  const made = await desk.ask('POST', tokens, { as, body: { name: 'bot', ...body } })
  const { token = '' } = made.body as { token?: string }
  if (token !== '') rememberKey(token)
  return { ...made, token }
}

it('a token does what its scopes say, is shown once, and only its hash is kept', async () => {
  const { status, token } = await make({ scopes: ['store:read'] })
  expect([status, isSecretToken('qmt_', token)]).toEqual([201, true])
  expect((await desk.ask('GET', storePath(storeId), { as: token })).status).toBe(200)
  const refused = await desk.ask('GET', storePath(storeId, '/checkouts'), { as: token })
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const listed = await desk.ask('GET', tokens, { as: owner.token })
  expect(listed.text).not.toContain(token)
  expect(listed.body).toMatchObject({
    items: [{ hint: `…${token.slice(-4)}`, lastUsedFrom: '127.0.0.1', active: true }],
  })
})

it('neither a token nor a server key opens the other door', async () => {
  const { token } = await make({ scopes: ['store:read'] })
  const { key } = await desk.createServer(storeId)
  expect((await desk.call('POST', INIT, { key: token, body: { serverPort: 1 } })).status).toBe(401)
  expect((await desk.ask('GET', storePath(storeId), { as: key })).status).toBe(401)
})

it('a token can never do more than who made it may do now', async () => {
  const maker = await desk.member(storeId, 'owner')
  const { token } = await make({ scopes: ['store:read', 'catalog:write', 'webhooks:read'] }, maker.token)
  await desk.query("update store_members set role = 'viewer' where account_id = $1", [maker.accountId])
  expect((await desk.ask('GET', storePath(storeId), { as: token })).status).toBe(200)
  expect((await desk.ask('GET', '/whoami', { as: token })).body).toMatchObject({ scopes: ['store:read'] })
})

it('a token that is revoked or over opens nothing from that moment on', async () => {
  const made = await make({ scopes: ['store:read'], expiresAt: '2030-01-01T00:00:00.000Z' })
  const { id } = made.body as { id: string }
  for (let i = 0; i < 2; i++) {
    expect((await desk.ask('DELETE', `${tokens}/${id}`, { as: owner.token })).status).toBe(204)
  }
  expect((await desk.ask('GET', storePath(storeId), { as: made.token })).status).toBe(401)
  const other = await make({ scopes: ['store:read'], expiresAt: '2030-01-01T00:00:00.000Z' })
  await desk.query("update api_tokens set expires_at = now() - interval '1 second' where hint = $1", [
    `…${other.token.slice(-4)}`,
  ])
  expect((await desk.ask('GET', storePath(storeId), { as: other.token })).status).toBe(401)
})

it('a token lets nobody in: not people, not other tokens', async () => {
  for (const scope of ['members:write', 'tokens:write', 'store:plan', 'everything']) {
    expect((await make({ scopes: [scope] })).body).toMatchObject({ status: 400 })
  }
  expect((await make({ scopes: ['store:read'], expiresAt: '2001-01-01T00:00:00.000Z' })).status).toBe(400)
  const { token } = await make({ scopes: ['store:read'] })
  expect(
    (await desk.ask('POST', '/stores', { as: token, body: { name: 'A', url: 'a.example', currency: 'BRL' } })).status,
  ).toBe(403)
})

it('the answer with a new token is the same for a repeated request, and lies sealed in the database', async () => {
  const ask = () =>
    desk.ask('POST', tokens, {
      as: owner.token,
      body: { name: 'once', scopes: ['store:read'] },
      headers: { 'idempotency-key': 'token-1' },
    })
  const [first, second] = [await ask(), await ask()]
  expect(second.text).toBe(first.text)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  const { token } = first.body as { token: string }
  rememberKey(token)
  const rows = await desk.query('select a::text as row from idempotent_responses a where scope = $1', [storeId])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await desk.query("select 1 from api_tokens where name = 'once'")).toHaveLength(1)
})
