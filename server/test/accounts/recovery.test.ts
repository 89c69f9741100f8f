import { expect, test } from 'vitest'
import { applyDueEmailChanges, changeEmail, confirmEmailChange } from '../../src/accounts/recovery/change-email.ts'
import { changePassword } from '../../src/accounts/recovery/change-password.ts'
import {
  previewPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '../../src/accounts/recovery/reset-password.ts'
import { undoChange } from '../../src/accounts/recovery/undo-change.ts'
import { disableTotp } from '../../src/accounts/second-factor/set-up-totp.ts'
import { authenticateSession } from '../../src/accounts/sessions/authenticate-session.ts'
import { PASSWORD, sessionOf, startAccounts } from './start-accounts.ts'
import type { Mail } from './mail-server.ts'
import { tokenIn } from './start-inbox.ts'

const accounts = await startAccounts()
const { parts, query, inbox } = accounts
const OTHER_PASSWORD = 'another horse entirely'
const revokeTokens = async () => undefined
let addressCount = 0
const newAddress = () => `198.51.100.${++addressCount}`
const SUBJECT = 'Your password was changed'

function undoTokenIn({ text }: Mail): string {
  const [, token = ''] = /\/account\/undo#token=(qmu_[0-9A-Za-z]+)/.exec(text) ?? []
  return token
}

const undo = (mail: Mail) => undoChange(parts, { token: undoTokenIn(mail), revokeTokens })

async function addPasskey(accountId: string, age: string): Promise<void> {
  await query(
    `insert into account_passkeys (id, account_id, credential_id, public_key, sign_count, backed_up, name, created_at)
     values (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), '\\x00', 0, false, $2::text, now() - $2::text::interval)`,
    [accountId, age],
  )
}

async function addTotp(accountId: string, age: string): Promise<void> {
  const { keyId, sealed } = parts.sealer.seal('JBSWY3DPEHPK3PXP', `totp:${accountId}`)
  await query(
    `update accounts set totp_sealed = $2, totp_key_id = $3, totp_confirmed_at = now() - $4::interval where id = $1`,
    [accountId, sealed, keyId, age],
  )
}

const passkeysOf = async (id: string) =>
  (await query<{ name: string }>('select name from account_passkeys where account_id = $1 order by name', [id])).map(
    ({ name }) => name,
  )

async function changeFor(email: string) {
  const { token } = await sessionOf(accounts, email)
  const session = await authenticateSession(parts.db, token)
  if (!session) throw new Error('no session')
  await changePassword(parts, { session, password: OTHER_PASSWORD })
  return token
}

test('the link in the mail restores the password from before the change and ends all sessions, once', async () => {
  const { email } = await accounts.add()
  const thief = await changeFor(email)
  const mail = await inbox.waitFor(email, SUBJECT)
  await undo(mail)
  expect(await authenticateSession(parts.db, thief)).toBeUndefined()
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await inbox.waitFor(email, 'A change was undone')
  await expect(undo(mail)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('an undo removes passkeys and providers that were added since, and restores those that were removed', async () => {
  const { id, email } = await accounts.add()
  await addPasskey(id, '60 days')
  await changeFor(email)
  await query('delete from account_passkeys where account_id = $1', [id])
  await addPasskey(id, '1 second')
  await query("insert into account_identities (provider, subject, account_id, name) values ('github', '77', $1, 'x')", [
    id,
  ])
  await undo(await inbox.waitFor(email, SUBJECT))
  expect(await passkeysOf(id)).toEqual(['60 days'])
  expect(await query('select from account_identities where account_id = $1', [id])).toEqual([])
})

test('an undo restores a second factor that was removed', async () => {
  const { id, email } = await accounts.add()
  await addTotp(id, '90 days')
  await disableTotp(parts, { accountId: id })
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await undo(await inbox.waitFor(email, 'The second factor was removed'))
  expect(await accounts.signIn(email)).toHaveProperty('challenge')
})

test('an undo link expires after seven days', async () => {
  const { email } = await accounts.add()
  await changeFor(email)
  const mail = await inbox.waitFor(email, SUBJECT)
  await query("update account_undos set expires_at = expires_at - interval '169 hours'")
  await expect(undo(mail)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('an address that nobody approves changes after seven days, and the old mailbox can still undo it', async () => {
  const { id, email } = await accounts.add()
  await changeEmail(parts, { accountId: id, email: 'thief@evil.example' })
  await confirmEmailChange(parts, tokenIn(await inbox.wait('thief@evil.example')))
  await inbox.waitFor(email, 'Your e-mail address is about to change')
  await applyDueEmailChanges(parts)
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await query("update accounts set pending_email_at = now() - interval '1 second' where id = $1", [id])
  await applyDueEmailChanges(parts)
  await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'sign_in_failed' })

  // The thief gets mails now. Their links must not work after the owner has undone the change.
  await changeFor('thief@evil.example')
  const theirs = await inbox.waitFor('thief@evil.example', SUBJECT)
  await undo(await inbox.waitFor(email, 'Your e-mail address was changed'))
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await expect(undo(theirs)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('the old mailbox can stop a change of the address before it takes effect', async () => {
  const { id, email } = await accounts.add()
  await changeEmail(parts, { accountId: id, email: 'next@evil.example' })
  await confirmEmailChange(parts, tokenIn(await inbox.wait('next@evil.example')))
  await undo(await inbox.waitFor(email, 'Your e-mail address is about to change'))
  expect(await query('select pending_email from accounts where id = $1', [id])).toEqual([{ pending_email: null }])
})

async function resetLinkFor(email: string): Promise<string> {
  await requestPasswordReset(parts, { email, address: newAddress() })
  return tokenIn(await inbox.waitFor(email, 'Choose a new password'))
}

async function addThiefAccess(id: string): Promise<void> {
  await addPasskey(id, '60 days')
  await addPasskey(id, '1 day')
  await addTotp(id, '1 day')
  await query(
    "insert into account_identities (provider, subject, account_id, name) values ('github', gen_random_uuid()::text, $1, 'x')",
    [id],
  )
}

test('a password reset removes passkeys, the second factor, providers and tokens that are newer than 30 days', async () => {
  const { id, email } = await accounts.add()
  await addThiefAccess(id)
  const token = await resetLinkFor(email)
  expect(await previewPasswordReset(parts, { token })).toMatchObject({
    passkeys: [{ name: '1 day' }],
    secondFactorAddedAt: expect.any(String) as string,
    providers: [{ provider: 'github' }],
  })
  const revoked: { accountId: string; since: Date }[] = []
  await resetPassword(parts, {
    token,
    password: OTHER_PASSWORD,
    keep: [],
    revokeTokens: async (_, tokens) => void revoked.push(tokens),
  })
  expect(await passkeysOf(id)).toEqual(['60 days'])
  expect(await query('select from account_identities where account_id = $1', [id])).toEqual([])
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  expect(revoked).toMatchObject([{ accountId: id }])
  const days = (Date.now() - (revoked[0]?.since.getTime() ?? 0)) / 86_400_000
  expect(Math.round(days)).toBe(30)
})

test('a password reset keeps what it is told to keep, and an older second factor', async () => {
  const [kept, old] = [await accounts.add(), await accounts.add()]
  await addThiefAccess(kept.id)
  const keep = ['passkeys', 'second_factor', 'providers', 'tokens'] as const
  const reject = () => Promise.reject(new Error('must not revoke'))
  const token = await resetLinkFor(kept.email)
  await resetPassword(parts, { token, password: OTHER_PASSWORD, keep, revokeTokens: reject })
  expect(await passkeysOf(kept.id)).toEqual(['1 day', '60 days'])
  expect(await query('select from account_identities where account_id = $1', [kept.id])).toHaveLength(1)
  expect(await accounts.signIn(kept.email, OTHER_PASSWORD)).toHaveProperty('challenge')

  await addTotp(old.id, '31 days')
  await resetPassword(parts, { token: await resetLinkFor(old.email), password: PASSWORD, keep: [], revokeTokens })
  expect(await accounts.signIn(old.email)).toHaveProperty('challenge')
})
