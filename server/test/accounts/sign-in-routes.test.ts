import { expect, test } from 'vitest'
import { startFakeProvider } from './fake-sign-in-provider.ts'
import { comparable, startManage, UNKNOWN_SESSION } from './start-manage.ts'

const github = await startFakeProvider({ clientId: 'client', clientSecret: 'client secret' })
const { call, query, createPerson, signIn } = await startManage({
  env: { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'client secret', GITHUB_URL: github.url },
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
