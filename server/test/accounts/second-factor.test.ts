import { expect, test } from 'vitest'
import { regenerateRecoveryCodes } from '../../src/accounts/second-factor/recovery-codes.ts'
import { startTotpSetup, confirmTotpSetup, disableTotp } from '../../src/accounts/second-factor/set-up-totp.ts'
import { finishSignIn } from '../../src/accounts/sign-in/sign-in.ts'
import { codeOf, stepOfCode } from '../../src/accounts/second-factor/totp.ts'
import { startAccounts } from './start-accounts.ts'

const accounts = await startAccounts()
const { parts, query } = accounts
const FROM = { address: '203.0.113.9', userAgent: null }

const stepNow = () => Math.floor(Date.now() / 30_000)

/** Creates an account with TOTP. This uses the code of the current time step, so a test needs the next one. */
async function createAccountWithTotp() {
  const { id, email } = await accounts.add()
  const { challenge, secret, uri } = await startTotpSetup(parts, { accountId: id, email })
  const codes = await confirmTotpSetup(parts, { accountId: id, challenge, code: codeOf(secret, stepNow()) })
  return { id, email, secret, uri, codes }
}

async function challengeOf(email: string): Promise<string> {
  const result = await accounts.signIn(email)
  if (!('challenge' in result)) throw new Error('The sign-in did not require a second factor')
  return result.challenge
}

const finish = (challenge: string, code: string) => finishSignIn(parts, { challenge, code, ...FROM })
const SIGN_IN_FAILED = { code: 'sign_in_failed' }

test('TOTP codes match the test vectors of RFC 6238', () => {
  // The secret from appendix B, "12345678901234567890", and the last six digits of its codes.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const table: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of table) {
    expect(codeOf(secret, Math.floor(seconds / 30))).toBe(code)
    if (seconds < 100) continue
    const stepAt = (offset: number) => stepOfCode({ secret, code, now: new Date((seconds + offset) * 1000) })
    for (const offset of [-30, 0, 30]) expect(stepAt(offset)).toBe(Math.floor(seconds / 30))
    for (const offset of [-60, 60]) expect(stepAt(offset)).toBeUndefined()
  }
})

test('with a second factor a sign-in needs the password and a code', async () => {
  const { email, id, secret, uri, codes } = await createAccountWithTotp()
  expect(uri).toBe(`otpauth://totp/Quartermaster:${encodeURIComponent(email)}?secret=${secret}&issuer=Quartermaster`)
  expect(codes).toHaveLength(10)
  const session = await finish(await challengeOf(email), codeOf(secret, stepNow() + 1))
  expect(session.accountId).toBe(id)
})

test('a code is accepted once, and a code older than the last one is rejected', async () => {
  const { email, secret } = await createAccountWithTotp()
  const [first, second] = [await challengeOf(email), await challengeOf(email)]
  const code = codeOf(secret, stepNow() + 1)
  await finish(first, code)
  await expect(finish(second, code)).rejects.toMatchObject(SIGN_IN_FAILED)
  await expect(finish(second, codeOf(secret, stepNow()))).rejects.toMatchObject(SIGN_IN_FAILED)
})

test('ten concurrent requests with the same valid code create one session', async () => {
  const { email, secret } = await createAccountWithTotp()
  const challenge = await challengeOf(email)
  const code = codeOf(secret, stepNow() + 1)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => finish(challenge, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a recovery code is accepted once, in any notation, and the owner gets a mail', async () => {
  const { email, codes } = await createAccountWithTotp()
  const [code = ''] = codes
  expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  await finish(await challengeOf(email), ` ${code.toUpperCase().replaceAll('-', ' ')} `)
  await expect(finish(await challengeOf(email), code)).rejects.toMatchObject(SIGN_IN_FAILED)
  await accounts.inbox.waitFor(email, 'A recovery code was used')
})

test('guessing codes is throttled, also with a new challenge', async () => {
  const { email, secret } = await createAccountWithTotp()
  const challenge = await challengeOf(email)
  for (let i = 0; i < 5; i++) await expect(finish(challenge, '000000')).rejects.toMatchObject(SIGN_IN_FAILED)
  // The challenge is used up, and a new one is throttled after one more wrong code.
  await expect(finish(challenge, codeOf(secret, stepNow() + 1))).rejects.toMatchObject(SIGN_IN_FAILED)
  await expect(finish(await challengeOf(email), '000000')).rejects.toMatchObject(SIGN_IN_FAILED)
  await expect(finish(await challengeOf(email), codeOf(secret, stepNow() + 1))).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('a challenge expires after ten minutes', async () => {
  const { email, secret } = await createAccountWithTotp()
  const challenge = await challengeOf(email)
  await query("update account_challenges set expires_at = expires_at - interval '11 minutes'")
  await expect(finish(challenge, codeOf(secret, stepNow() + 1))).rejects.toMatchObject(SIGN_IN_FAILED)
})

test('a new authenticator app replaces the old one only after a code of it is confirmed', async () => {
  const { id, email, secret } = await createAccountWithTotp()
  const second = await startTotpSetup(parts, { accountId: id, email })
  await expect(
    confirmTotpSetup(parts, { accountId: id, challenge: second.challenge, code: '12345' }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await finish(await challengeOf(email), codeOf(secret, stepNow() + 1))
  await confirmTotpSetup(parts, {
    accountId: id,
    challenge: second.challenge,
    code: codeOf(second.secret, stepNow() - 1),
  })
  await expect(finish(await challengeOf(email), codeOf(secret, stepNow() + 1))).rejects.toMatchObject(SIGN_IN_FAILED)
  await finish(await challengeOf(email), codeOf(second.secret, stepNow()))
})

test('the challenge of one account cannot set up TOTP for another', async () => {
  const [one, other] = [await accounts.add(), await accounts.add()]
  const { challenge, secret } = await startTotpSetup(parts, { accountId: one.id, email: one.email })
  const code = codeOf(secret, stepNow())
  await expect(confirmTotpSetup(parts, { accountId: other.id, challenge, code })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('new recovery codes replace the old ones, and disabling the second factor deletes them', async () => {
  const { id, email, codes } = await createAccountWithTotp()
  const renewed = await regenerateRecoveryCodes(parts, { accountId: id })
  await expect(finish(await challengeOf(email), codes[0] ?? '')).rejects.toMatchObject(SIGN_IN_FAILED)
  await finish(await challengeOf(email), renewed[0] ?? '')
  await disableTotp(parts, { accountId: id })
  await disableTotp(parts, { accountId: id })
  expect(await query('select from account_recovery_codes where account_id = $1', [id])).toEqual([])
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await expect(regenerateRecoveryCodes(parts, { accountId: id })).rejects.toMatchObject({ code: 'conflict' })
})
