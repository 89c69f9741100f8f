import { expect, test } from 'vitest'
import {
  authenticateSession,
  requireRecentAuthentication,
  type SignedIn,
} from '../../src/accounts/sessions/authenticate-session.ts'
import { approveEmailChange, changeEmail, confirmEmailChange } from '../../src/accounts/recovery/change-email.ts'
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
const NO_TOKENS = { keep: [], revokeTokens: async () => undefined }
let addressCount = 0
const newAddress = () => `198.51.100.${++addressCount}`

async function authenticate(token: string): Promise<SignedIn> {
  const session = await authenticateSession(parts.db, token)
  if (!session) throw new Error('The session has ended')
  return session
}

test('sessions are listed with address and user agent, and can be ended one by one or all but one', async () => {
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

test('a session ends after two weeks without use, and at the latest after three months', async () => {
  const { email } = await accounts.add()
  const { token, sessionId, expiresAt } = await sessionOf(accounts, email)
  expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(14)
  await query(
    "update account_sessions set created_at = now() - interval '80 days', last_seen_at = now() - interval '2 minutes' where id = $1",
    [sessionId],
  )
  await authenticate(token)
  const [row] = await query<{ days: number }>(
    'select round(extract(epoch from expires_at - now()) / 86400)::integer as days from account_sessions where id = $1',
    [sessionId],
  )
  expect(row?.days).toBe(10)
  await query('update account_sessions set expires_at = now() where id = $1', [sessionId])
  expect(await authenticateSession(parts.db, token)).toBeUndefined()
})

test('the time of the last use of a session is written at most once a minute', async () => {
  const { email } = await accounts.add()
  const { token, sessionId } = await sessionOf(accounts, email)
  const rowVersion = async () =>
    (await query<{ xmin: string }>('select xmin::text from account_sessions where id = $1', [sessionId]))[0]?.xmin
  const before = await rowVersion()
  for (let i = 0; i < 5; i++) await authenticate(token)
  expect(await rowVersion()).toBe(before)
  await query("update account_sessions set last_seen_at = now() - interval '61 seconds' where id = $1", [sessionId])
  const prepared = await rowVersion()
  await authenticate(token)
  const written = await rowVersion()
  expect(written).not.toBe(prepared)
  await authenticate(token)
  expect(await rowVersion()).toBe(written)
})

test('an invalid token does not authenticate', async () => {
  for (const token of ['', 'qms_', 'qm_c1_x', `qms_${'0'.repeat(38)}`, 'Bearer x']) {
    expect(await authenticateSession(parts.db, token), token).toBeUndefined()
  }
})

test('an authentication counts as recent for ten minutes, and the password renews it', async () => {
  const { email } = await accounts.add()
  const { token, sessionId } = await sessionOf(accounts, email)
  requireRecentAuthentication(await authenticate(token))
  await query("update account_sessions set authenticated_at = now() - interval '601 seconds' where id = $1", [
    sessionId,
  ])
  const session = await authenticate(token)
  expect(() => requireRecentAuthentication(session)).toThrow(
    expect.objectContaining({ code: 'reauthentication_required' }) as Error,
  )
  await expect(reauthenticate(parts, { session, password: 'wrong password', code: null })).rejects.toMatchObject({
    code: 'sign_in_failed',
  })
  await reauthenticate(parts, { session, password: PASSWORD, code: null })
  requireRecentAuthentication(await authenticate(token))
})

test('a password change ends the other sessions and invalidates the old password', async () => {
  const { email } = await accounts.add()
  const [current, other] = [await sessionOf(accounts, email), await sessionOf(accounts, email)]
  await changePassword(parts, { session: await authenticate(current.token), password: OTHER_PASSWORD })
  expect(await authenticateSession(parts.db, other.token)).toBeUndefined()
  expect(await authenticateSession(parts.db, current.token)).toBeDefined()
  await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'sign_in_failed' })
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  expect((await inbox.wait(email)).subject).toBe('Your password was changed')
})

test('a password reset ends all sessions and disconnects all providers, and only existing accounts get a mail', async () => {
  const { id, email } = await accounts.add()
  const { token } = await sessionOf(accounts, email)
  await query("insert into account_identities (provider, subject, account_id, name) values ('github', '7', $1, 'x')", [
    id,
  ])
  const results = [
    await requestPasswordReset(parts, { email, address: newAddress() }),
    await requestPasswordReset(parts, { email: 'nobody@vale.example', address: newAddress() }),
  ]
  expect(results).toEqual([undefined, undefined])
  const link = tokenIn(await inbox.wait(email))
  await resetPassword(parts, { token: link, password: OTHER_PASSWORD, ...NO_TOKENS })
  expect(await authenticateSession(parts.db, token)).toBeUndefined()
  expect(await query('select from account_identities where account_id = $1', [id])).toEqual([])
  await expect(resetPassword(parts, { token: link, password: PASSWORD, ...NO_TOKENS })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  expect(inbox.to('nobody@vale.example')).toEqual([])
})

test('after a reset the owner can sign in at once, although wrong guesses had throttled the account', async () => {
  const { email } = await accounts.add()
  for (let i = 0; i < 8; i++) await accounts.signIn(email, 'wrong password', `10.0.0.${i}`).catch(() => undefined)
  await expect(accounts.signIn(email, PASSWORD, newAddress())).rejects.toMatchObject({ code: 'rate_limited' })
  await requestPasswordReset(parts, { email, address: newAddress() })
  await resetPassword(parts, { token: tokenIn(await inbox.wait(email)), password: OTHER_PASSWORD, ...NO_TOKENS })
  expect(await accounts.signIn(email, OTHER_PASSWORD, newAddress())).toHaveProperty('session')
})

test('a new e-mail address must be confirmed by both mailboxes, the old address gets a mail, and links sent to it become invalid', async () => {
  const { id, email } = await accounts.add()
  await requestPasswordReset(parts, { email, address: newAddress() })
  const reset = tokenIn(await inbox.wait(email))
  await changeEmail(parts, { accountId: id, email: 'moved@vale.example' })
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await confirmEmailChange(parts, tokenIn(await inbox.wait('moved@vale.example')))
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await approveEmailChange(parts, tokenIn(await inbox.waitFor(email, 'Your e-mail address is about to change')))
  expect(await accounts.signIn('moved@vale.example')).toHaveProperty('session')
  await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(resetPassword(parts, { token: reset, password: OTHER_PASSWORD, ...NO_TOKENS })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await inbox.waitFor(email, 'Your e-mail address was changed')
})

test('a change to the address of another account changes nothing and does not show that the account exists', async () => {
  const [mine, theirs] = [await accounts.add(), await accounts.add()]
  expect(await changeEmail(parts, { accountId: mine.id, email: theirs.email })).toBeUndefined()
  const mail = await inbox.wait(theirs.email)
  expect(mail.subject).toBe('You already have an account')
  // Another account takes the address before the change is confirmed.
  await changeEmail(parts, { accountId: mine.id, email: 'raced@vale.example' })
  const token = tokenIn(await inbox.wait('raced@vale.example'))
  await accounts.add({ email: 'raced@vale.example' })
  await expect(confirmEmailChange(parts, token)).rejects.toMatchObject({ code: 'conflict' })
})

test('a closed account loses its data, stays closed, and its address can sign up again', async () => {
  const { id, email } = await accounts.add()
  const { token } = await sessionOf(accounts, email)
  const reject = () => Promise.reject(new Error('a store would have no owner'))
  await expect(closeAccount(parts, { accountId: id, requireClosable: reject })).rejects.toThrow('no owner')
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
  await signUp(parts, { email, address: newAddress() })
  tokenIn(await inbox.waitFor(email, 'Confirm your e-mail address'))
})

test('an account becomes an operator by its address, needs a second factor, and loses the role without it', async () => {
  const { id, email } = await accounts.add()
  const makeOperator = () => setOperator(parts.db, { email, isOperator: true })
  await expect(makeOperator()).rejects.toMatchObject({ code: 'conflict' })
  const { token } = await sessionOf(accounts, email)
  await query(
    "update accounts set totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now(), totp_last_step = 0 where id = $1",
    [id],
  )
  expect(await makeOperator()).toBe(id)
  expect(await authenticate(token)).toMatchObject({ isOperator: true })
  await disableTotp(parts, { accountId: id })
  expect(await authenticate(token)).toMatchObject({ isOperator: false, hasSecondFactor: false })
  await setOperator(parts.db, { email, isOperator: false })
  expect(await authenticate(token)).toMatchObject({ isOperator: false })
  await expect(setOperator(parts.db, { email: 'nobody@vale.example', isOperator: true })).rejects.toMatchObject({
    code: 'not_found',
  })
})
