import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { returnSession } from '../../src/http/manage/account/session-cookie.ts'
import { type AccountId, formatId, newId, type PasskeyId, type SessionId } from '../../src/ids.ts'
import { PASSWORD, PUBLIC_URL } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'
import { OTHER_PASSWORD, comparable, type Started, startManage } from './start-manage.ts'

const { call, inbox, query, createPerson } = await startManage()

test('a sign-up ends with a session cookie that scripts and other sites cannot use', async () => {
  expect(await call('POST', '/account/sign-up', { email: 'ana@vale.example' })).toMatchObject({ status: 202, text: '' })
  const token = tokenIn(await inbox.wait('ana@vale.example'))
  const confirmed = await call<Started>('POST', '/account/sign-up/confirm', { token, name: 'Ana', password: PASSWORD })
  expect(confirmed).toMatchObject({ status: 201, body: { token: null } })
  const [, session = ''] =
    /^__Host-quartermaster=(qms_[0-9A-Za-z]{38}); Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict; Secure$/.exec(
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
  const signedOut = await call('POST', '/account/sign-out', undefined, { cookie, origin: PUBLIC_URL })
  expect(signedOut.headers.get('set-cookie')).toBe(
    '__Host-quartermaster=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
  expect(await call('GET', '/account', undefined, { cookie })).toMatchObject({ status: 401 })
})

test('programs get the token in the response, and no cookie', async () => {
  const { email } = await createPerson()
  const answer = await call<{ session: Started }>('POST', '/account/sign-in', {
    email,
    password: PASSWORD,
    sessionType: 'token',
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await call('GET', '/account', undefined, { token: answer.body.session.token ?? '' })).toMatchObject({
    status: 200,
  })
})

test('without TLS the cookie has a name without the __Host- prefix and is not marked as secure', async () => {
  const app = Fastify()
  app.get('/', async (_, reply) => {
    const ids = { sessionId: newId<SessionId>(), accountId: newId<AccountId>() }
    return returnSession(
      reply,
      { ...ids, token: 'qms_x', expiresAt: new Date(0) },
      { publicUrl: 'http://localhost:8080', sessionType: 'cookie' },
    )
  })
  const { headers } = await app.inject('/')
  expect(headers['set-cookie']).toBe('quartermaster=qms_x; Max-Age=7776000; Path=/; HttpOnly; SameSite=Strict')
})

test('no response shows whether an address has an account', async () => {
  const { email } = await createPerson()
  const unused = 'nobody@vale.example'
  for (const path of ['/account/sign-up', '/account/password-reset']) {
    const [known, unknown] = [await call('POST', path, { email }), await call('POST', path, { email: unused })]
    expect(comparable(known), path).toEqual(comparable(unknown))
    expect(known.status).toBe(202)
  }
  const tryWrongPassword = (address: string) =>
    call('POST', '/account/sign-in', { email: address, password: 'wrong password' })
  expect(comparable(await tryWrongPassword(email))).toEqual(comparable(await tryWrongPassword(unused)))
  // On a slow machine, the limit grows while the passwords are tried.
  let [known, unknown] = [await tryWrongPassword(email), await tryWrongPassword(unused)]
  for (let i = 0; i < 20 && (known.status !== 429 || unknown.status !== 429); i++)
    [known, unknown] = await Promise.all([tryWrongPassword(email), tryWrongPassword(unused)])
  expect(known).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(comparable(known)).toEqual(comparable(unknown))
})

test('sensitive changes require an authentication within the last ten minutes', async () => {
  const { token, accountId } = await createPerson()
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
    const { status, body: problem } = await call<{ code: string }>(method, path, body, { token })
    expect([status, problem.code], `${method} ${path}`).toEqual([403, 'reauthentication_required'])
  }
  expect(await call('POST', '/account/reauthenticate', { password: 'wrong password' }, { token })).toMatchObject({
    status: 401,
  })
  expect(await call('POST', '/account/reauthenticate', { password: PASSWORD }, { token })).toMatchObject({
    status: 204,
  })
  expect(await call('PUT', '/account/password', { password: OTHER_PASSWORD }, { token })).toMatchObject({
    status: 204,
  })
})

test('a body with an unknown, missing or invalid field is rejected, and the error names the field', async () => {
  const invalid: [string, unknown, string][] = [
    ['/account/sign-in', { email: 'a@b', password: 'x', admin: true }, 'body/admin'],
    ['/account/sign-in', { email: 'a@b' }, 'body/password'],
    ['/account/sign-up', { email: 'no address' }, 'body/email'],
    ['/account/password-reset/confirm', { token: 'x', password: OTHER_PASSWORD }, 'body/token'],
  ]
  for (const [path, body, field] of invalid) {
    expect(await call('POST', path, body), field).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', field },
    })
  }
})
