import { expect, test } from 'vitest'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import { startFakeProvider } from './fake-sign-in-provider.ts'
import { createAuthenticator } from './software-authenticator.ts'
import { PASSWORD, PUBLIC_URL } from './start-accounts.ts'
import { comparable, type Started, startManage, UNKNOWN_SESSION } from './start-manage.ts'

const github = await startFakeProvider({ clientId: 'client', clientSecret: 'client secret' })
const { call, query, createPerson, signIn } = await startManage({
  env: { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'client secret', GITHUB_URL: github.url },
})

test('a second factor is set up, required to sign in, and required to reauthenticate', async () => {
  const { email, token, accountId } = await createPerson()
  const step = () => Math.floor(Date.now() / 30_000)
  const { body: totp } = await call<{ challenge: string; secret: string }>('POST', '/account/totp', undefined, {
    token,
  })
  const confirm = { challenge: totp.challenge, code: codeOf(totp.secret, step() - 1) }
  const { body: recovery } = await call<{ codes: string[] }>('POST', '/account/totp/confirm', confirm, { token })
  const first = await call<{ session: null; challenge: string }>('POST', '/account/sign-in', {
    email,
    password: PASSWORD,
  })
  expect(first.body.session).toBeNull()
  expect(first.headers.get('set-cookie')).toBeNull()
  const factor = { challenge: first.body.challenge, code: codeOf(totp.secret, step()), sessionType: 'token' }
  const second = await call<Started>('POST', '/account/sign-in/second-factor', factor)
  expect(second).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^qms_/) as string } })
  expect(await call('POST', '/account/sign-in/second-factor', factor)).toMatchObject({
    status: 401,
    body: { code: 'sign_in_failed' },
  })
  await query("update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1", [
    accountId,
  ])
  const newToken = second.body.token ?? ''
  expect(await call('POST', '/account/reauthenticate', { password: PASSWORD }, { token: newToken })).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  })
  expect(
    await call('POST', '/account/reauthenticate', { password: PASSWORD, code: recovery.codes[0] }, { token: newToken }),
  ).toMatchObject({
    status: 204,
  })
  expect(await call('DELETE', '/account/totp', undefined, { token: newToken })).toMatchObject({ status: 204 })
})

test('a passkey is registered, signs in and is deleted over HTTP', async () => {
  const { token } = await createPerson()
  const authenticator = createAuthenticator({ origin: PUBLIC_URL, rpId: 'store.localhost' })
  type PasskeyOptions = { options: { challenge: string } }
  const registration = await call<PasskeyOptions>('POST', '/account/passkeys/start', undefined, { token })
  const passkey = { name: 'Phone', response: authenticator.create(registration.body.options) }
  const { status, body } = await call<{ id: string }>('POST', '/account/passkeys', passkey, { token })
  expect(status).toBe(201)
  expect(await call('GET', '/account/passkeys', undefined, { token })).toMatchObject({
    body: { items: [{ id: body.id, name: 'Phone' }] },
  })
  const signInStart = await call<PasskeyOptions>('POST', '/account/passkey-sign-in/start')
  const response = authenticator.get(signInStart.body.options)
  expect(await call('POST', '/account/passkey-sign-in', { response })).toMatchObject({
    status: 200,
    body: { token: null },
  })
  expect(await call('DELETE', `/account/passkeys/${body.id}`, undefined, { token })).toMatchObject({ status: 204 })
  expect(await call('DELETE', `/account/passkeys/${body.id}`, undefined, { token })).toMatchObject({ status: 404 })
})

test('a person signs in with GitHub, and connects and disconnects it', async () => {
  expect(await call('GET', '/account/providers')).toMatchObject({
    body: { items: [{ provider: 'github', label: 'GitHub' }] },
  })
  expect(await call('POST', '/account/providers/discord/start')).toMatchObject({ status: 404 })
  type Flow = { url: string; ticket: string }
  const ada = { id: 1, login: 'ada', email: 'ada@vale.example', verified: true }
  const flow = await call<Flow>('POST', '/account/providers/github/start')
  const { code, state } = github.authorize(flow.body.url, ada)
  const redirect = { ticket: flow.body.ticket, state, code, sessionType: 'token' }
  expect(await call('POST', '/account/provider-sign-in', redirect)).toMatchObject({
    status: 200,
    body: { session: { token: expect.any(String) as string } },
  })

  const { token } = await createPerson()
  const connectFlow = await call<Flow>('POST', '/account/providers/github/connect', undefined, { token })
  const authorized = github.authorize(connectFlow.body.url, { ...ada, id: 2, email: 'bob@vale.example' })
  const connection = { ticket: connectFlow.body.ticket, state: authorized.state, code: authorized.code }
  expect(await call('POST', '/account/provider-connections', connection, { token })).toMatchObject({ status: 204 })
  expect(await call('GET', '/account', undefined, { token })).toMatchObject({
    body: { providers: [{ provider: 'github', name: 'ada' }] },
  })
  expect(await call('DELETE', '/account/providers/github', undefined, { token })).toMatchObject({ status: 204 })
})

test('sessions are listed in pages and can be ended, and sessions of other accounts are not found', async () => {
  const { email, token } = await createPerson()
  await signIn(email)
  const third = await signIn(email)
  type Page = { items: { id: string; isCurrent: boolean }[]; nextCursor: string | null }
  const first = await call<Page>('GET', '/account/sessions?limit=2', undefined, { token: third })
  expect(first.body.items.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  const rest = await call<Page>('GET', `/account/sessions?limit=2&cursor=${first.body.nextCursor}`, undefined, {
    token: third,
  })
  expect(rest.body).toMatchObject({ items: [{ isCurrent: false }], nextCursor: null })
  const stranger = await createPerson()
  const [last] = rest.body.items
  const foreign = await call('DELETE', `/account/sessions/${last?.id}`, undefined, { token: stranger.token })
  const unknown = await call('DELETE', `/account/sessions/${UNKNOWN_SESSION}`, undefined, { token: stranger.token })
  expect(comparable(foreign)).toEqual(comparable(unknown))
  expect(foreign.status).toBe(404)
  expect(await call('DELETE', '/account/sessions', undefined, { token: third })).toMatchObject({ status: 204 })
  expect(await call('GET', '/account', undefined, { token })).toMatchObject({ status: 401 })
})

test('the owner of a store cannot close their account, and other members leave their stores with it', async () => {
  const owner = await createPerson()
  const { body: store } = await call<{ id: string }>(
    'POST',
    '/stores',
    { name: 'Vale', url: 'vale.example', currency: 'BRL' },
    { token: owner.token },
  )
  expect(await call('DELETE', '/account', undefined, { token: owner.token })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  const helper = await createPerson()
  await query(
    'insert into store_members (store_id, account_id, role) select store_id, $1, $2 from store_members where account_id = $3',
    [helper.accountId, 'support', owner.accountId],
  )
  const closed = await call('DELETE', '/account', undefined, { token: helper.token })
  expect(closed).toMatchObject({ status: 204 })
  expect(closed.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await call('GET', '/account', undefined, { token: helper.token })).toMatchObject({ status: 401 })
  const { body: members } = await call<{ items: unknown[] }>('GET', `/stores/${store.id}/members`, undefined, {
    token: owner.token,
  })
  expect(members.items).toHaveLength(1)
  const { body: audit } = await call<{ items: object[] }>('GET', `/stores/${store.id}/audit-log?limit=1`, undefined, {
    token: owner.token,
  })
  expect(audit.items).toMatchObject([{ action: 'closeAccount' }])
})
