import { expect, it } from 'vitest'
import { type EventId, formatId, newId } from '../../src/ids.ts'
import { rememberKey } from '../start-store.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()
const INVALID = { status: 400, body: { code: 'invalid_request' } }

it('erasing or exporting a player whose id is the id of an account does not touch audit entries about the account', async () => {
  const storeId = await platform.createStore()
  const [owner, manager] = [await platform.addMember(storeId, 'owner'), await platform.addMember(storeId, 'manager')]
  const member = formatId('acc', manager.accountId)
  const body = { role: 'manager' }
  await platform.request('PUT', storePath(storeId, `/members/${member}/role`), { as: owner.token, body })
  const player = storePath(storeId, `/players/${member}`)
  const as = manager.token
  await platform.request('PUT', `${player}/ban`, { as, body: { reason: 'none' } })
  await platform.request('DELETE', `${player}/ban`, { as })
  const exported = await platform.request('GET', `${player}/export`, { as })
  expect(JSON.stringify(exported.body)).not.toContain('updateMemberRole')
  expect((await platform.request('POST', `${player}/erase`, { as, body: {} })).status).toBe(200)
  const log = await platform.query('select subject, details from audit_log where store_id = $1 and action = $2', [
    storeId,
    'updateMemberRole',
  ])
  expect(log).toEqual([{ subject: member, details: { role: 'manager' } }])
  const banned = await platform.query('select subject from audit_log where store_id = $1 and action = $2', [
    storeId,
    'banPlayer',
  ])
  expect(banned).not.toContainEqual({ subject: member })
})

it('a stored response is only replayed if the caller has authenticated recently', async () => {
  const { accountId, token: as } = await platform.createAccount()
  const headers = { 'idempotency-key': 'totp' }
  expect((await platform.request('POST', '/account/totp', { as, headers })).status).toBe(200)
  expect((await platform.request('POST', '/account/totp', { as, headers })).status).toBe(200)
  await platform.query(
    "update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1",
    [accountId],
  )
  expect(await platform.request('POST', '/account/totp', { as, headers })).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_required' },
  })
})

it('an invitation becomes invalid when its sender leaves the store', async () => {
  const storeId = await platform.createStore()
  const [owner, thief] = [await platform.addMember(storeId, 'owner'), await platform.addMember(storeId, 'owner')]
  const second = await platform.createAccount()
  const body = { email: second.email, role: 'owner' }
  expect((await platform.request('POST', storePath(storeId, '/invitations'), { as: thief.token, body })).status).toBe(
    201,
  )
  await platform.request('DELETE', storePath(storeId, `/members/${formatId('acc', thief.accountId)}`), {
    as: owner.token,
  })
  const token = await platform.invitationToken(second.email)
  expect((await platform.request('POST', '/invitations/accept', { as: second.token, body: { token } })).status).toBe(
    404,
  )
})

it('the number of invitation mails to one address is limited', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, 'owner')
  const { email } = await platform.createAccount()
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    const body = { email, role: 'viewer' }
    statuses.push((await platform.request('POST', storePath(storeId, '/invitations'), { as, body })).status)
  }
  expect(statuses.slice(0, 3)).toEqual([201, 201, 201])
  expect(statuses.at(-1)).toBe(429)
})

it('an operator cannot create a token in a store of others', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.createOperator()
  const body = { name: 'mine', scopes: ['checkouts:read'] }
  expect((await platform.request('POST', storePath(storeId, '/tokens'), { as, body })).status).toBe(403)
})

it('a code with letters is a wrong code', async () => {
  const { token: as } = await platform.createAccount()
  const started = await platform.request('POST', '/account/totp', { as })
  const { challenge } = started.body as { challenge: string }
  const response = await platform.request('POST', '/account/totp/confirm', { as, body: { challenge, code: 'ääääää' } })
  expect(response.status).toBe(400)
})

it('a store URL that is too long after it is lower-cased is rejected', async () => {
  const { token: as } = await platform.createAccount()
  const url = 'İ'.repeat(200)
  const body = { name: 'Vale', url, currency: 'BRL' }
  expect(await platform.request('POST', '/stores', { as, body })).toMatchObject(INVALID)
  const storeId = await platform.createStore()
  const owner = await platform.addMember(storeId, 'owner')
  const update = { as: owner.token, body: { url }, headers: { 'if-match': '*' } }
  expect(await platform.request('PATCH', storePath(storeId), update)).toMatchObject(INVALID)
})

it('a time zone that Node or PostgreSQL does not know is rejected, with and without sales', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, 'owner')
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const statistics = (zone: string) =>
    platform.request(
      'GET',
      storePath(storeId, `/statistics?from=${from}&to=${to}&timeZone=${encodeURIComponent(zone)}`),
      { as },
    )
  const productId = await platform.createProduct(storeId)
  for (const sale of [undefined, productId]) {
    if (sale) await platform.sell(storeId, '42', [sale])
    for (const zone of ['AET', 'US/Pacific-New', 'IST']) expect(await statistics(zone), zone).toMatchObject(INVALID)
    for (const zone of ['UTC', 'America/Sao_Paulo', 'Etc/GMT+3'])
      expect((await statistics(zone)).status, zone).toBe(200)
  }
})

it('a cursor with a negative year is rejected', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, 'owner')
  const created = await platform.request('POST', storePath(storeId, '/webhooks'), {
    as,
    body: { url: 'https://vale.example/x' },
  })
  const { id, secret } = created.body as { id: string; secret: string }
  rememberKey(secret)
  const attempts = (sentAt: string) => {
    const cursor = Buffer.from(`${sentAt} ${formatId('evt', newId<EventId>())}`).toString('base64url')
    return platform.request('GET', storePath(storeId, `/webhooks/${id}/attempts?cursor=${cursor}`), { as })
  }
  expect(await attempts('-271821-04-20T00:00:00.000Z')).toMatchObject(INVALID)
  expect((await attempts('2026-11-15T12:00:00.000Z')).status).toBe(200)
})

it('a member who is removed or demoted cannot use an earlier invitation', async () => {
  const storeId = await platform.createStore()
  const { token: as } = await platform.addMember(storeId, 'owner')
  for (const newRole of [undefined, 'viewer'] as const) {
    const ana = await platform.addMember(storeId, 'manager')
    const body = { email: ana.email, role: 'owner' }
    expect((await platform.request('POST', storePath(storeId, '/invitations'), { as, body })).status).toBe(201)
    const token = await platform.invitationToken(ana.email)
    const member = storePath(storeId, `/members/${formatId('acc', ana.accountId)}`)
    if (newRole) await platform.request('PUT', `${member}/role`, { as, body: { role: newRole } })
    else await platform.request('DELETE', member, { as })
    expect((await platform.request('POST', '/invitations/accept', { as: ana.token, body: { token } })).status).toBe(404)
    const roles = await platform.query('select role from store_members where account_id = $1', [ana.accountId])
    expect(roles).toEqual(newRole ? [{ role: newRole }] : [])
  }
})

it('a failed read of an operator is in the audit log, without the id that they requested', async () => {
  const storeId = await platform.createStore()
  const [owner, operator] = [await platform.addMember(storeId, 'owner'), await platform.createOperator()]
  const getPlayer = (as: string) => platform.request('GET', storePath(storeId, '/players/nobody'), { as })
  expect((await getPlayer(owner.token)).status).toBe(404)
  expect((await getPlayer(operator.token)).status).toBe(404)
  const log = await platform.request('GET', storePath(storeId, '/audit-log'), { as: owner.token })
  const actor = { type: 'operator', name: operator.email }
  // The id may belong to a player of another store.
  expect(log.body).toMatchObject({
    items: [{ action: 'getPlayer', subject: formatId('sto', storeId), details: { refused: 'not_found' }, actor }],
  })
})
