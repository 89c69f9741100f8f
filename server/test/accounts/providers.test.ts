import { describe, expect, test } from 'vitest'
import { unlinkProvider } from '../../src/accounts/providers/link-provider.ts'
import { PROVIDERS } from '../../src/accounts/providers/provider.ts'
import { startTotpSetup, confirmTotpSetup } from '../../src/accounts/second-factor/set-up-totp.ts'
import { showAccount } from '../../src/accounts/show-account.ts'
import {
  startProviderFlow,
  connectProvider,
  finishProviderSignIn,
} from '../../src/accounts/sign-in/sign-in-with-provider.ts'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import type { AccountId } from '../../src/ids.ts'
import { type FakePerson, startFakeProvider } from './fake-sign-in-provider.ts'
import { PUBLIC_URL, startAccounts } from './start-accounts.ts'

const CLIENT = { clientId: 'client', clientSecret: 'client secret' }
const provider = await startFakeProvider(CLIENT)
const accounts = await startAccounts({
  env: Object.fromEntries(
    ['DISCORD', 'GITHUB'].flatMap((name) => [
      [`${name}_CLIENT_ID`, CLIENT.clientId],
      [`${name}_CLIENT_SECRET`, CLIENT.clientSecret],
      [`${name}_URL`, provider.url],
    ]),
  ),
})
const { parts, query } = accounts
const FROM = { address: '203.0.113.9', userAgent: null }
const SIGN_IN_FAILED = { code: 'sign_in_failed' }
let personCount = 0

function createPerson(change: Partial<FakePerson> = {}): FakePerson {
  const id = ++personCount
  return { id, login: `player${id}`, email: `player${id}@vale.example`, verified: true, ...change }
}

describe.each(PROVIDERS)('%s', (name) => {
  const startFlow = (accountId: AccountId | null = null) => startProviderFlow(parts, { provider: name, accountId })

  /** Accepts at the provider. Returns the parameters of the redirect to us. */
  async function authorize(person: FakePerson, accountId: AccountId | null = null) {
    const { url, ticket } = await startFlow(accountId)
    const { code, state } = provider.authorize(url, person)
    return { ticket, state, code }
  }

  const signIn = async (person: FakePerson) => finishProviderSignIn(parts, { ...(await authorize(person)), ...FROM })
  const connect = async (person: FakePerson, accountId: AccountId) =>
    connectProvider(parts, { ...(await authorize(person, accountId)), accountId })

  async function accountOf(person: FakePerson): Promise<AccountId> {
    const result = await signIn(person)
    if (!('session' in result)) throw new Error('The sign-in requires a second factor')
    return result.session.accountId
  }

  test('creates an account for a confirmed address, and signs in to the same account the next time', async () => {
    const person = createPerson()
    const first = await accountOf(person)
    expect(await showAccount(parts.db, first)).toMatchObject({
      email: person.email,
      name: person.login,
      hasPassword: false,
      providers: [{ provider: name, name: person.login }],
    })
    // The id at the provider identifies the person. Their address there may change.
    expect(await accountOf({ ...person, email: 'other@vale.example' })).toBe(first)
  })

  test('redirects to our own page', async () => {
    const { url } = await startFlow()
    expect(provider.authorize(url, createPerson()).redirectUri).toBe(`${PUBLIC_URL}/account/provider/${name}`)
  })

  test('does not sign in to an existing account by address, and creates none for an unconfirmed address', async () => {
    const { email } = await accounts.add()
    await expect(signIn(createPerson({ email }))).rejects.toMatchObject({ code: 'conflict' })
    const unconfirmed = createPerson({ verified: false })
    await expect(signIn(unconfirmed)).rejects.toMatchObject({ code: 'conflict' })
    expect(await query('select from accounts where email = $1', [unconfirmed.email])).toEqual([])
  })

  test('can be connected to a signed-in account, then signs in to it, and can be disconnected', async () => {
    const { id, email } = await accounts.add()
    const person = createPerson()
    await connect(person, id)
    await connect(person, id)
    expect(await accountOf(person)).toBe(id)
    expect((await accounts.inbox.wait(email)).subject).toBe('A sign-in provider was connected')
    const other = await accounts.add()
    await expect(connect(person, other.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(connect(createPerson(), id)).rejects.toMatchObject({ code: 'conflict' })
    await unlinkProvider(parts, { accountId: id, provider: name })
    expect(await accountOf(person)).not.toBe(id)
  })

  test('requires the second factor, as a sign-in with a password does', async () => {
    const person = createPerson()
    const accountId = await accountOf(person)
    const { challenge, secret } = await startTotpSetup(parts, { accountId, email: person.email })
    await confirmTotpSetup(parts, { accountId, challenge, code: codeOf(secret, Math.floor(Date.now() / 30_000)) })
    expect(await signIn(person)).toEqual({ challenge: expect.stringMatching(/^qmc_/) as string })
  })

  test('accepts a redirect once, with the ticket and the state of the same flow', async () => {
    const finish = (redirect: Awaited<ReturnType<typeof authorize>>) =>
      finishProviderSignIn(parts, { ...redirect, ...FROM })
    const [mine, other] = [await authorize(createPerson()), await startFlow()]
    await expect(finish({ ...mine, ticket: other.ticket })).rejects.toMatchObject(SIGN_IN_FAILED)
    await expect(finish({ ...(await authorize(createPerson())), ticket: 'qmc_x' })).rejects.toMatchObject(
      SIGN_IN_FAILED,
    )
    const changed = await authorize(createPerson())
    await expect(finish({ ...changed, state: 'x' })).rejects.toMatchObject(SIGN_IN_FAILED)
    // The attempt with the wrong state used up the ticket.
    await expect(finish(changed)).rejects.toMatchObject(SIGN_IN_FAILED)
  })

  test('accepts a redirect only for the account and the purpose that the flow was started for', async () => {
    const [mine, theirs] = [await accounts.add(), await accounts.add()]
    const finishes = [
      async () => connectProvider(parts, { ...(await authorize(createPerson(), mine.id)), accountId: theirs.id }),
      async () => connectProvider(parts, { ...(await authorize(createPerson())), accountId: mine.id }),
      async () => finishProviderSignIn(parts, { ...(await authorize(createPerson(), mine.id)), ...FROM }),
    ]
    for (const finish of finishes) await expect(finish()).rejects.toMatchObject(SIGN_IN_FAILED)
  })

  test('rejects a code that the provider does not know, and reports that the provider is unavailable', async () => {
    const invented = { ...(await authorize(createPerson())), code: 'invented', ...FROM }
    await expect(finishProviderSignIn(parts, invented)).rejects.toMatchObject(SIGN_IN_FAILED)
    provider.state.isUnavailable = true
    await expect(signIn(createPerson())).rejects.toMatchObject({ code: 'unavailable' })
    provider.state.isUnavailable = false
  })
})

test('a provider that is not configured is not found', async () => {
  await expect(
    startProviderFlow({ ...parts, providers: {} }, { provider: 'github', accountId: null }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})
