import { afterAll, expect, test } from 'vitest'
import { openAccounts } from '../../src/accounts/open-accounts.ts'
import { notifyOfFailures } from '../../src/accounts/sign-in/failed-sign-ins.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { signIn } from '../../src/accounts/sign-in/sign-in.ts'
import { openDatabase } from '../../src/db/database.ts'
import { AppError } from '../../src/errors.ts'
import { PASSWORD, startAccounts } from './start-accounts.ts'

const accounts = await startAccounts()
const { query } = accounts

async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
}

test('a wrong password, an unknown address and an account without a password give the same error for the same work', async () => {
  const { email } = await accounts.add()
  const withoutPassword = await accounts.add()
  await query('update accounts set password_hash = null where id = $1', [withoutPassword.id])
  const attempt = async (address: string, password: string) => {
    accounts.hashes.count = 0
    const error: unknown = await accounts.signIn(address, password).catch((reason: unknown) => reason)
    if (!(error instanceof AppError)) throw new Error('signed in')
    return { code: error.code, message: error.message, status: error.status, hashes: accounts.hashes.count }
  }
  const results = [
    await attempt(email, 'wrong password'),
    await attempt('nobody@vale.example', PASSWORD),
    await attempt(withoutPassword.email, PASSWORD),
  ]
  expect(results[0]).toMatchObject({ code: 'sign_in_failed', hashes: 1 })
  expect(results).toEqual([results[0], results[0], results[0]])
})

test('a sign-in ignores upper and lower case in the e-mail address', async () => {
  const { email, id } = await accounts.add()
  expect(await accounts.signIn(email.toUpperCase())).toMatchObject({ session: { accountId: id } })
})

test('a password is hashed with Argon2id, with the parameters that OWASP recommends and a random salt', async () => {
  const { hash, matches } = createPasswords()
  const hashes = [await hash(PASSWORD), await hash(PASSWORD)]
  for (const stored of hashes) {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await matches(PASSWORD, stored)).toBe(true)
    expect(await matches(`${PASSWORD}!`, stored)).toBe(false)
  }
  expect(hashes[0]).not.toBe(hashes[1])
})

test('of 130 concurrent password checks, 100 are queued and 30 are rejected immediately', async () => {
  const { matches } = createPasswords({ memory: 64, passes: 1 })
  const outcomes = await Promise.all(Array.from({ length: 130 }, () => outcomeOf(matches('x', null))))
  expect(outcomes.filter((code) => code === 'unavailable')).toHaveLength(30)
})

test('composed and decomposed Unicode characters are the same password', async () => {
  const { email } = await accounts.add({ password: 'cafe\u0301 au lait' })
  expect(await accounts.signIn(email, 'caf\u00e9 au lait')).toHaveProperty('session')
})

test('guesses at one account are throttled across addresses and processes, also for an unknown account', async () => {
  const other = openDatabase({ url: accounts.databaseUrl, poolSize: 5 })
  afterAll(() => other.close())
  const processes = [accounts.parts, openAccounts(other.accounts, accounts.config, accounts.parts.maySignUp)]
  const { email } = await accounts.add()
  for (const target of [email, 'unknown@vale.example']) {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        outcomeOf(
          signIn(processes[i % 2] ?? accounts.parts, {
            email: target,
            password: `wrong guess ${i}`,
            address: `10.0.0.${i}`,
            userAgent: null,
          }),
        ),
      ),
    )
    expect(outcomes.filter((code) => code === 'sign_in_failed').length, target).toBe(6)
    expect(outcomes.filter((code) => code === 'rate_limited').length, target).toBe(24)
  }
})

test('the delay of an account grows with each failure, up to one minute', async () => {
  const { email } = await accounts.add()
  const delays: number[] = []
  for (let i = 0; i < 14; i++) {
    await outcomeOf(accounts.signIn(email, 'wrong password', `10.1.0.${i}`))
    const [row] = await query<{ seconds: number }>(
      "select extract(epoch from greatest(next_at, last_at) - last_at)::integer as seconds from sign_in_throttle where kind = 'account' order by last_at desc limit 1",
    )
    delays.push(row?.seconds ?? -1)
    expect(await outcomeOf(accounts.signIn(email, PASSWORD, `10.2.0.${i}`))).toBe(i < 5 ? 'signed in' : 'rate_limited')
    if (i < 5) await query("update sign_in_throttle set attempts = $1 where kind = 'account'", [i + 1])
    // A successful sign-in resets the failures. This test needs them to add up.
    if (i < 5)
      await query(
        "insert into sign_in_throttle (kind, key, attempts, next_at, last_at) values ('account', sha256($1), $2, now(), now()) on conflict do nothing",
        [email, i + 1],
      )
    await query("update sign_in_throttle set next_at = now() where kind = 'account'")
  }
  expect(delays).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('wrong guesses from other addresses do not lock the owner out at an address of an earlier sign-in', async () => {
  const { email } = await accounts.add()
  await accounts.signIn(email, PASSWORD, '198.51.100.10')
  for (let i = 0; i < 8; i++) await outcomeOf(accounts.signIn(email, 'wrong password', `10.3.0.${i}`))
  expect(await outcomeOf(accounts.signIn(email, PASSWORD, '10.3.1.1'))).toBe('rate_limited')
  expect(await outcomeOf(accounts.signIn(email, PASSWORD, '198.51.100.10'))).toBe('signed in')
})

test('guesses at many accounts from one address are throttled, also with successful sign-ins in between', async () => {
  const { email } = await accounts.add()
  const outcomes: string[] = []
  for (let i = 0; i < 24; i++) {
    outcomes.push(await outcomeOf(accounts.signIn(`victim${i}@vale.example`, 'wrong password', '192.0.2.9')))
    if (i < 19) await outcomeOf(accounts.signIn(email, PASSWORD, '192.0.2.9'))
  }
  expect(outcomes.indexOf('rate_limited')).toBe(21)
})

test('failures expire after one hour', async () => {
  const { email } = await accounts.add()
  for (let i = 0; i < 7; i++) await outcomeOf(accounts.signIn(email, 'wrong password', '192.0.2.30'))
  expect(await outcomeOf(accounts.signIn(email, PASSWORD, '192.0.2.31'))).toBe('rate_limited')
  await query("update sign_in_throttle set last_at = last_at - interval '61 minutes', next_at = now()")
  for (let i = 0; i < 5; i++)
    expect(await outcomeOf(accounts.signIn(email, 'wrong password', '192.0.2.31'))).toBe('sign_in_failed')
})

async function failToSignIn(email: string, times: number): Promise<number> {
  for (let i = 0; i < times; i++) {
    await outcomeOf(accounts.signIn(email, 'wrong password', `10.5.0.${i}`))
    await query("delete from sign_in_throttle where kind <> 'failures'")
  }
  await notifyOfFailures(accounts.parts)
  const mails = await query("select from mails where recipient = $1 and kind = 'sign_in_failures'", [email])
  return mails.length
}

test('after twenty wrong passwords the owner gets one mail, and the next one after a day without failures', async () => {
  const { email } = await accounts.add()
  expect(await failToSignIn(email, 19)).toBe(0)
  expect(await failToSignIn(email, 1)).toBe(1)
  expect(await failToSignIn(email, 25)).toBe(1)
  await query("update sign_in_throttle set last_at = now() - interval '25 hours' where kind = 'failures'")
  expect(await failToSignIn(email, 20)).toBe(2)
})

test('mails about wrong passwords wait while the budget of mails is used up', async () => {
  const { email } = await accounts.add()
  const { maximum } =
    (await query<{ maximum: number }>("select maximum from limits where name = 'mails_per_hour'"))[0] ?? {}
  await query("update limits set maximum = 0 where name = 'mails_per_hour'")
  expect(await failToSignIn(email, 20)).toBe(0)
  await query("update limits set maximum = $1 where name = 'mails_per_hour'", [maximum])
  expect(await failToSignIn(email, 0)).toBe(1)
})

test('a stranger who rotates the /64 networks of a /48 cannot keep the owner out', async () => {
  const { email } = await accounts.add()
  const outcomes: string[] = []
  for (let i = 0; i < 60; i++)
    outcomes.push(await outcomeOf(accounts.signIn(email, 'wrong password', `2001:db8:77:${i.toString(16)}::1`)))
  expect(outcomes.filter((outcome) => outcome === 'sign_in_failed').length).toBeLessThan(9)
  // The pauses of the account must be shorter than those of the stranger, which this test lengthens for slow machines.
  await query("update sign_in_throttle set next_at = now() where kind = 'account'")
  await query(
    "update sign_in_throttle set next_at = next_at + interval '1 minute' where kind = 'account_network' and next_at > last_at",
  )
  for (let i = 0; i < 18; i++)
    expect(await outcomeOf(accounts.signIn(email, 'wrong password', `2001:db8:77:a${i.toString(16)}::1`))).toBe(
      'rate_limited',
    )
  expect(await outcomeOf(accounts.signIn(email, PASSWORD, '2001:db8:99::1'))).toBe('signed in')
})

test('a browser that was signed in before has its own counter, also after its session has ended', async () => {
  const { id, email } = await accounts.add()
  const result = await accounts.signIn(email, PASSWORD, '198.51.100.77')
  const device = 'session' in result ? result.session.token : ''
  await query('update account_sessions set ended_at = now() where account_id = $1', [id])
  for (let i = 0; i < 12; i++) {
    await outcomeOf(accounts.signIn(email, 'wrong password', `10.6.0.${i}`))
    await query(
      "update sign_in_throttle set attempts = 20, next_at = now() + interval '1 minute' where kind = 'account'",
    )
  }
  const attempt = (cookie: string) =>
    outcomeOf(
      signIn(accounts.parts, { email, password: PASSWORD, device: cookie, address: '192.0.2.200', userAgent: null }),
    )
  expect(await attempt('qms_invented')).toBe('rate_limited')
  expect(await attempt(device)).toBe('signed in')
})
