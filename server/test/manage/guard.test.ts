import { afterAll, expect, it, vi } from 'vitest'
import { startManagement, storePath } from './start-management.ts'

// Time stands still, because a slow machine would allow more calls.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())

const platform = await startManagement()
const storeId = await platform.createStore()
const owner = await platform.addMember(storeId, 'owner')
const patch = (headers: Record<string, string>) =>
  platform.request('PATCH', storePath(storeId), { body: { name: 'A' }, headers: { 'if-match': '*', ...headers } })
const cookie = `quartermaster=${owner.token}`

it('a cookie authorizes writes only from pages of the same origin', async () => {
  expect((await patch({ cookie })).body).toMatchObject({ code: 'csrf' })
  expect((await patch({ cookie, origin: 'https://evil.example' })).body).toMatchObject({ code: 'csrf' })
  expect((await patch({ cookie, origin: 'null' })).status).toBe(403)
  expect((await patch({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await patch({ cookie, origin: platform.payments.publicUrl })).status).toBe(200)
  expect((await patch({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await platform.request('GET', storePath(storeId), { headers: { cookie } })).status).toBe(200)
})

it('two session cookies with the same name are both rejected', async () => {
  const duplicated = `${cookie}; ${cookie}`
  expect((await platform.request('GET', storePath(storeId), { headers: { cookie: duplicated } })).status).toBe(401)
})

it('a request without a credential, with two, or with an unknown one is rejected', async () => {
  const get = (headers: Record<string, string>) => platform.request('GET', storePath(storeId), { headers })
  expect((await get({})).status).toBe(401)
  expect((await get({ authorization: owner.token })).status).toBe(401)
  expect((await get({ authorization: `Basic ${owner.token}` })).status).toBe(401)
  expect((await get({ authorization: 'Bearer qms_nothing' })).status).toBe(401)
  expect((await get({ authorization: `Bearer ${owner.token}x`, cookie })).status).toBe(401)
})

it('a URL with an empty path segment does not exist, whatever the request contains', async () => {
  const sent = { as: owner.token, body: { secret: 1 } }
  for (const path of ['/account/sessions/', storePath(storeId, '/players/'), storePath(storeId, '/players//ban')]) {
    for (const options of [sent, {}]) {
      const { status, body } = await platform.request('DELETE', path, options)
      expect([status, body]).toEqual([404, expect.objectContaining({ detail: 'This URL does not exist.' })])
    }
  }
})

it('responses cannot be framed, cached or read by pages of other origins', async () => {
  const { headers } = await platform.request('GET', storePath(storeId), { as: owner.token })
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it('too many requests of one caller are rejected, and other callers are not affected', async () => {
  const [loud, quiet] = [
    await platform.createApiToken(storeId, ['store:read']),
    await platform.createApiToken(storeId, ['store:read']),
  ]
  const statuses = new Set<number>()
  while (!statuses.has(429)) {
    const responses = Array.from({ length: 200 }, () => platform.request('GET', storePath(storeId), { as: loud }))
    for (const { status } of await Promise.all(responses)) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([200, 429]))
  expect((await platform.request('GET', storePath(storeId), { as: quiet })).status).toBe(200)
})
