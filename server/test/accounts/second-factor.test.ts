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

/** An account with an app whose clock can be set. The code of the present step was used to set it up. */
async function withTotp() {
  const { id, email } = await accounts.add()
  const { challenge, secret, uri } = await startTotpSetup(parts, { accountId: id, email })
  const codes = await confirmTotpSetup(parts, { accountId: id, challenge, code: codeOf(secret, stepNow()) })
  return { id, email, secret, uri, codes }
}

async function challengeOf(email: string): Promise<string> {
  const result = await accounts.signIn(email)
  if (!('challenge' in result)) throw new Error('no second factor was asked for')
  return result.challenge
}

const finish = (challenge: string, code: string) => finishSignIn(parts, { challenge, code, ...FROM })
const REFUSED = { code: 'sign_in_failed' }

test('codes are those of RFC 6238', () => {
  // The secret of its appendix B, "12345678901234567890", and the last six digits of its table.
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
    const stepAt = (off: number) => stepOfCode({ secret, code, now: new Date((seconds + off) * 1000) })
    for (const off of [-30, 0, 30]) expect(stepAt(off)).toBe(Math.floor(seconds / 30))
    for (const off of [-60, 60]) expect(stepAt(off)).toBeUndefined()
  }
})

test('with a second factor a password alone opens nothing; with a code it does', async () => {
  const { email, id, secret, uri, codes } = await withTotp()
  expect(uri).toBe(`otpauth://totp/Quartermaster:${encodeURIComponent(email)}?secret=${secret}&issuer=Quartermaster`)
  expect(codes).toHaveLength(10)
  const session = await finish(await challengeOf(email), codeOf(secret, stepNow() + 1))
  expect(session.accountId).toBe(id)
})

test('a code counts once, and none that is older than the last', async () => {
  const { email, secret } = await withTotp()
  const [first, second] = [await challengeOf(email), await challengeOf(email)]
  const code = codeOf(secret, stepNow() + 1)
  await finish(first, code)
  await expect(finish(second, code)).rejects.toMatchObject(REFUSED)
  await expect(finish(second, codeOf(secret, stepNow()))).rejects.toMatchObject(REFUSED)
})

test('ten requests with one good code open one session', async () => {
  const { email, secret } = await withTotp()
  const challenge = await challengeOf(email)
  const code = codeOf(secret, stepNow() + 1)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => finish(challenge, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a recovery code counts once, however it is written, and its owner hears of it', async () => {
  const { email, codes } = await withTotp()
  const [code = ''] = codes
  expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  await finish(await challengeOf(email), ` ${code.toUpperCase().replaceAll('-', ' ')} `)
  await expect(finish(await challengeOf(email), code)).rejects.toMatchObject(REFUSED)
  await accounts.inbox.waitFor(email, 'A recovery code was used')
})

test('codes are guessed a few times and no more, whatever is done to try again', async () => {
  const { email, secret } = await withTotp()
  const challenge = await challengeOf(email)
  for (let i = 0; i < 5; i++) await expect(finish(challenge, '000000')).rejects.toMatchObject(REFUSED)
  // The challenge is spent, a new one does not help at once.
  await expect(finish(challenge, codeOf(secret, stepNow() + 1))).rejects.toMatchObject(REFUSED)
  await expect(finish(await challengeOf(email), '000000')).rejects.toMatchObject(REFUSED)
  await expect(finish(await challengeOf(email), codeOf(secret, stepNow() + 1))).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('a challenge lasts ten minutes', async () => {
  const { email, secret } = await withTotp()
  const challenge = await challengeOf(email)
  await query("update account_challenges set expires_at = expires_at - interval '11 minutes'")
  await expect(finish(challenge, codeOf(secret, stepNow() + 1))).rejects.toMatchObject(REFUSED)
})

test('nothing changes before the app has shown a code; an older app goes on working until then', async () => {
  const { id, email, secret } = await withTotp()
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
  await expect(finish(await challengeOf(email), codeOf(secret, stepNow() + 1))).rejects.toMatchObject(REFUSED)
  await finish(await challengeOf(email), codeOf(second.secret, stepNow()))
})

test("another account's challenge sets nothing up", async () => {
  const [one, other] = [await accounts.add(), await accounts.add()]
  const { challenge, secret } = await startTotpSetup(parts, { accountId: one.id, email: one.email })
  const code = codeOf(secret, stepNow())
  await expect(confirmTotpSetup(parts, { accountId: other.id, challenge, code })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('new recovery codes end the old ones; without a second factor there are none', async () => {
  const { id, email, codes } = await withTotp()
  const renewed = await regenerateRecoveryCodes(parts, { accountId: id })
  await expect(finish(await challengeOf(email), codes[0] ?? '')).rejects.toMatchObject(REFUSED)
  await finish(await challengeOf(email), renewed[0] ?? '')
  await disableTotp(parts, { accountId: id })
  await disableTotp(parts, { accountId: id })
  expect(await query('select from account_recovery_codes where account_id = $1', [id])).toEqual([])
  expect(await accounts.signIn(email)).toHaveProperty('session')
  await expect(regenerateRecoveryCodes(parts, { accountId: id })).rejects.toMatchObject({ code: 'conflict' })
})
