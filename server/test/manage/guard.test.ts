import { expect, it } from 'vitest'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()
const storeId = await desk.createStore()
const owner = await desk.member(storeId, 'owner')
const patch = (headers: Record<string, string>) =>
  desk.ask('PATCH', storePath(storeId), { body: { name: 'A' }, headers: { 'if-match': '*', ...headers } })
const cookie = `quartermaster=${owner.token}`

it('a cookie changes something only from a page of our own', async () => {
  expect((await patch({ cookie })).body).toMatchObject({ code: 'csrf' })
  expect((await patch({ cookie, origin: 'https://evil.example' })).body).toMatchObject({ code: 'csrf' })
  expect((await patch({ cookie, origin: 'null' })).status).toBe(403)
  expect((await patch({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await patch({ cookie, origin: desk.payments.publicUrl })).status).toBe(200)
  expect((await patch({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await desk.ask('GET', storePath(storeId), { headers: { cookie } })).status).toBe(200)
})

it('of two cookies of one name neither is believed', async () => {
  const twice = `${cookie}; ${cookie}`
  expect((await desk.ask('GET', storePath(storeId), { headers: { cookie: twice } })).status).toBe(401)
})

it('nobody gets in without a credential, with two, or with one that is not ours', async () => {
  const ask = (headers: Record<string, string>) => desk.ask('GET', storePath(storeId), { headers })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: owner.token })).status).toBe(401)
  expect((await ask({ authorization: `Basic ${owner.token}` })).status).toBe(401)
  expect((await ask({ authorization: 'Bearer qms_nothing' })).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${owner.token}x`, cookie })).status).toBe(401)
})

it('an address with an empty part is the address of nothing, whatever comes with it', async () => {
  const sent = { as: owner.token, body: { secret: 1 } }
  for (const path of ['/account/sessions/', storePath(storeId, '/players/'), storePath(storeId, '/players//ban')]) {
    for (const asked of [sent, {}]) {
      const { status, body } = await desk.ask('DELETE', path, asked)
      expect([status, body]).toEqual([404, expect.objectContaining({ detail: 'There is nothing at this address' })])
    }
  }
})

it('answers cannot be framed, kept or read by the page of somebody else', async () => {
  const { headers } = await desk.ask('GET', storePath(storeId), { as: owner.token })
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it('a store of others looks like a store that is not there, whoever asks for whatever', async () => {
  const other = await desk.createStore()
  const nowhere = 'sto_00000000000000000000000000'
  for (const path of ['', '/audit-log', '/tokens', '/members', '/checkouts', '/players', '/redeliveries']) {
    const headers = { 'x-request-id': 'same' }
    const foreign = await desk.ask('GET', storePath(other, path), { as: owner.token, headers })
    const unknown = await desk.ask('GET', `/stores/${nowhere}${path}`, { as: owner.token, headers })
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  }
})

it('too many requests of one caller are refused, and nobody else notices', async () => {
  const [loud, quiet] = [await desk.token(storeId, ['store:read']), await desk.token(storeId, ['store:read'])]
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => desk.ask('GET', storePath(storeId), { as: loud })),
  )
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  expect((await desk.ask('GET', storePath(storeId), { as: quiet })).status).toBe(200)
})
