import { expect, test } from 'vitest'
import { authenticateSession } from '../../src/accounts/sessions/authenticate-session.ts'
import { listPasskeys } from '../../src/accounts/second-factor/passkey.ts'
import {
  startPasskeyRegistration,
  finishPasskeyRegistration,
  deletePasskey,
} from '../../src/accounts/second-factor/register-passkey.ts'
import { startPasskeySignIn, finishPasskeySignIn } from '../../src/accounts/sign-in/sign-in-with-passkey.ts'
import { createAuthenticator } from './software-authenticator.ts'
import { PUBLIC_URL, startAccounts } from './start-accounts.ts'

const accounts = await startAccounts()
const { parts } = accounts
const FROM = { address: '203.0.113.9', userAgent: null }
const HOST = { origin: PUBLIC_URL, rpId: 'store.example' }

async function register(lies = {}) {
  const { id, email } = await accounts.add()
  const authenticator = createAuthenticator(HOST)
  const options = await startPasskeyRegistration(parts, { accountId: id, email, name: 'Ana' })
  const response = authenticator.create(options, lies)
  const finish = () => finishPasskeyRegistration(parts, { accountId: id, name: 'Phone', response })
  return { id, email, authenticator, options, response, finish, passkeyId: await finish() }
}

async function signInWith(authenticator: ReturnType<typeof createAuthenticator>, lies = {}) {
  const options = await startPasskeySignIn(parts)
  return finishPasskeySignIn(parts, { response: authenticator.get(options, lies), ...FROM })
}

test('a passkey opens its account, and its owner hears of it', async () => {
  const { id, email, authenticator, options } = await register()
  expect(options).toMatchObject({
    rp: { id: 'store.example' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { token, accountId } = await signInWith(authenticator)
  expect(accountId).toBe(id)
  expect(await authenticateSession(parts.db, token)).toMatchObject({ accountId: id, isRecentlyAuthenticated: true })
  expect((await accounts.inbox.wait(email)).subject).toBe('A passkey was added')
  expect(await listPasskeys(parts.db, id)).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(Date) as Date }])
})

test('an answer works once, for a challenge of ours', async () => {
  const { authenticator, finish } = await register()
  await expect(finish()).rejects.toMatchObject({ code: 'invalid_request' })
  const response = authenticator.get(await startPasskeySignIn(parts))
  await finishPasskeySignIn(parts, { response, ...FROM })
  await expect(finishPasskeySignIn(parts, { response, ...FROM })).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(signInWith(authenticator, { challenge: 'bm90IG91cnM' })).rejects.toMatchObject({
    code: 'sign_in_failed',
  })
})

test('an answer given to another site, or without its owner being asked, opens nothing', async () => {
  const { authenticator } = await register()
  for (const lies of [{ origin: 'https://store.example.evil' }, { rpId: 'evil.example' }, { userVerified: false }]) {
    await expect(signInWith(authenticator, lies), JSON.stringify(lies)).rejects.toMatchObject({
      code: 'sign_in_failed',
    })
    await expect(register(lies), JSON.stringify(lies)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a copied key whose counter stands still is refused', async () => {
  const { authenticator } = await register()
  await signInWith(authenticator, { counter: 10 })
  await expect(signInWith(authenticator, { counter: 10 })).rejects.toMatchObject({ code: 'sign_in_failed' })
})

test('a key of somebody else signs nobody in, and a challenge of one account registers nothing at another', async () => {
  await expect(signInWith(createAuthenticator(HOST))).rejects.toMatchObject({ code: 'sign_in_failed' })
  const [one, other] = [await accounts.add(), await accounts.add()]
  const options = await startPasskeyRegistration(parts, { accountId: one.id, email: one.email, name: 'Ana' })
  const response = createAuthenticator(HOST).create(options)
  await expect(
    finishPasskeyRegistration(parts, { accountId: other.id, name: 'Phone', response }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a passkey that was removed opens nothing, and only its owner removes it', async () => {
  const { id, passkeyId, authenticator } = await register()
  const stranger = await accounts.add()
  await expect(deletePasskey(parts, { accountId: stranger.id, passkeyId })).rejects.toMatchObject({ code: 'not_found' })
  await deletePasskey(parts, { accountId: id, passkeyId })
  await expect(signInWith(authenticator)).rejects.toMatchObject({ code: 'sign_in_failed' })
})
