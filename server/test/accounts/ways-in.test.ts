import { expect, test } from 'vitest'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import { startFakeProvider } from './fake-sign-in-provider.ts'
import { createAuthenticator } from './software-authenticator.ts'
import { PASSWORD, PUBLIC_URL } from './start-accounts.ts'
import { shown, type Started, startManage, UNKNOWN_SESSION } from './start-manage.ts'

const github = await startFakeProvider({ clientId: 'client', clientSecret: 'client secret' })
const { call, query, newPerson, signIn } = await startManage({
  env: { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'client secret', GITHUB_URL: github.url },
})

test('a second factor is set up, asked for, and proved again with a code', async () => {
  const { email, token, accountId } = await newPerson()
  const step = () => Math.floor(Date.now() / 30_000)
  const { body: totp } = await call<{ challenge: string; secret: string }>('POST', '/account/totp', undefined, {
    as: token,
  })
  const confirm = { challenge: totp.challenge, code: codeOf(totp.secret, step() - 1) }
  const { body: recovery } = await call<{ codes: string[] }>('POST', '/account/totp/confirm', confirm, { as: token })
  const asked = await call<{ session: null; challenge: string }>('POST', '/account/sign-in', {
    email,
    password: PASSWORD,
  })
  expect(asked.body.session).toBeNull()
  expect(asked.headers.get('set-cookie')).toBeNull()
  const give = { challenge: asked.body.challenge, code: codeOf(totp.secret, step()), sessionType: 'token' }
  const second = await call<Started>('POST', '/account/sign-in/second-factor', give)
  expect(second).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^qms_/) as string } })
  expect(await call('POST', '/account/sign-in/second-factor', give)).toMatchObject({
    status: 401,
    body: { code: 'sign_in_failed' },
  })
  await query("update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1", [
    accountId,
  ])
  const as = second.body.token ?? ''
  expect(await call('POST', '/account/reauthenticate', { password: PASSWORD }, { as })).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  })
  expect(
    await call('POST', '/account/reauthenticate', { password: PASSWORD, code: recovery.codes[0] }, { as }),
  ).toMatchObject({
    status: 204,
  })
  expect(await call('DELETE', '/account/totp', undefined, { as })).toMatchObject({ status: 204 })
})

test('a passkey is made and signs in, over the wire as a browser would', async () => {
  const { token } = await newPerson()
  const authenticator = createAuthenticator({ origin: PUBLIC_URL, rpId: 'store.example' })
  type Begun = { options: { challenge: string } }
  const begun = await call<Begun>('POST', '/account/passkeys/start', undefined, { as: token })
  const made = { name: 'Phone', response: authenticator.create(begun.body.options) }
  const { status, body } = await call<{ id: string }>('POST', '/account/passkeys', made, { as: token })
  expect(status).toBe(201)
  expect(await call('GET', '/account/passkeys', undefined, { as: token })).toMatchObject({
    body: { items: [{ id: body.id, name: 'Phone' }] },
  })
  const asked = await call<Begun>('POST', '/account/passkey-sign-in/start')
  const response = authenticator.get(asked.body.options)
  expect(await call('POST', '/account/passkey-sign-in', { response })).toMatchObject({
    status: 200,
    body: { token: null },
  })
  expect(await call('DELETE', `/account/passkeys/${body.id}`, undefined, { as: token })).toMatchObject({ status: 204 })
  expect(await call('DELETE', `/account/passkeys/${body.id}`, undefined, { as: token })).toMatchObject({ status: 404 })
})

test('GitHub signs in, and is connected and taken off', async () => {
  expect(await call('GET', '/account/providers')).toMatchObject({
    body: { items: [{ provider: 'github', label: 'GitHub' }] },
  })
  expect(await call('POST', '/account/providers/discord/start')).toMatchObject({ status: 404 })
  type Begun = { url: string; ticket: string }
  const ada = { id: 1, login: 'ada', email: 'ada@vale.example', verified: true }
  const begun = await call<Begun>('POST', '/account/providers/github/start')
  const { code, state } = github.agree(begun.body.url, ada)
  const returned = { ticket: begun.body.ticket, state, code, sessionType: 'token' }
  expect(await call('POST', '/account/provider-sign-in', returned)).toMatchObject({
    status: 200,
    body: { session: { token: expect.any(String) as string } },
  })

  const { token } = await newPerson()
  const again = await call<Begun>('POST', '/account/providers/github/connect', undefined, { as: token })
  const agreed = github.agree(again.body.url, { ...ada, id: 2, email: 'bob@vale.example' })
  const connection = { ticket: again.body.ticket, state: agreed.state, code: agreed.code }
  expect(await call('POST', '/account/provider-connections', connection, { as: token })).toMatchObject({ status: 204 })
  expect(await call('GET', '/account', undefined, { as: token })).toMatchObject({
    body: { providers: [{ provider: 'github', name: 'ada' }] },
  })
  expect(await call('DELETE', '/account/providers/github', undefined, { as: token })).toMatchObject({ status: 204 })
})

test('sessions are listed in pages and ended; those of others are not there', async () => {
  const { email, token } = await newPerson()
  await signIn(email)
  const third = await signIn(email)
  type Page = { items: { id: string; isCurrent: boolean }[]; nextCursor: string | null }
  const first = await call<Page>('GET', '/account/sessions?limit=2', undefined, { as: third })
  expect(first.body.items.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  const rest = await call<Page>('GET', `/account/sessions?limit=2&cursor=${first.body.nextCursor}`, undefined, { as: third })
  expect(rest.body).toMatchObject({ items: [{ isCurrent: false }], nextCursor: null })
  const stranger = await newPerson()
  const [last] = rest.body.items
  const foreign = await call('DELETE', `/account/sessions/${last?.id}`, undefined, { as: stranger.token })
  const unknown = await call('DELETE', `/account/sessions/${UNKNOWN_SESSION}`, undefined, { as: stranger.token })
  expect(shown(foreign)).toEqual(shown(unknown))
  expect(foreign.status).toBe(404)
  expect(await call('DELETE', '/account/sessions', undefined, { as: third })).toMatchObject({ status: 204 })
  expect(await call('GET', '/account', undefined, { as: token })).toMatchObject({ status: 401 })
})

test('who owns a store cannot close his account; who does not leaves the stores he belongs to', async () => {
  const owner = await newPerson()
  const { body: shop } = await call<{ id: string }>(
    'POST',
    '/stores',
    { name: 'Vale', url: 'vale.example', currency: 'BRL' },
    { as: owner.token },
  )
  expect(await call('DELETE', '/account', undefined, { as: owner.token })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  const helper = await newPerson()
  await query(
    'insert into store_members (store_id, account_id, role) select store_id, $1, $2 from store_members where account_id = $3',
    [helper.accountId, 'support', owner.accountId],
  )
  const closed = await call('DELETE', '/account', undefined, { as: helper.token })
  expect(closed).toMatchObject({ status: 204 })
  expect(closed.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await call('GET', '/account', undefined, { as: helper.token })).toMatchObject({ status: 401 })
  const { body: members } = await call<{ items: unknown[] }>('GET', `/stores/${shop.id}/members`, undefined, {
    as: owner.token,
  })
  expect(members.items).toHaveLength(1)
  const { body: audit } = await call<{ items: object[] }>('GET', `/stores/${shop.id}/audit-log?limit=1`, undefined, {
    as: owner.token,
  })
  expect(audit.items).toMatchObject([{ action: 'closeAccount' }])
})
