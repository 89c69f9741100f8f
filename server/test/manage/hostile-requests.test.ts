import { expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/create-account.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { inAccounts } from '../../src/db/database.ts'
import { startManagement } from './start-management.ts'

const platform = await startManagement({ env: { TRUST_PROXY: 'loopback' } })
const PASSWORD = 'correct horse battery staple'

test('a forwarded address that is not an address is rejected with a 400', async () => {
  const email = await addAccount()
  for (const from of ['a'.repeat(65), '1'.repeat(1_000), 'unknown', '2001:db8::1:443%'.repeat(10)]) {
    expect((await signIn({ email }, { 'x-forwarded-for': from })).status, from).toBe(400)
  }
  for (const from of [
    '192.0.2.1',
    '2001:db8::1',
    '::ffff:192.0.2.1',
    'spoofed, 192.0.2.1',
    '192.0.2.1:80',
    '[2001:db8::1]:80',
  ]) {
    expect((await signIn({ email }, { 'x-forwarded-for': from })).status, from).toBe(200)
  }
})

test('a known Idempotency-Key does not tell at any rate whether a password is right', async () => {
  const email = await addAccount()
  const headers = { 'x-forwarded-for': '192.0.2.9', 'idempotency-key': 'known' }
  expect((await signIn({ email }, headers)).status).toBe(200)
  expect((await signIn({ email }, headers)).status).toBe(200)
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await signIn({ email, password: `wrong password ${i}` }, headers)).status)
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
  await platform.query("update sign_in_throttle set next_at = now() + interval '1 minute' where kind = 'reused_key'")
  expect(await signIn({ email }, headers)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await signIn({ email }, { ...headers, 'x-forwarded-for': '192.0.2.10' })).status).toBe(200)
})

function signIn({ email, password = PASSWORD }: { email: string; password?: string }, headers: Record<string, string>) {
  const body = { email, password, sessionType: 'token' }
  return platform.request('POST', '/account/sign-in', { body, headers })
}

let accounts = 0

async function addAccount(): Promise<string> {
  const email = `hostile${++accounts}@vale.example`
  const passwordHash = await createPasswords({ memory: 64, passes: 1 }).hash(PASSWORD)
  await inAccounts(platform.database.accounts, (tx) => createAccount(tx, { email, name: 'Ana', passwordHash }))
  return email
}
