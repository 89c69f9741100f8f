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
const BEGIN_AGAIN = { code: 'sign_in_failed' }
let people = 0

function somebody(change: Partial<FakePerson> = {}): FakePerson {
  const id = ++people
  return { id, login: `player${id}`, email: `player${id}@vale.example`, verified: true, ...change }
}

describe.each(PROVIDERS)('%s', (name) => {
  const begin = (accountId: AccountId | null = null) => startProviderFlow(parts, { provider: name, accountId })

  async function back(person: FakePerson, accountId: AccountId | null = null) {
    const { url, ticket } = await begin(accountId)
    const { code, state } = provider.agree(url, person)
    return { ticket, state, code }
  }

  const go = async (person: FakePerson) => finishProviderSignIn(parts, { ...(await back(person)), ...FROM })
  const connect = async (person: FakePerson, accountId: AccountId) =>
    connectProvider(parts, { ...(await back(person, accountId)), accountId })

  async function accountOf(person: FakePerson): Promise<AccountId> {
    const result = await go(person)
    if (!('session' in result)) throw new Error('nobody was signed in')
    return result.session.accountId
  }

  test('opens an account for a confirmed address, and the same account again', async () => {
    const person = somebody()
    const first = await accountOf(person)
    expect(await showAccount(parts.db, first)).toMatchObject({
      email: person.email,
      name: person.login,
      hasPassword: false,
      providers: [{ provider: name, name: person.login }],
    })
    // Known by its id, not by an address that its owner may have changed there.
    expect(await accountOf({ ...person, email: 'other@vale.example' })).toBe(first)
  })

  test('comes back to our own page', async () => {
    const { url } = await begin()
    expect(provider.agree(url, somebody()).redirectUri).toBe(`${PUBLIC_URL}/account/provider/${name}`)
  })

  test('never opens an account that is there already, nor one for an address that is not confirmed', async () => {
    const { email } = await accounts.add()
    await expect(go(somebody({ email }))).rejects.toMatchObject({ code: 'conflict' })
    const unconfirmed = somebody({ verified: false })
    await expect(go(unconfirmed)).rejects.toMatchObject({ code: 'conflict' })
    expect(await query('select from accounts where email = $1', [unconfirmed.email])).toEqual([])
  })

  test('is connected by who has signed in, opens his account from then on, and can be taken off', async () => {
    const { id, email } = await accounts.add()
    const person = somebody()
    await connect(person, id)
    await connect(person, id)
    expect(await accountOf(person)).toBe(id)
    expect((await accounts.inbox.wait(email)).subject).toBe('A sign-in provider was connected')
    const other = await accounts.add()
    await expect(connect(person, other.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(connect(somebody(), id)).rejects.toMatchObject({ code: 'conflict' })
    await unlinkProvider(parts, { accountId: id, provider: name })
    expect(await accountOf(person)).not.toBe(id)
  })

  test('asks for the second factor like a password does', async () => {
    const person = somebody()
    const accountId = await accountOf(person)
    const { challenge, secret } = await startTotpSetup(parts, { accountId, email: person.email })
    await confirmTotpSetup(parts, { accountId, challenge, code: codeOf(secret, Math.floor(Date.now() / 30_000)) })
    expect(await go(person)).toEqual({ challenge: expect.stringMatching(/^qmc_/) as string })
  })

  test('is believed once, in the browser that began, with the state that was sent', async () => {
    const finish = (returned: Awaited<ReturnType<typeof back>>) => finishProviderSignIn(parts, { ...returned, ...FROM })
    const [mine, other] = [await back(somebody()), await begin()]
    await expect(finish({ ...mine, ticket: other.ticket })).rejects.toMatchObject(BEGIN_AGAIN)
    await expect(finish({ ...(await back(somebody())), ticket: 'qmc_x' })).rejects.toMatchObject(BEGIN_AGAIN)
    const changed = await back(somebody())
    await expect(finish({ ...changed, state: 'x' })).rejects.toMatchObject(BEGIN_AGAIN)
    // The ticket was spent by the attempt with a wrong state.
    await expect(finish(changed)).rejects.toMatchObject(BEGIN_AGAIN)
  })

  test('connects nothing to an account that somebody else began it for, and signs nobody in with it', async () => {
    const [mine, theirs] = [await accounts.add(), await accounts.add()]
    const finishes = [
      async () => connectProvider(parts, { ...(await back(somebody(), mine.id)), accountId: theirs.id }),
      async () => connectProvider(parts, { ...(await back(somebody())), accountId: mine.id }),
      async () => finishProviderSignIn(parts, { ...(await back(somebody(), mine.id)), ...FROM }),
    ]
    for (const finish of finishes) await expect(finish()).rejects.toMatchObject(BEGIN_AGAIN)
  })

  test('signs nobody in with a code that it does not know, and says so when it is away', async () => {
    const invented = { ...(await back(somebody())), code: 'invented', ...FROM }
    await expect(finishProviderSignIn(parts, invented)).rejects.toMatchObject(BEGIN_AGAIN)
    provider.state.isAway = true
    await expect(go(somebody())).rejects.toMatchObject({ code: 'unavailable' })
    provider.state.isAway = false
  })
})

test('a provider that is not set up is not there', async () => {
  await expect(
    startProviderFlow({ ...parts, providers: {} }, { provider: 'github', accountId: null }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})
