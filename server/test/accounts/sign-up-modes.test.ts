import { expect, test } from 'vitest'
import { createOwnedStore } from '../../src/access/create-owned-store.ts'
import { inviteMember } from '../../src/access/invite-member.ts'
import { signUpPolicy } from '../../src/access/may-sign-up.ts'
import { signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { readConfig } from '../../src/config/config.ts'
import { inScope } from '../../src/db/database.ts'
import { newId, type StoreId } from '../../src/ids.ts'
import { startAccounts } from './start-accounts.ts'

const accounts = await startAccounts({ sendMail: false })
const { parts, database, query } = accounts
let addressCount = 0

async function invite(email: string): Promise<void> {
  const storeId = newId<StoreId>()
  await inScope(database.app, storeId, async (tx) => {
    const store = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null }
    await createOwnedStore(tx, { storeId, accountId: null, ...store })
    await inviteMember(tx, { storeId, email, role: 'viewer', invitedBy: null })
  })
}

async function requestsMail(mode: 'open' | 'invite' | 'off', email: string): Promise<boolean> {
  const address = `198.51.100.${++addressCount}`
  await signUp({ ...parts, maySignUp: signUpPolicy(mode) }, { email, address })
  return (await query('delete from mails where recipient = $1 returning id', [email])).length > 0
}

test('only invited people can create an account, unless sign-up is open', async () => {
  await invite('invited@vale.example')
  expect(await requestsMail('open', 'stranger@vale.example')).toBe(true)
  expect(await requestsMail('invite', 'stranger@vale.example')).toBe(false)
  expect(await requestsMail('invite', 'invited@vale.example')).toBe(true)
  expect(await requestsMail('off', 'invited@vale.example')).toBe(false)
  await query('update store_invitations set revoked_at = now()')
  expect(await requestsMail('invite', 'invited@vale.example')).toBe(false)
})

test('sign-up is for invited people by default', async () => {
  expect(readConfig({ DATABASE_URL: 'postgres://x' }).signUp).toBe('invite')
})
