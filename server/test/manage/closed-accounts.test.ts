import { expect, it } from 'vitest'
import { addMember } from '../../src/access/add-member.ts'
import { createOwnedStore } from '../../src/access/create-owned-store.ts'
import { inviteMember } from '../../src/access/invite-member.ts'
import { closeAccount } from '../../src/accounts/close-account.ts'
import { openAccounts } from '../../src/accounts/open-accounts.ts'
import { readConfig } from '../../src/config/config.ts'
import { inScope, inStore } from '../../src/db/database.ts'
import { type AccountId, newId, type StoreId } from '../../src/ids.ts'
import { rememberKey, SECRET_KEYS } from '../start-store.ts'
import { untilWaiting } from '../store-records.ts'
import { startManagement, type TestAccount } from './start-management.ts'

const platform = await startManagement()
const { app } = platform.database
const accounts = openAccounts(
  platform.database.accounts,
  readConfig({ DATABASE_URL: platform.databaseUrl, SECRET_KEYS }),
  async () => true,
)
const CLOSED = { code: 'conflict', message: 'This account is closed.' }
const STORE = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null }

/** Starts to close an account. The returned function commits it. */
async function startClosing(accountId: AccountId) {
  const [checked, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const requireClosable = async () => {
    checked.resolve()
    await commit.promise
  }
  const closed = closeAccount(accounts, { accountId, requireClosable })
  await checked.promise
  return async () => {
    commit.resolve()
    await closed
  }
}

const createStore = (accountId: AccountId, meanwhile: () => Promise<void> = async () => undefined) => {
  const storeId = newId<StoreId>()
  return inScope(app, accountId, async (tx) => {
    await createOwnedStore(tx, { storeId, accountId, ...STORE })
    await meanwhile()
  })
}

async function inviteAsOwner(storeId: StoreId, { email }: TestAccount): Promise<string> {
  const { token } = await inStore(app, storeId, (tx) =>
    inviteMember(tx, { storeId, email, role: 'owner', invitedBy: null }),
  )
  rememberKey(token)
  return token
}

const rolesOf = (accountId: AccountId) =>
  platform.query('select role from store_members where account_id = $1', [accountId])

it('an account that is being closed cannot create a store', async () => {
  const { accountId } = await platform.createAccount()
  const close = await startClosing(accountId)
  const creating = createStore(accountId).catch((error: unknown) => error)
  await untilWaiting(platform, 1)
  await close()
  expect(await creating).toMatchObject(CLOSED)
  await expect(createStore(accountId)).rejects.toMatchObject(CLOSED)
  expect(await rolesOf(accountId)).toEqual([])
})

it('an account that is being closed cannot accept an invitation or become a member', async () => {
  const storeId = await platform.createStore()
  const ana = await platform.createAccount()
  const { accountId, token: as } = ana
  const body = { token: await inviteAsOwner(storeId, ana) }
  const close = await startClosing(accountId)
  const accepting = platform.request('POST', '/invitations/accept', { as, body })
  await untilWaiting(platform, 1)
  const adding = inStore(app, storeId, (tx) => addMember(tx, { storeId, accountId, role: 'owner' })).catch(
    (error: unknown) => error,
  )
  await untilWaiting(platform, 2)
  await close()
  expect(await accepting).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await adding).toMatchObject(CLOSED)
  expect(await rolesOf(accountId)).toEqual([])
})

it('an account that has just created a store cannot be closed before it leaves the store', async () => {
  const { accountId, token: as } = await platform.createAccount()
  const [created, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const creating = createStore(accountId, async () => {
    created.resolve()
    await commit.promise
  })
  await created.promise
  const closing = platform.request('DELETE', '/account', { as })
  await untilWaiting(platform, 1)
  commit.resolve()
  await creating
  expect(await closing).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await rolesOf(accountId)).toEqual([{ role: 'owner' }])
  expect(await platform.query('select from accounts where id = $1 and closed_at is null', [accountId])).toHaveLength(1)
})
