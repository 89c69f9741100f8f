import { expect, it } from 'vitest'
import { createSealer } from '../../src/seal.ts'
import { mailLabel } from '../../src/accounts/mail/add-mail.ts'
import { formatId, type MailId } from '../../src/ids.ts'
import { type Desk, openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()

async function tokenOfMail(to: string): Promise<string> {
  const [mail] = await desk.query<{ id: MailId; sealed: Buffer; key_id: string }>(
    'select id, sealed, key_id from mails where recipient = $1 order by id desc',
    [to],
  )
  if (!mail) throw new Error('no mail')
  const sealer = createSealer([{ id: 't1', key: Buffer.alloc(32, 7) }])
  const text = sealer.open({ keyId: mail.key_id, sealed: mail.sealed }, mailLabel(mail.id))
  return /#token=(qmi_\w+)/.exec(text)?.[1] ?? ''
}

async function invite(role: string) {
  const storeId = await desk.createStore()
  const owner = await desk.member(storeId, 'owner')
  const guest = await desk.person()
  const body = { email: guest.email.toUpperCase(), role }
  const made = await desk.ask('POST', storePath(storeId, '/invitations'), { as: owner.token, body })
  return { storeId, owner, guest, made, token: await tokenOfMail(guest.email) }
}

const accept = (as: string, token: string) => desk.ask('POST', '/invitations/accept', { as, body: { token } })

it('an invitation makes a member of the account that it was sent to, once', async () => {
  const { storeId, guest, made, token } = await invite('support')
  expect(made).toMatchObject({ status: 201, body: { email: guest.email, role: 'support', state: 'open' } })
  expect(JSON.stringify(made.body)).not.toContain(token)
  for (let i = 0; i < 2; i++) {
    expect((await accept(guest.token, token)).body).toEqual({ storeId: formatId('sto', storeId), role: 'support' })
  }
  expect((await desk.ask('GET', '/stores', { as: guest.token })).body).toMatchObject({ items: [{ role: 'support' }] })
})

it('who reads the mail of somebody else cannot use it, and is told what a made-up token is told', async () => {
  const { token, storeId, owner, made } = await invite('manager')
  const thief = await desk.person()
  const [stolen, madeUp] = [await accept(thief.token, token), await accept(thief.token, 'qmi_nothing')]
  expect(stolen.status).toBe(404)
  expect({ ...(stolen.body as object), requestId: '' }).toEqual({ ...(madeUp.body as object), requestId: '' })
  const { id } = made.body as { id: string }
  await desk.ask('DELETE', storePath(storeId, `/invitations/${id}`), { as: owner.token })
  expect((await accept((await desk.person()).token, token)).status).toBe(404)
})

it('a store keeps an owner, even when two remove each other at once', async () => {
  const storeId = await desk.createStore()
  const [a, b] = [await desk.member(storeId, 'owner'), await desk.member(storeId, 'owner')]
  const remove = (by: typeof a, whom: typeof a) =>
    desk.ask('DELETE', storePath(storeId, `/members/${formatId('acc', whom.accountId)}`), { as: by.token })
  const answers = await Promise.all([remove(a, b), remove(b, a)])
  // The second is out already, or learns that he is the last.
  expect([
    [204, 404],
    [204, 409],
  ]).toContainEqual(answers.map(({ status }) => status).toSorted((x, y) => x - y))
  const demote = await desk.ask(
    'PUT',
    storePath(storeId, `/members/${formatId('acc', (await left(storeId, [a, b])).accountId)}/role`),
    {
      as: (await left(storeId, [a, b])).token,
      body: { role: 'viewer' },
    },
  )
  expect(demote).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

async function left(storeId: Parameters<Desk['member']>[0], people: Awaited<ReturnType<Desk['member']>>[]) {
  const rows = await desk.query<{ account_id: string }>('select account_id from store_members where store_id = $1', [
    storeId,
  ])
  const found = people.find(({ accountId }) => rows.some((row) => row.account_id === accountId))
  if (!found) throw new Error('nobody is left')
  return found
}

it('a member who is taken out is out at once, and his tokens with him', async () => {
  const storeId = await desk.createStore()
  const [owner, other] = [await desk.member(storeId, 'owner'), await desk.member(storeId, 'owner')]
  const body = { name: 'bot', scopes: ['store:read'] }
  const made = await desk.ask('POST', storePath(storeId, '/tokens'), { as: other.token, body })
  const { token } = made.body as { token: string }
  expect((await desk.ask('GET', storePath(storeId), { as: token })).status).toBe(200)
  await desk.ask('DELETE', storePath(storeId, `/members/${formatId('acc', other.accountId)}`), { as: owner.token })
  expect((await desk.ask('GET', storePath(storeId), { as: token })).status).toBe(401)
  expect((await desk.ask('GET', storePath(storeId), { as: other.token })).status).toBe(404)
})
