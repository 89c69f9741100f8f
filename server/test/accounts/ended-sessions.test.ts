import { expect, test } from 'vitest'
import type { AccountCaller } from '../../src/accounts/account.ts'
import { authenticateSession, type SignedIn } from '../../src/accounts/sessions/authenticate-session.ts'
import { changeEmail, confirmEmailChange } from '../../src/accounts/recovery/change-email.ts'
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
const OVER = { code: 'unauthorized' }
const REFUSED = { code: 'sign_in_failed' }
const stepNow = () => Math.floor(Date.now() / 30_000)
let places = 0

type Person = { id: AccountId; email: string; session: SignedIn; asker: AccountCaller }

async function signedIn(): Promise<Person> {
  const { id, email } = await accounts.add()
  const { token, sessionId } = await sessionOf(accounts, email)
  rememberKey(token)
  const session = await authenticateSession(parts.db, token)
  if (!session) throw new Error('the session is over')
  return { id, email, session, asker: { accountId: id, sessionId } }
}

async function newTotp({ id, email, asker }: Person) {
  const { challenge, secret } = await startTotpSetup(parts, { accountId: id, email })
  rememberKey(secret)
  return { secret, asked: { ...asker, challenge, code: codeOf(secret, stepNow()) } }
}

/** The code of the present step is used for it. */
async function addTotp(person: Person): Promise<string> {
  const { secret, asked } = await newTotp(person)
  for (const code of await confirmTotpSetup(parts, asked)) rememberKey(code)
  return secret
}

async function newPasskey({ id, email, asker }: Person) {
  const options = await startPasskeyRegistration(parts, { accountId: id, email, name: 'Ana' })
  const response = createAuthenticator({ origin: PUBLIC_URL, rpId: 'store.example' }).create(options)
  return { ...asker, name: 'Phone', response }
}

/** What the browser brings back from GitHub. */
async function fromGithub(accountId: AccountId | null, subject: string) {
  const { url, ticket } = await startProviderFlow(parts, { provider: 'github', accountId })
  rememberKey(ticket)
  return { ticket, state: new URL(url).searchParams.get('state') ?? '', code: subject }
}

/** The subject is the account's own id. */
const connect = (id: AccountId) =>
  query("insert into account_identities (provider, subject, account_id, name) values ('github', $1, $2, 'Ana')", [
    id,
    id,
  ])

async function resetLink(email: string): Promise<string> {
  await requestPasswordReset(parts, { email, address: `198.51.100.${++places}` })
  const token = tokenIn(await inbox.waitFor(email, 'Choose a new password'))
  rememberKey(token)
  return token
}

/** Everything that is kept of an account, and how many mails there are. */
async function keptOf(id: AccountId): Promise<unknown> {
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
  <Asked>(change: (using: typeof parts, asked: Asked) => Promise<unknown>, asked: Asked) =>
  () =>
    change(parts, asked)

/** Each is got ready in a session that is open, and asked for later. */
const CHANGES: Record<string, (person: Person) => Promise<() => Promise<unknown>>> = {
  'another password': async ({ session }) => later(changePassword, { session, password: OTHER_PASSWORD }),
  'another address': async ({ id, asker }) => later(changeEmail, { ...asker, email: `${id}@vale.example` }),
  'a second factor': async (person) => later(confirmTotpSetup, (await newTotp(person)).asked),
  'no second factor': async (person) => {
    await addTotp(person)
    return later(disableTotp, person.asker)
  },
  'new recovery codes': async (person) => {
    await addTotp(person)
    return later(regenerateRecoveryCodes, person.asker)
  },
  'a passkey': async (person) => later(finishPasskeyRegistration, await newPasskey(person)),
  'a passkey less': async (person) => {
    const passkeyId = await finishPasskeyRegistration(parts, await newPasskey(person))
    return later(deletePasskey, { ...person.asker, passkeyId })
  },
  'another way to sign in': async ({ id, asker }) =>
    later(connectProvider, { ...asker, ...(await fromGithub(id, id)) }),
  'one way to sign in less': async ({ id, asker }) => {
    await connect(id)
    return later(unlinkProvider, { ...asker, provider: 'github' })
  },
  'the end of the account': async ({ asker }) =>
    later(closeAccount, { ...asker, requireClosable: async () => undefined }),
}

test.each(Object.entries(CHANGES))(
  'a session that was ended while it asked for %s changes nothing',
  async (_, prepare) => {
    const [owner, thief] = [await signedIn(), await signedIn()]
    const [change, late] = [await prepare(owner), await prepare(thief)]
    const before = await keptOf(owner.id)
    await change()
    expect(await keptOf(owner.id)).not.toEqual(before)

    await endSessions(parts.db, { accountId: thief.id })
    const ended = await keptOf(thief.id)
    await expect(late()).rejects.toMatchObject(OVER)
    expect(await keptOf(thief.id)).toEqual(ended)
  },
)

test('of a thief who changes the password and an owner who resets it meanwhile, the owner is let in', async () => {
  const { email, session } = await signedIn()
  const { promise: hasReset, resolve: go } = Promise.withResolvers<void>()
  const hash = async (password: string) => {
    await hasReset
    return parts.passwords.hash(password)
  }
  const slow = { ...parts, passwords: { ...parts.passwords, hash } }
  const stealing = changePassword(slow, { session, password: 'what the thief wants' })
  await resetPassword(parts, { token: await resetLink(email), password: OTHER_PASSWORD })
  go()
  await expect(stealing).rejects.toMatchObject(OVER)
  expect(await accounts.signIn(email, OTHER_PASSWORD)).toHaveProperty('session')
  await expect(accounts.signIn(email, 'what the thief wants')).rejects.toMatchObject(REFUSED)
})

test('what an old password has begun ends with it, whether it is changed or reset', async () => {
  const begin = async (email: string, password?: string) => {
    const result = await accounts.signIn(email, password)
    if (!('challenge' in result)) throw new Error('no second factor was asked for')
    rememberKey(result.challenge)
    return result.challenge
  }
  const changes = [
    ({ session }: Person) => changePassword(parts, { session, password: OTHER_PASSWORD }),
    async ({ email }: Person) => resetPassword(parts, { token: await resetLink(email), password: OTHER_PASSWORD }),
  ]
  for (const change of changes) {
    const person = await signedIn()
    const secret = await addTotp(person)
    const finish = (challenge: string) =>
      finishSignIn(parts, { challenge, code: codeOf(secret, stepNow() + 1), ...FROM })
    const old = await begin(person.email)
    await change(person)
    await expect(finish(old)).rejects.toMatchObject(REFUSED)
    expect(await finish(await begin(person.email, OTHER_PASSWORD))).toMatchObject({ accountId: person.id })
  }
})

test('a provider that a reset takes away while it waits for the account opens nothing', async () => {
  const { id, email, session } = await signedIn()
  await connect(id)
  const [token, returned] = [await resetLink(email), await fromGithub(null, id)]
  // The reset has the account and stops at the session that it wants to end.
  const held = await holdRows(accounts, 'select from account_sessions where id = $1 for update', [session.sessionId])
  const resetting = resetPassword(parts, { token, password: OTHER_PASSWORD })
  await untilWaiting(accounts, 1)
  const opening = finishProviderSignIn(parts, { ...returned, ...FROM }).catch((error: unknown) => error)
  await untilWaiting(accounts, 2)
  await held.release()
  await resetting
  expect(await opening).toMatchObject(REFUSED)
  expect(await query('select from account_sessions where account_id = $1 and ended_at is null', [id])).toEqual([])
})

test('a reset link that went to an address which was given up meanwhile resets nothing', async () => {
  const { id, email, asker } = await signedIn()
  const moved = `moved-${email}`
  await changeEmail(parts, { ...asker, email: moved })
  const confirm = tokenIn(await inbox.wait(moved))
  rememberKey(confirm)
  // Who asks for a link has found the account, and waits to write the link down.
  const held = await holdRows(accounts, 'select pg_advisory_xact_lock(hashtext($1))', [`reset:${id}`])
  const asking = resetLink(email)
  await untilWaiting(accounts, 1)
  await confirmEmailChange(parts, confirm)
  await held.release()
  const token = await asking
  await expect(resetPassword(parts, { token, password: OTHER_PASSWORD })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(await accounts.signIn(moved, PASSWORD)).toHaveProperty('session')
})

test('the owner hears of new recovery codes', async () => {
  const person = await signedIn()
  await addTotp(person)
  for (const code of await regenerateRecoveryCodes(parts, person.asker)) rememberKey(code)
  const { text } = await inbox.waitFor(person.email, 'New recovery codes were created')
  expect(text).toContain('The previous codes no longer work')
})
