import { expect, test } from 'vitest'
import type { AccountCaller } from '../../src/accounts/account.ts'
import { authenticateSession, type SignedIn } from '../../src/accounts/sessions/authenticate-session.ts'
import { approveEmailChange, changeEmail, confirmEmailChange } from '../../src/accounts/recovery/change-email.ts'
import { changePassword } from '../../src/accounts/recovery/change-password.ts'
import { closeAccount } from '../../src/accounts/close-account.ts'
import { endSessions } from '../../src/accounts/sessions/end-sessions.ts'
import { unlinkProvider } from '../../src/accounts/providers/link-provider.ts'
import type { SignInProvider } from '../../src/accounts/providers/provider.ts'
import { regenerateRecoveryCodes } from '../../src/accounts/second-factor/recovery-codes.ts'
import {
  startPasskeyRegistration,
  finishPasskeyRegistration,
  deletePasskey,
} from '../../src/accounts/second-factor/register-passkey.ts'
import { requestPasswordReset, resetPassword } from '../../src/accounts/recovery/reset-password.ts'
import { startTotpSetup, confirmTotpSetup, disableTotp } from '../../src/accounts/second-factor/set-up-totp.ts'
import { finishSignIn } from '../../src/accounts/sign-in/sign-in.ts'
import {
  startProviderFlow,
  connectProvider,
  finishProviderSignIn,
} from '../../src/accounts/sign-in/sign-in-with-provider.ts'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import type { AccountId } from '../../src/ids.ts'
import { rememberKey } from '../start-store.ts'
import { holdRows, untilWaiting } from '../store-records.ts'
import { createAuthenticator } from './software-authenticator.ts'
import { PASSWORD, PUBLIC_URL, sessionOf, startAccounts } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'

const NO_TOKENS = { keep: [], revokeTokens: async () => undefined }
const accounts = await startAccounts()
const { query, inbox } = accounts
const github: SignInProvider = {
  label: 'GitHub',
  authorizeUrl: ({ state }) => new URL(`https://github.example/?state=${state}`),
  fetchPerson: async ({ code }) => ({ subject: code, name: 'Ana', email: null }),
}
const parts = { ...accounts.parts, providers: { github } }

const OTHER_PASSWORD = 'another horse entirely'
const FROM = { address: '203.0.113.9', userAgent: null }
const SESSION_ENDED = { code: 'unauthorized' }
const SIGN_IN_FAILED = { code: 'sign_in_failed' }
const stepNow = () => Math.floor(Date.now() / 30_000)
let addressCount = 0

type Person = { id: AccountId; email: string; session: SignedIn; caller: AccountCaller }

async function createSignedInPerson(): Promise<Person> {
  const { id, email } = await accounts.add()
  const { token, sessionId } = await sessionOf(accounts, email)
  rememberKey(token)
  const session = await authenticateSession(parts.db, token)
  if (!session) throw new Error('The session has ended')
  return { id, email, session, caller: { accountId: id, sessionId } }
}

async function prepareTotp({ id, email, caller }: Person) {
  const { challenge, secret } = await startTotpSetup(parts, { accountId: id, email })
  rememberKey(secret)
  return { secret, confirmation: { ...caller, challenge, code: codeOf(secret, stepNow()) } }
}

/** Sets up TOTP. This uses the code of the current time step, so a test needs the next one. */
async function addTotp(person: Person): Promise<string> {
  const { secret, confirmation } = await prepareTotp(person)
  for (const code of await confirmTotpSetup(parts, confirmation)) rememberKey(code)
  return secret
}

async function preparePasskey({ id, email, caller }: Person) {
  const options = await startPasskeyRegistration(parts, { accountId: id, email, name: 'Ana' })
  const response = createAuthenticator({ origin: PUBLIC_URL, rpId: 'store.localhost' }).create(options)
  return { ...caller, name: 'Phone', response }
}

/** The parameters with which GitHub redirects the browser to us. */
async function redirectFromGithub(accountId: AccountId | null, subject: string) {
  const { url, ticket } = await startProviderFlow(parts, { provider: 'github', accountId })
  rememberKey(ticket)
  return { ticket, state: new URL(url).searchParams.get('state') ?? '', code: subject }
}

/** Connects GitHub to an account, with the account's id as the subject. */
const connectGithub = (id: AccountId) =>
  query("insert into account_identities (provider, subject, account_id, name) values ('github', $1, $2, 'Ana')", [
    id,
    id,
  ])

async function requestResetToken(email: string): Promise<string> {
  await requestPasswordReset(parts, { email, address: `198.51.100.${++addressCount}` })
  const token = tokenIn(await inbox.waitFor(email, 'Choose a new password'))
  rememberKey(token)
  return token
}

/** All stored data of an account, and the number of mails. */
async function readAccountData(id: AccountId): Promise<unknown> {
  const all = (table: string) => `(select jsonb_agg(to_jsonb(t)) from ${table} t where account_id = a.id) as ${table}`
  const tables = [
    'account_passkeys',
    'account_identities',
    'account_recovery_codes',
    'account_links',
    'account_sessions',
  ]
  return query(
    `select a.*, ${tables.map(all).join()}, (select count(*) from mails) as mails from accounts a where id = $1`,
    [id],
  )
}

const later =
  <Request>(change: (using: typeof parts, request: Request) => Promise<unknown>, request: Request) =>
  () =>
    change(parts, request)

/** Each entry prepares a change while the session is open, and returns a function that makes the change. */
const CHANGES: Record<string, (person: Person) => Promise<() => Promise<unknown>>> = {
  'a new password': async ({ session }) => later(changePassword, { session, password: OTHER_PASSWORD }),
  'a new e-mail address': async ({ id, caller }) => later(changeEmail, { ...caller, email: `${id}@vale.example` }),
  'a second factor': async (person) => later(confirmTotpSetup, (await prepareTotp(person)).confirmation),
  'the removal of the second factor': async (person) => {
    await addTotp(person)
    return later(disableTotp, person.caller)
  },
  'new recovery codes': async (person) => {
    await addTotp(person)
    return later(regenerateRecoveryCodes, person.caller)
  },
  'a passkey': async (person) => later(finishPasskeyRegistration, await preparePasskey(person)),
  'the removal of a passkey': async (person) => {
    const passkeyId = await finishPasskeyRegistration(parts, await preparePasskey(person))
    return later(deletePasskey, { ...person.caller, passkeyId })
  },
  'a sign-in provider': async ({ id, caller }) =>
    later(connectProvider, { ...caller, ...(await redirectFromGithub(id, id)) }),
  'the removal of a sign-in provider': async ({ id, caller }) => {
    await connectGithub(id)
    return later(unlinkProvider, { ...caller, provider: 'github' })
  },
  'the closing of the account': async ({ caller }) =>
    later(closeAccount, { ...caller, requireClosable: async () => undefined }),
}

test.each(Object.entries(CHANGES))('a session that ends while it requests %s changes nothing', async (_, prepare) => {
  const [owner, thief] = [await createSignedInPerson(), await createSignedInPerson()]
  const [change, lateChange] = [await prepare(owner), await prepare(thief)]
  const before = await readAccountData(owner.id)
  await change()
  expect(await readAccountData(owner.id)).not.toEqual(before)

  await endSessions(parts.db, { accountId: thief.id })
  const ended = await readAccountData(thief.id)
  await expect(lateChange()).rejects.toMatchObject(SESSION_ENDED)
  expect(await readAccountData(thief.id)).toEqual(ended)
})

test('if the owner resets the password while a thief changes it, the password of the owner is valid', async () => {
  const { email, session } = await createSignedInPerson()
  const { promise: hasReset, resolve: continueHash } = Promise.withResolvers<void>()
  const hash = async (password: string) => {
    await hasReset
    return parts.passwords.hash(password)
  }
  const slowParts = { ...parts, passwords: { ...parts.passwords, hash } }
  const change = changePassword(slowParts, { session, password: 'password of the thief' })
  await resetPassword(parts, { token: await requestResetToken(email), password: OTHER_PASSWORD, ...NO_TOKENS })
  continueHash()
  await expect(change).rejects.toMatchObject(SESSION_ENDED)
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  await expect(accounts.signIn(email, 'password of the thief')).rejects.toMatchObject(SIGN_IN_FAILED)
})

test('a sign-in that was started with the old password cannot finish after a change or a reset', async () => {
  const startSignIn = async (email: string, password?: string) => {
    const result = await accounts.signIn(email, password)
    if (!('challenge' in result)) throw new Error('The sign-in did not require a second factor')
    rememberKey(result.challenge)
    return result.challenge
  }
  const changes = [
    ({ session }: Person) => changePassword(parts, { session, password: OTHER_PASSWORD }),
    async ({ email }: Person) => {
      const token = await requestResetToken(email)
      await resetPassword(parts, { token, password: OTHER_PASSWORD, ...NO_TOKENS, keep: ['second_factor'] })
    },
  ]
  for (const change of changes) {
    const person = await createSignedInPerson()
    const secret = await addTotp(person)
    const finish = (challenge: string) =>
      finishSignIn(parts, { challenge, code: codeOf(secret, stepNow() + 1), ...FROM })
    const oldChallenge = await startSignIn(person.email)
    await change(person)
    await expect(finish(oldChallenge)).rejects.toMatchObject(SIGN_IN_FAILED)
    expect(await finish(await startSignIn(person.email, OTHER_PASSWORD))).toMatchObject({ accountId: person.id })
  }
})

test('a sign-in with a provider fails if a concurrent reset disconnects the provider', async () => {
  const { id, email, session } = await createSignedInPerson()
  await connectGithub(id)
  const [token, redirect] = [await requestResetToken(email), await redirectFromGithub(null, id)]
  // The reset locks the account and then waits for the session that it has to end.
  const lock = await holdRows(accounts, 'select from account_sessions where id = $1 for update', [session.sessionId])
  const resetting = resetPassword(parts, { token, password: OTHER_PASSWORD, ...NO_TOKENS })
  await untilWaiting(accounts, 1)
  const signingIn = finishProviderSignIn(parts, { ...redirect, ...FROM }).catch((error: unknown) => error)
  await untilWaiting(accounts, 2)
  await lock.release()
  await resetting
  expect(await signingIn).toMatchObject(SIGN_IN_FAILED)
  expect(await query('select from account_sessions where account_id = $1 and ended_at is null', [id])).toEqual([])
})

test('a reset link is invalid if the account changed its address before the link was stored', async () => {
  const { id, email, caller } = await createSignedInPerson()
  const moved = `moved-${email}`
  await changeEmail(parts, { ...caller, email: moved })
  const confirm = tokenIn(await inbox.wait(moved))
  rememberKey(confirm)
  // The request for the link has found the account and waits for this lock before it stores the link.
  const lock = await holdRows(accounts, 'select pg_advisory_xact_lock(hashtext($1))', [`reset:${id}`])
  const requesting = requestResetToken(email)
  await untilWaiting(accounts, 1)
  await confirmEmailChange(parts, confirm)
  const approve = tokenIn(await inbox.waitFor(email, 'Your e-mail address is about to change'))
  rememberKey(approve)
  await approveEmailChange(parts, approve)
  await lock.release()
  const token = await requesting
  await expect(resetPassword(parts, { token, password: OTHER_PASSWORD, ...NO_TOKENS })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(await accounts.signIn(moved, PASSWORD)).toHaveProperty('session')
})

test('the owner gets a mail when new recovery codes are created', async () => {
  const person = await createSignedInPerson()
  await addTotp(person)
  for (const code of await regenerateRecoveryCodes(parts, person.caller)) rememberKey(code)
  const { text } = await inbox.waitFor(person.email, 'New recovery codes were created')
  expect(text).toContain('The previous codes no longer work')
})
