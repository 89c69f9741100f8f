import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { returnSession } from '../../src/http/manage/account/session-cookie.ts'
import { type AccountId, formatId, newId, type PasskeyId, type SessionId } from '../../src/ids.ts'
import { PASSWORD, PUBLIC_URL } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'
import { OTHER_PASSWORD, shown, type Started, startManage, UNKNOWN_SESSION } from './start-manage.ts'

const { call, inbox, query, newPerson } = await startManage()

test('from the first mail to a session in a cookie that no script and no other site can use', async () => {
  expect(await call('POST', '/account/sign-up', { email: 'ana@vale.example' })).toMatchObject({ status: 202, text: '' })
  const token = tokenIn(await inbox.wait('ana@vale.example'))
  const confirmed = await call<Started>('POST', '/account/sign-up/confirm', { token, name: 'Ana', password: PASSWORD })
  expect(confirmed).toMatchObject({ status: 201, body: { token: null } })
  const [, session = ''] =
    /^__Host-quartermaster=(qms_[0-9A-Za-z]{38}); Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/.exec(
      confirmed.headers.get('set-cookie') ?? '',
    ) ?? []
  const cookie = `__Host-quartermaster=${session}`
  const mine = await call('GET', '/account', undefined, { cookie })
  expect(mine).toMatchObject({
    status: 200,
    body: { email: 'ana@vale.example', name: 'Ana', isRecentlyAuthenticated: true, passkeyCount: 0 },
  })
  const rename = { name: 'Ana B.' }
  expect(await call('PATCH', '/account', rename, { cookie, origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    body: { code: 'csrf' },
  })
  expect(await call('PATCH', '/account', rename, { cookie, origin: PUBLIC_URL })).toMatchObject({
    status: 200,
    body: rename,
  })
  const out = await call('POST', '/account/sign-out', undefined, { cookie, origin: PUBLIC_URL })
  expect(out.headers.get('set-cookie')).toBe('__Host-quartermaster=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(await call('GET', '/account', undefined, { cookie })).toMatchObject({ status: 401 })
})

test('programs get the token in the answer, and no cookie', async () => {
  const { email } = await newPerson()
  const answer = await call<{ session: Started }>('POST', '/account/sign-in', {
    email,
    password: PASSWORD,
    sessionType: 'token',
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await call('GET', '/account', undefined, { as: answer.body.session.token ?? '' })).toMatchObject({
    status: 200,
  })
})

test('without TLS the cookie has another name, which cannot claim to be secure', async () => {
  const app = Fastify()
  app.get('/', async (_, reply) => {
    const ids = { sessionId: newId<SessionId>(), accountId: newId<AccountId>() }
    return returnSession(reply, { ...ids, token: 'qms_x', expiresAt: new Date(0) }, { publicUrl: 'http://localhost:8080', sessionType: 'cookie' })
  })
  const { headers } = await app.inject('/')
  expect(headers['set-cookie']).toBe('quartermaster=qms_x; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax')
})

test('whether an address has an account is told by no answer', async () => {
  const { email } = await newPerson()
  const nobody = 'nobody@vale.example'
  for (const path of ['/account/sign-up', '/account/password-reset']) {
    const [known, unknown] = [await call('POST', path, { email }), await call('POST', path, { email: nobody })]
    expect(shown(known), path).toEqual(shown(unknown))
    expect(known.status).toBe(202)
  }
  const wrong = (address: string) => call('POST', '/account/sign-in', { email: address, password: 'wrong password' })
  expect(shown(await wrong(email))).toEqual(shown(await wrong(nobody)))
  for (let i = 0; i < 6; i++) await Promise.all([wrong(email), wrong(nobody)])
  const [known, unknown] = [await wrong(email), await wrong(nobody)]
  expect(known).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(shown(known)).toEqual(shown(unknown))
})

test('nothing of an account is for who has not signed in', async () => {
  const routes = [
    ['GET', '/account'],
    ['PATCH', '/account'],
    ['DELETE', '/account'],
    ['POST', '/account/reauthenticate'],
    ['PUT', '/account/password'],
    ['PUT', '/account/email'],
    ['GET', '/account/sessions'],
    ['DELETE', '/account/sessions'],
    ['DELETE', `/account/sessions/${UNKNOWN_SESSION}`],
    ['POST', '/account/totp'],
    ['POST', '/account/totp/confirm'],
    ['DELETE', '/account/totp'],
    ['POST', '/account/recovery-codes'],
    ['GET', '/account/passkeys'],
    ['POST', '/account/passkeys/start'],
    ['POST', '/account/passkeys'],
    ['DELETE', `/account/passkeys/${formatId('psk', newId<PasskeyId>())}`],
    ['POST', '/account/providers/github/connect'],
    ['POST', '/account/provider-connections'],
    ['DELETE', '/account/providers/github'],
    ['POST', '/account/sign-out'],
  ] as const
  for (const [method, path] of routes) expect((await call(method, path)).status, `${method} ${path}`).toBe(401)
})

test('what would let a thief stay needs a proof of the last ten minutes', async () => {
  const { token, accountId } = await newPerson()
  await query("update account_sessions set authenticated_at = now() - interval '601 seconds' where account_id = $1", [
    accountId,
  ])
  const routes: [string, string, unknown?][] = [
    ['DELETE', '/account'],
    ['PUT', '/account/password', { password: OTHER_PASSWORD }],
    ['PUT', '/account/email', { email: 'thief@vale.example' }],
    ['POST', '/account/totp'],
    ['POST', '/account/totp/confirm', { challenge: 'x', code: '000000' }],
    ['DELETE', '/account/totp'],
    ['POST', '/account/recovery-codes'],
    ['POST', '/account/passkeys/start'],
    ['DELETE', `/account/passkeys/${formatId('psk', newId<PasskeyId>())}`],
    ['POST', '/account/providers/github/connect'],
    ['POST', '/account/provider-connections', { ticket: 'x', state: 'x', code: 'x' }],
    ['DELETE', '/account/providers/github'],
  ]
  for (const [method, path, body] of routes) {
    const { status, body: problem } = await call<{ code: string }>(method, path, body, { as: token })
    expect([status, problem.code], `${method} ${path}`).toEqual([403, 'reauthentication_required'])
  }
  expect(await call('POST', '/account/reauthenticate', { password: 'wrong password' }, { as: token })).toMatchObject({
    status: 401,
  })
  expect(await call('POST', '/account/reauthenticate', { password: PASSWORD }, { as: token })).toMatchObject({
    status: 204,
  })
  expect(await call('PUT', '/account/password', { password: OTHER_PASSWORD }, { as: token })).toMatchObject({
    status: 204,
  })
})

test('a body with a field too many, or none, is refused by name', async () => {
  const faults: [string, unknown, string][] = [
    ['/account/sign-in', { email: 'a@b', password: 'x', admin: true }, 'body/admin'],
    ['/account/sign-in', { email: 'a@b' }, 'body/password'],
    ['/account/sign-up', { email: 'no address' }, 'body/email'],
    ['/account/password-reset/confirm', { token: 'x', password: OTHER_PASSWORD }, 'body/token'],
  ]
  for (const [path, body, field] of faults) {
    expect(await call('POST', path, body), field).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', field },
    })
  }
})
