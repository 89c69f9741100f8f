import { expect, it } from 'vitest'
import { addMember } from '../../src/access/add-member.ts'
import { createOwnedStore } from '../../src/access/create-owned-store.ts'
import { inviteMember } from '../../src/access/invite-member.ts'
import { closeAccount } from '../../src/accounts/close-account.ts'
import { openAccounts } from '../../src/accounts/open-accounts.ts'
import { readConfig } from '../../src/config.ts'
import { inScope, inStore } from '../../src/db/database.ts'
import { type AccountId, newId, type StoreId } from '../../src/ids.ts'
import { rememberKey, SECRET_KEYS } from '../start-store.ts'
import { untilWaiting } from '../store-records.ts'
import { openDesk, type TestPerson } from './open-desk.ts'

const desk = await openDesk()
const { app } = desk.database
const people = openAccounts(desk.database.accounts, readConfig({ DATABASE_URL: desk.databaseUrl, SECRET_KEYS }))
const CLOSED = { code: 'conflict', message: 'This account was closed' }
const STORE = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null }

/** An account that is being closed: everything is done, and nothing is committed. */
async function closing(accountId: AccountId) {
  const [looked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const requireClosable = async () => {
    looked.resolve()
    await gate.promise
  }
  const closed = closeAccount(people, { accountId, requireClosable })
  await looked.promise
  return async () => {
    gate.resolve()
    await closed
  }
}

const found = (accountId: AccountId, meanwhile: () => Promise<void> = async () => undefined) => {
  const storeId = newId<StoreId>()
  return inScope(app, accountId, async (tx) => {
    await createOwnedStore(tx, { storeId, accountId, ...STORE })
    await meanwhile()
  })
}

async function invited(storeId: StoreId, { email }: TestPerson): Promise<string> {
  const { token } = await inStore(app, storeId, (tx) =>
    inviteMember(tx, { storeId, email, role: 'owner', invitedBy: null }),
  )
  rememberKey(token)
  return token
}

const storesOf = (accountId: AccountId) =>
  desk.query('select role from store_members where account_id = $1', [accountId])

it('an account that is being closed opens no store', async () => {
  const { accountId } = await desk.person()
  const close = await closing(accountId)
  const founding = found(accountId).catch((error: unknown) => error)
  await untilWaiting(desk, 1)
  await close()
  expect(await founding).toMatchObject(CLOSED)
  await expect(found(accountId)).rejects.toMatchObject(CLOSED)
  expect(await storesOf(accountId)).toEqual([])
})

it('an account that is being closed accepts no invitation and is made no member', async () => {
  const storeId = await desk.createStore()
  const ana = await desk.person()
  const { accountId, token: as } = ana
  const body = { token: await invited(storeId, ana) }
  const close = await closing(accountId)
  const accepting = desk.ask('POST', '/invitations/accept', { as, body })
  await untilWaiting(desk, 1)
  const adding = inStore(app, storeId, (tx) => addMember(tx, { storeId, accountId, role: 'owner' })).catch(
    (error: unknown) => error,
  )
  await untilWaiting(desk, 2)
  await close()
  expect(await accepting).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await adding).toMatchObject(CLOSED)
  expect(await storesOf(accountId)).toEqual([])
})

it('who has just opened a store closes his account not before he has left it', async () => {
  const { accountId, token: as } = await desk.person()
  const [opened, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const founding = found(accountId, async () => {
    opened.resolve()
    await gate.promise
  })
  await opened.promise
  const asked = desk.ask('DELETE', '/account', { as })
  await untilWaiting(desk, 1)
  gate.resolve()
  await founding
  expect(await asked).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await storesOf(accountId)).toEqual([{ role: 'owner' }])
  expect(await desk.query('select from accounts where id = $1 and closed_at is null', [accountId])).toHaveLength(1)
})
