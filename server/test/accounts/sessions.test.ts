import { expect, test } from 'vitest'
import {
  authenticateSession,
  requireRecentAuthentication,
  type SignedIn,
} from '../../src/accounts/sessions/authenticate-session.ts'
import { changeEmail, confirmEmailChange } from '../../src/accounts/recovery/change-email.ts'
import { changePassword } from '../../src/accounts/recovery/change-password.ts'
import { closeAccount } from '../../src/accounts/close-account.ts'
import { endSession, endSessions } from '../../src/accounts/sessions/end-sessions.ts'
import { listSessions } from '../../src/accounts/sessions/list-sessions.ts'
import { setOperator } from '../../src/accounts/set-operator.ts'
import { disableTotp } from '../../src/accounts/second-factor/set-up-totp.ts'
import { reauthenticate } from '../../src/accounts/sessions/reauthenticate.ts'
import { requestPasswordReset, resetPassword } from '../../src/accounts/recovery/reset-password.ts'
import { nameAccounts } from '../../src/accounts/show-account.ts'
import { signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { PASSWORD, sessionOf, startAccounts } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'

const accounts = await startAccounts()
const { parts, query, inbox } = accounts
const OTHER_PASSWORD = 'another horse entirely'
let place = 0
const address = () => `198.51.100.${++place}`

async function signedIn(token: string): Promise<SignedIn> {
  const session = await authenticateSession(parts.db, token)
  if (!session) throw new Error('the session is over')
  return session
}

test('sessions are listed with where they are from, and end one by one or all others at once', async () => {
  const { id, email } = await accounts.add()
  const start = () => sessionOf(accounts, email)
  const [one, two, three] = [await start(), await start(), await start()]
  const [first, second, third] = [one.sessionId, two.sessionId, three.sessionId]
  const listed = await listSessions(parts.db, { accountId: id, limit: 10 })
  expect(listed.map((session) => session.id)).toEqual([third, second, first])
  expect(listed[0]).toMatchObject({ address: '203.0.113.7', userAgent: 'Test' })
  const page = await listSessions(parts.db, { accountId: id, limit: 1, after: third })
  expect(page.map((session) => session.id)).toEqual([second])

  await endSession(parts.db, { accountId: id, sessionId: first })
  await endSession(parts.db, { accountId: id, sessionId: first })
  expect(await authenticateSession(parts.db, one.token)).toBeUndefined()
  expect(await endSessions(parts.db, { accountId: id, except: third })).toBe(1)
  expect((await listSessions(parts.db, { accountId: id, limit: 10 })).map((session) => session.id)).toEqual([third])
})

test("another's session is not there", async () => {
  const [mine, theirs] = [await accounts.add(), await accounts.add()]
  const { sessionId, token } = await sessionOf(accounts, theirs.email)
  await expect(endSession(parts.db, { accountId: mine.id, sessionId })).rejects.toMatchObject({ code: 'not_found' })
  expect(await authenticateSession(parts.db, token)).toBeDefined()
})

test('a session that is not used ends after two weeks; one that is used, after three months', async () => {
  const { email } = await accounts.add()
  const { token, sessionId, expiresAt } = await sessionOf(accounts, email)
  expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(14)
  await query(
    "update account_sessions set created_at = now() - interval '80 days', last_seen_at = now() - interval '2 minutes' where id = $1",
    [sessionId],
  )
  await signedIn(token)
  const [row] = await query<{ days: number }>(
    'select round(extract(epoch from expires_at - now()) / 86400)::integer as days from account_sessions where id = $1',
    [sessionId],
  )
  expect(row?.days).toBe(10)
  await query('update account_sessions set expires_at = now() where id = $1', [sessionId])
  expect(await authenticateSession(parts.db, token)).toBeUndefined()
})

test('that a session was seen is written at most once a minute', async () => {
  const { email } = await accounts.add()
  const { token, sessionId } = await sessionOf(accounts, email)
  const seen = async () =>
    (await query<{ xmin: string }>('select xmin::text from account_sessions where id = $1', [sessionId]))[0]?.xmin
  const before = await seen()
  for (let i = 0; i < 5; i++) await signedIn(token)
  expect(await seen()).toBe(before)
  await query("update account_sessions set last_seen_at = now() - interval '61 seconds' where id = $1", [sessionId])
  const planted = await seen()
  await signedIn(token)
  const written = await seen()
  expect(written).not.toBe(planted)
  await signedIn(token)
  expect(await seen()).toBe(written)
})

test('what is no token of ours is not looked for', async () => {
  for (const token of ['', 'qms_', 'qm_c1_x', `qms_${'0'.repeat(38)}`, 'Bearer x']) {
    expect(await authenticateSession(parts.db, token), token).toBeUndefined()
  }
})

test('a proof is good for ten minutes, and is given again by what signing in asks for', async () => {
  const { email } = await accounts.add()
  const { token, sessionId } = await sessionOf(accounts, email)
  requireRecentAuthentication(await signedIn(token))
  await query("update account_sessions set authenticated_at = now() - interval '601 seconds' where id = $1", [
    sessionId,
  ])
  const session = await signedIn(token)
  expect(() => requireRecentAuthentication(session)).toThrow(
    expect.objectContaining({ code: 'reauthentication_required' }) as Error,
  )
  await expect(reauthenticate(parts, { session, password: 'wrong password', code: null })).rejects.toMatchObject({
    code: 'sign_in_failed',
  })
  await reauthenticate(parts, { session, password: PASSWORD, code: null })
  requireRecentAuthentication(await signedIn(token))
})

test('a new password ends the other sessions and the old password', async () => {
  const { email } = await accounts.add()
  const [here, there] = [await sessionOf(accounts, email), await sessionOf(accounts, email)]
  await changePassword(parts, { session: await signedIn(here.token), password: OTHER_PASSWORD })
  expect(await authenticateSession(parts.db, there.token)).toBeUndefined()
  expect(await authenticateSession(parts.db, here.token)).toBeDefined()
  await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'sign_in_failed' })
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  expect((await inbox.wait(email)).subject).toBe('Your password was changed')
})

test('a reset ends all sessions and whoever connected another account; a mail is sent only where there is an account', async () => {
  const { id, email } = await accounts.add()
  const { token } = await sessionOf(accounts, email)
  await query("insert into account_identities (provider, subject, account_id, name) values ('github', '7', $1, 'x')", [
    id,
  ])
  const answers = [
    await requestPasswordReset(parts, { email, address: address() }),
    await requestPasswordReset(parts, { email: 'nobody@vale.example', address: address() }),
  ]
  expect(answers).toEqual([undefined, undefined])
  const link = tokenIn(await inbox.wait(email))
  await resetPassword(parts, { token: link, password: OTHER_PASSWORD })
  expect(await authenticateSession(parts.db, token)).toBeUndefined()
  expect(await query('select from account_identities where account_id = $1', [id])).toEqual([])
  await expect(resetPassword(parts, { token: link, password: PASSWORD })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  expect(inbox.to('nobody@vale.example')).toEqual([])
})

test('a reset lets the owner in at once, however long somebody went on guessing', async () => {
  const { email } = await accounts.add()
  for (let i = 0; i < 8; i++) await accounts.signIn(email, 'wrong password', `10.0.0.${i}`).catch(() => undefined)
  await expect(accounts.signIn(email, PASSWORD, address())).rejects.toMatchObject({ code: 'rate_limited' })
  await requestPasswordReset(parts, { email, address: address() })
  await resetPassword(parts, { token: tokenIn(await inbox.wait(email)), password: OTHER_PASSWORD })
  expect(await accounts.signIn(email, OTHER_PASSWORD, address())).toHaveProperty('session')
})

test('an address changes when its mail was read; the old one hears of it, and links sent there are over', async () => {
  const { id, email } = await accounts.add()
  await requestPasswordReset(parts, { email, address: address() })
  const reset = tokenIn(await inbox.wait(email))
  await changeEmail(parts, { accountId: id, email: 'moved@vale.example' })
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await confirmEmailChange(parts, tokenIn(await inbox.wait('moved@vale.example')))
  expect(await accounts.signIn('moved@vale.example')).toHaveProperty('session')
  await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(resetPassword(parts, { token: reset, password: OTHER_PASSWORD })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await inbox.waitFor(email, 'Your e-mail address was changed')
})

test("a change to another's address says nothing, and changes nothing", async () => {
  const [mine, theirs] = [await accounts.add(), await accounts.add()]
  expect(await changeEmail(parts, { accountId: mine.id, email: theirs.email })).toBeUndefined()
  const mail = await inbox.wait(theirs.email)
  expect(mail.subject).toBe('You already have an account')
  // Taken between the mail and its reading.
  await changeEmail(parts, { accountId: mine.id, email: 'raced@vale.example' })
  const token = tokenIn(await inbox.wait('raced@vale.example'))
  await accounts.add({ email: 'raced@vale.example' })
  await expect(confirmEmailChange(parts, token)).rejects.toMatchObject({ code: 'conflict' })
})

test('a closed account is forgotten, stays closed, and its address can sign up anew', async () => {
  const { id, email } = await accounts.add()
  const { token } = await sessionOf(accounts, email)
  const refuse = () => Promise.reject(new Error('a store would have no owner'))
  await expect(closeAccount(parts, { accountId: id, requireClosable: refuse })).rejects.toThrow('no owner')
  expect(await authenticateSession(parts.db, token)).toBeDefined()
  await closeAccount(parts, { accountId: id, requireClosable: async () => undefined })
  expect(await authenticateSession(parts.db, token)).toBeUndefined()
  await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'sign_in_failed' })
  expect(await nameAccounts(accounts.database.reader, [id])).toEqual(
    new Map([[id, { name: 'Closed account', email: null }]]),
  )
  await expect(query('update accounts set name = $2 where id = $1', [id, 'x'])).rejects.toThrow(
    'a closed account stays as it is',
  )
  await signUp(parts, { email, address: address() })
  tokenIn(await inbox.waitFor(email, 'Confirm your e-mail address'))
})

test('an operator is made and unmade by address, and only of an account with a second factor', async () => {
  const { id, email } = await accounts.add()
  const make = () => setOperator(parts.db, { email, isOperator: true })
  await expect(make()).rejects.toMatchObject({ code: 'conflict' })
  const { token } = await sessionOf(accounts, email)
  await query(
    "update accounts set totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now(), totp_last_step = 0 where id = $1",
    [id],
  )
  expect(await make()).toBe(id)
  expect(await signedIn(token)).toMatchObject({ isOperator: true })
  await disableTotp(parts, { accountId: id })
  expect(await signedIn(token)).toMatchObject({ isOperator: false, hasSecondFactor: false })
  await setOperator(parts.db, { email, isOperator: false })
  expect(await signedIn(token)).toMatchObject({ isOperator: false })
  await expect(setOperator(parts.db, { email: 'nobody@vale.example', isOperator: true })).rejects.toMatchObject({
    code: 'not_found',
  })
})
