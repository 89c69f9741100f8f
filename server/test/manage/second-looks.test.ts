import { expect, it } from 'vitest'
import { mailLabel } from '../../src/accounts/mail/add-mail.ts'
import { type EventId, formatId, type MailId, newId } from '../../src/ids.ts'
import { createSealer } from '../../src/seal.ts'
import { rememberKey } from '../start-store.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()
const WRONG = { status: 400, body: { code: 'invalid_request' } }

it('who erases or exports a player with the name of something else changes and reads nothing of the log about that', async () => {
  const storeId = await desk.createStore()
  const [owner, manager] = [await desk.member(storeId, 'owner'), await desk.member(storeId, 'manager')]
  const member = formatId('acc', manager.accountId)
  const body = { role: 'manager' }
  await desk.ask('PUT', storePath(storeId, `/members/${member}/role`), { as: owner.token, body })
  const player = storePath(storeId, `/players/${member}`)
  const as = manager.token
  await desk.ask('PUT', `${player}/ban`, { as, body: { reason: 'none' } })
  await desk.ask('DELETE', `${player}/ban`, { as })
  const exported = await desk.ask('GET', `${player}/export`, { as })
  expect(JSON.stringify(exported.body)).not.toContain('updateMemberRole')
  expect((await desk.ask('POST', `${player}/erase`, { as, body: {} })).status).toBe(200)
  const log = await desk.query('select subject, details from audit_log where store_id = $1 and action = $2', [
    storeId,
    'updateMemberRole',
  ])
  expect(log).toEqual([{ subject: member, details: { role: 'manager' } }])
  const banned = await desk.query('select subject from audit_log where store_id = $1 and action = $2', [
    storeId,
    'banPlayer',
  ])
  expect(banned).not.toContainEqual({ subject: member })
})

it('an answer that was kept is given again only to who has proved lately who he is', async () => {
  const { accountId, token: as } = await desk.person()
  const headers = { 'idempotency-key': 'totp' }
  expect((await desk.ask('POST', '/account/totp', { as, headers })).status).toBe(200)
  expect((await desk.ask('POST', '/account/totp', { as, headers })).status).toBe(200)
  await desk.query("update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1", [
    accountId,
  ])
  expect(await desk.ask('POST', '/account/totp', { as, headers })).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_required' },
  })
})

it('an invitation ends with the office of who sent it', async () => {
  const storeId = await desk.createStore()
  const [owner, thief] = [await desk.member(storeId, 'owner'), await desk.member(storeId, 'owner')]
  const second = await desk.person()
  const body = { email: second.email, role: 'owner' }
  expect((await desk.ask('POST', storePath(storeId, '/invitations'), { as: thief.token, body })).status).toBe(201)
  await desk.ask('DELETE', storePath(storeId, `/members/${formatId('acc', thief.accountId)}`), { as: owner.token })
  const token = await tokenOfMail(second.email)
  expect((await desk.ask('POST', '/invitations/accept', { as: second.token, body: { token } })).status).toBe(404)
})

it('nobody fills a mailbox with invitations', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'owner')
  const { email } = await desk.person()
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    const body = { email, role: 'viewer' }
    statuses.push((await desk.ask('POST', storePath(storeId, '/invitations'), { as, body })).status)
  }
  expect(statuses.slice(0, 3)).toEqual([201, 201, 201])
  expect(statuses.at(-1)).toBe(429)
})

it('an operator leaves no token behind in a store of others', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.operator()
  const body = { name: 'mine', scopes: ['checkouts:read'] }
  expect((await desk.ask('POST', storePath(storeId, '/tokens'), { as, body })).status).toBe(403)
})

it('a code of other letters is a wrong code', async () => {
  const { token: as } = await desk.person()
  const begun = await desk.ask('POST', '/account/totp', { as })
  const { challenge } = begun.body as { challenge: string }
  const answer = await desk.ask('POST', '/account/totp/confirm', { as, body: { challenge, code: 'ääääää' } })
  expect(answer.status).toBe(400)
})

it('an address that is too long when it is written small is refused', async () => {
  const { token: as } = await desk.person()
  const url = 'İ'.repeat(200)
  const body = { name: 'Vale', url, currency: 'BRL' }
  expect(await desk.ask('POST', '/stores', { as, body })).toMatchObject(WRONG)
  const storeId = await desk.createStore()
  const owner = await desk.member(storeId, 'owner')
  const edit = { as: owner.token, body: { url }, headers: { 'if-match': '*' } }
  expect(await desk.ask('PATCH', storePath(storeId), edit)).toMatchObject(WRONG)
})

it('a time zone that is not known here and in the database alike is refused, whether something was sold or not', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'owner')
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const statistics = (zone: string) =>
    desk.ask('GET', storePath(storeId, `/statistics?from=${from}&to=${to}&zone=${encodeURIComponent(zone)}`), { as })
  const productId = await desk.createProduct(storeId)
  for (const sale of [undefined, productId]) {
    if (sale) await desk.sell(storeId, '42', [sale])
    for (const zone of ['AET', 'US/Pacific-New', 'IST']) expect(await statistics(zone), zone).toMatchObject(WRONG)
    for (const zone of ['UTC', 'America/Sao_Paulo', 'Etc/GMT+3'])
      expect((await statistics(zone)).status, zone).toBe(200)
  }
})

it('a cursor that names a year before our era is no cursor', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'owner')
  const made = await desk.ask('POST', storePath(storeId, '/webhooks'), { as, body: { url: 'https://vale.example/x' } })
  const { id, secret } = made.body as { id: string; secret: string }
  rememberKey(secret)
  const attempts = (sentAt: string) => {
    const cursor = Buffer.from(`${sentAt} ${formatId('evt', newId<EventId>())}`).toString('base64url')
    return desk.ask('GET', storePath(storeId, `/webhooks/${id}/attempts?cursor=${cursor}`), { as })
  }
  expect(await attempts('-271821-04-20T00:00:00.000Z')).toMatchObject(WRONG)
  expect((await attempts('2026-11-15T12:00:00.000Z')).status).toBe(200)
})

it('who is taken out of a store or is less from now on gets nothing back by an invitation of before', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'owner')
  for (const left of [undefined, 'viewer'] as const) {
    const ana = await desk.member(storeId, 'manager')
    const body = { email: ana.email, role: 'owner' }
    expect((await desk.ask('POST', storePath(storeId, '/invitations'), { as, body })).status).toBe(201)
    const token = await tokenOfMail(ana.email)
    const member = storePath(storeId, `/members/${formatId('acc', ana.accountId)}`)
    if (left) await desk.ask('PUT', `${member}/role`, { as, body: { role: left } })
    else await desk.ask('DELETE', member, { as })
    expect((await desk.ask('POST', '/invitations/accept', { as: ana.token, body: { token } })).status).toBe(404)
    const roles = await desk.query('select role from store_members where account_id = $1', [ana.accountId])
    expect(roles).toEqual(left ? [{ role: left }] : [])
  }
})

it('that an operator looked in vain is in the log of the store, and not for whom', async () => {
  const storeId = await desk.createStore()
  const [owner, operator] = [await desk.member(storeId, 'owner'), await desk.operator()]
  const look = (as: string) => desk.ask('GET', storePath(storeId, '/players/nobody'), { as })
  expect((await look(owner.token)).status).toBe(404)
  expect((await look(operator.token)).status).toBe(404)
  const log = await desk.ask('GET', storePath(storeId, '/audit-log'), { as: owner.token })
  const actor = { kind: 'operator', name: operator.email }
  // Not for whom he looked: it may be a customer of another store.
  expect(log.body).toMatchObject({
    items: [{ action: 'getPlayer', subject: formatId('sto', storeId), details: { refused: 'not_found' }, actor }],
  })
})

async function tokenOfMail(to: string): Promise<string> {
  const [mail] = await desk.query<{ id: MailId; sealed: Buffer; key_id: string }>(
    'select id, sealed, key_id from mails where recipient = $1 order by id desc',
    [to],
  )
  if (!mail) throw new Error('no mail')
  const sealer = createSealer([{ id: 't1', key: Buffer.alloc(32, 7) }])
  const text = sealer.open({ keyId: mail.key_id, sealed: mail.sealed }, mailLabel(mail.id))
  const [, token = ''] = /#token=(qmi_\w+)/.exec(text) ?? []
  rememberKey(token)
  return token
}
