import { expect, test } from 'vitest'
import { signIn } from '../../src/accounts/sign-in/sign-in.ts'
import { undoChange } from '../../src/accounts/recovery/undo-change.ts'
import { authenticateSession } from '../../src/accounts/sessions/authenticate-session.ts'
import { setLimit } from '../../src/stores/limits.ts'
import { PASSWORD, sessionOf, startAccounts } from './start-accounts.ts'

const accounts = await startAccounts()
const { parts, query, inbox } = accounts
const SUBJECT = 'Your account was used from a new place'
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.99'

const noticesTo = async (email: string) =>
  (await query("select from mails where recipient = $1 and kind = 'signed_in'", [email])).length

test('a sign-in from a new place sends a mail whose link undoes what happened since', async () => {
  const { id, email } = await accounts.add()
  await sessionOf(accounts, email, HOME)
  expect(await noticesTo(email)).toBe(0)
  const { token: thief } = await sessionOf(accounts, email, ELSEWHERE)
  const { text } = await inbox.waitFor(email, SUBJECT)
  expect(text).toContain(ELSEWHERE)
  await query('update accounts set password_hash = null where id = $1', [id])
  const [, token = ''] = /#token=(qmu_\w+)/.exec(text) ?? []
  await undoChange(parts, { token, revokeTokens: async () => undefined })
  expect(await authenticateSession(parts.db, thief)).toBeUndefined()
  await expect(sessionOf(accounts, email, HOME)).resolves.toMatchObject({ accountId: id })
})

test('the same network and a browser that was signed in before are no new places', async () => {
  const { email } = await accounts.add()
  const { token: device } = await sessionOf(accounts, email, HOME)
  await sessionOf(accounts, email, '198.51.100.250')
  await signIn(parts, { email, password: PASSWORD, address: ELSEWHERE, userAgent: null, device })
  expect(await noticesTo(email)).toBe(0)
  await signIn(parts, { email, password: PASSWORD, address: '192.0.2.1', userAgent: null, device: 'qms_invented' })
  expect(await noticesTo(email)).toBe(1)
})

test('an account that was not used for longer than a month has no known place', async () => {
  const { id, email } = await accounts.add()
  await query("update accounts set created_at = now() - interval '31 days' where id = $1", [id])
  await sessionOf(accounts, email, HOME)
  expect(await noticesTo(email)).toBe(1)
})

test('sign-ins from many places send six mails, and none without a budget, and all succeed', async () => {
  const { email } = await accounts.add()
  for (let i = 1; i < 10; i++) await sessionOf(accounts, email, `10.0.${i}.1`)
  expect(await noticesTo(email)).toBe(6)
  const other = await accounts.add()
  await setLimit(parts.db, { plan: '*', name: 'mails_per_hour', maximum: 0 })
  for (let i = 1; i < 4; i++) await sessionOf(accounts, other.email, `10.1.${i}.1`)
  expect(await noticesTo(other.email)).toBe(0)
})
