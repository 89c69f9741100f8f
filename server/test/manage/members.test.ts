import { expect, it } from 'vitest'
import { formatId, type StoreId } from '../../src/ids.ts'
import { startManagement, storePath, type TestAccount, withoutRequestId } from './start-management.ts'

const platform = await startManagement()

async function invite(role: string) {
  const storeId = await platform.createStore()
  const owner = await platform.addMember(storeId, 'owner')
  const guest = await platform.createAccount()
  const body = { email: guest.email.toUpperCase(), role }
  const invitation = await platform.request('POST', storePath(storeId, '/invitations'), { as: owner.token, body })
  return { storeId, owner, guest, invitation, token: await platform.invitationToken(guest.email) }
}

const accept = (as: string, token: string) => platform.request('POST', '/invitations/accept', { as, body: { token } })

it('an invitation makes the account with its e-mail address a member, once', async () => {
  const { storeId, guest, invitation, token } = await invite('support')
  expect(invitation).toMatchObject({ status: 201, body: { email: guest.email, role: 'support', state: 'open' } })
  expect(invitation.text).not.toContain(token)
  for (let i = 0; i < 2; i++) {
    expect((await accept(guest.token, token)).body).toEqual({ storeId: formatId('sto', storeId), role: 'support' })
  }
  const stores = await platform.request('GET', '/stores', { as: guest.token })
  expect(stores.body).toMatchObject({ items: [{ role: 'support' }] })
})

it('another account gets the same response for a stolen invitation token as for an invented one', async () => {
  const { token, storeId, owner, invitation } = await invite('manager')
  const thief = await platform.createAccount()
  const [stolen, invented] = [await accept(thief.token, token), await accept(thief.token, 'qmi_nothing')]
  expect(stolen.status).toBe(404)
  expect(withoutRequestId(stolen)).toEqual(withoutRequestId(invented))
  const { id } = invitation.body as { id: string }
  await platform.request('DELETE', storePath(storeId, `/invitations/${id}`), { as: owner.token })
  expect((await accept((await platform.createAccount()).token, token)).status).toBe(404)
})

it('a store keeps an owner, even if two owners remove each other at the same time', async () => {
  const storeId = await platform.createStore()
  const [ana, ben] = [await platform.addMember(storeId, 'owner'), await platform.addMember(storeId, 'owner')]
  const remove = (by: TestAccount, member: TestAccount) =>
    platform.request('DELETE', storePath(storeId, `/members/${formatId('acc', member.accountId)}`), { as: by.token })
  const responses = await Promise.all([remove(ana, ben), remove(ben, ana)])
  // The second owner has been removed before the request, or is the last owner.
  expect([
    [204, 404],
    [204, 409],
  ]).toContainEqual(responses.map(({ status }) => status).toSorted((x, y) => x - y))
  const { accountId, token: as } = await remainingMember(storeId, [ana, ben])
  const role = storePath(storeId, `/members/${formatId('acc', accountId)}/role`)
  const demotion = await platform.request('PUT', role, { as, body: { role: 'viewer' } })
  expect(demotion).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

async function remainingMember(storeId: StoreId, accounts: TestAccount[]): Promise<TestAccount> {
  const rows = await platform.query<{ account_id: string }>(
    'select account_id from store_members where store_id = $1',
    [storeId],
  )
  const remaining = accounts.find(({ accountId }) => rows.some((row) => row.account_id === accountId))
  if (!remaining) throw new Error('the store has no member')
  return remaining
}

it('a removed member loses access at once, together with the tokens that they created', async () => {
  const storeId = await platform.createStore()
  const [owner, other] = [await platform.addMember(storeId, 'owner'), await platform.addMember(storeId, 'owner')]
  const body = { name: 'bot', scopes: ['store:read'] }
  const created = await platform.request('POST', storePath(storeId, '/tokens'), { as: other.token, body })
  const { token } = created.body as { token: string }
  expect((await platform.request('GET', storePath(storeId), { as: token })).status).toBe(200)
  const member = storePath(storeId, `/members/${formatId('acc', other.accountId)}`)
  await platform.request('DELETE', member, { as: owner.token })
  expect((await platform.request('GET', storePath(storeId), { as: token })).status).toBe(401)
  expect((await platform.request('GET', storePath(storeId), { as: other.token })).status).toBe(404)
})
