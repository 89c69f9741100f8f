import { expect, test } from 'vitest'
import { startPasskeyRegistration } from '../../src/accounts/second-factor/register-passkey.ts'
import { requestPasswordReset } from '../../src/accounts/recovery/reset-password.ts'
import { startTotpSetup, confirmTotpSetup } from '../../src/accounts/second-factor/set-up-totp.ts'
import { startProviderFlow } from '../../src/accounts/sign-in/sign-in-with-provider.ts'
import { confirmSignUp, signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import { PASSWORD, startAccounts } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'

const accounts = await startAccounts({ env: { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'a client secret' } })
const { parts, query, inbox } = accounts
const FROM = { address: '203.0.113.9', userAgent: 'Test' }

/** All rows of all tables as JSON text. */
async function dumpDatabase(): Promise<string> {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  )
  const rows = await Promise.all(
    tables.map(({ name }) => query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** A secret as plain text and in the encodings that a dump could contain. */
const encodingsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
  Buffer.from(secret, 'base64url').toString('hex'),
]

test('the database contains no password, token, code or secret in plain text, neither before nor after its use', async () => {
  await signUp(parts, { email: 'ana@vale.example', ...FROM })
  const confirm = tokenIn(await inbox.wait('ana@vale.example'))
  const session = await confirmSignUp(parts, { token: confirm, name: 'Ana', password: PASSWORD, ...FROM })
  const { accountId } = session
  const totp = await startTotpSetup(parts, { accountId, email: 'ana@vale.example' })
  const earlierDump = await dumpDatabase()
  const codes = await confirmTotpSetup(parts, {
    accountId,
    challenge: totp.challenge,
    code: codeOf(totp.secret, Math.floor(Date.now() / 30_000)),
  })
  const signedIn = await accounts.signIn('ana@vale.example')
  const second = await startTotpSetup(parts, { accountId, email: 'ana@vale.example' })
  const passkey = await startPasskeyRegistration(parts, { accountId, email: 'ana@vale.example', name: 'Ana' })
  const provider = await startProviderFlow(parts, { provider: 'github', accountId: null })
  await requestPasswordReset(parts, { email: 'ana@vale.example', ...FROM })
  const reset = tokenIn(await inbox.waitFor('ana@vale.example', 'Choose a new password'))

  const secrets = [
    PASSWORD,
    session.token,
    confirm,
    reset,
    totp.secret,
    totp.challenge,
    second.secret,
    second.challenge,
    passkey.challenge,
    provider.ticket,
    new URL(provider.url).searchParams.get('state') ?? '',
    'challenge' in signedIn ? signedIn.challenge : '',
    ...codes.flatMap((code) => [code, code.replaceAll('-', '')]),
  ]
  expect(secrets.every((secret) => secret.length >= 16)).toBe(true)
  for (const rows of [earlierDump, await dumpDatabase()]) {
    expect(rows).toContain('ana@vale.example')
    for (const secret of secrets) {
      for (const encoded of encodingsOf(secret)) expect(rows.includes(encoded), `${secret} as ${encoded}`).toBe(false)
    }
  }
})
