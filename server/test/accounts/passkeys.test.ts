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
const HOST = { origin: PUBLIC_URL, rpId: 'store.localhost' }

async function register(overrides = {}) {
  const { id, email } = await accounts.add()
  const authenticator = createAuthenticator(HOST)
  const options = await startPasskeyRegistration(parts, { accountId: id, email, name: 'Ana' })
  const response = authenticator.create(options, overrides)
  const finish = () => finishPasskeyRegistration(parts, { accountId: id, name: 'Phone', response })
  return { id, email, authenticator, options, response, finish, passkeyId: await finish() }
}

async function signInWithPasskey(authenticator: ReturnType<typeof createAuthenticator>, overrides = {}) {
  const options = await startPasskeySignIn(parts)
  return finishPasskeySignIn(parts, { response: authenticator.get(options, overrides), ...FROM })
}

test('a passkey signs in to its account, and the owner gets a mail when it is added', async () => {
  const { id, email, authenticator, options } = await register()
  expect(options).toMatchObject({
    rp: { id: 'store.localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { token, accountId } = await signInWithPasskey(authenticator)
  expect(accountId).toBe(id)
  expect(await authenticateSession(parts.db, token)).toMatchObject({ accountId: id, isRecentlyAuthenticated: true })
  expect((await accounts.inbox.wait(email)).subject).toBe('A passkey was added')
  expect(await listPasskeys(parts.db, id)).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(Date) as Date }])
})

test('a response is valid once, and only for a challenge that we issued', async () => {
  const { authenticator, finish } = await register()
  await expect(finish()).rejects.toMatchObject({ code: 'invalid_request' })
  const response = authenticator.get(await startPasskeySignIn(parts))
  await finishPasskeySignIn(parts, { response, ...FROM })
  await expect(finishPasskeySignIn(parts, { response, ...FROM })).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(signInWithPasskey(authenticator, { challenge: 'bm90IG91cnM' })).rejects.toMatchObject({
    code: 'sign_in_failed',
  })
})

test('a response for another site, or without user verification, is rejected', async () => {
  const { authenticator } = await register()
  for (const overrides of [
    { origin: 'https://store.localhost.evil' },
    { rpId: 'evil.example' },
    { userVerified: false },
  ]) {
    await expect(signInWithPasskey(authenticator, overrides), JSON.stringify(overrides)).rejects.toMatchObject({
      code: 'sign_in_failed',
    })
    await expect(register(overrides), JSON.stringify(overrides)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a passkey whose counter does not increase is rejected, because it may be a copy', async () => {
  const { authenticator } = await register()
  await signInWithPasskey(authenticator, { counter: 10 })
  await expect(signInWithPasskey(authenticator, { counter: 10 })).rejects.toMatchObject({ code: 'sign_in_failed' })
})

test('an unknown passkey cannot sign in, and the challenge of one account cannot register a passkey for another', async () => {
  await expect(signInWithPasskey(createAuthenticator(HOST))).rejects.toMatchObject({ code: 'sign_in_failed' })
  const [one, other] = [await accounts.add(), await accounts.add()]
  const options = await startPasskeyRegistration(parts, { accountId: one.id, email: one.email, name: 'Ana' })
  const response = createAuthenticator(HOST).create(options)
  await expect(
    finishPasskeyRegistration(parts, { accountId: other.id, name: 'Phone', response }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a deleted passkey cannot sign in, and only its owner can delete it', async () => {
  const { id, passkeyId, authenticator } = await register()
  const stranger = await accounts.add()
  await expect(deletePasskey(parts, { accountId: stranger.id, passkeyId })).rejects.toMatchObject({ code: 'not_found' })
  await deletePasskey(parts, { accountId: id, passkeyId })
  await expect(signInWithPasskey(authenticator)).rejects.toMatchObject({ code: 'sign_in_failed' })
})
