import { expect, test } from 'vitest'
import { authenticateSession } from '../../src/accounts/sessions/authenticate-session.ts'
import { requestPasswordReset } from '../../src/accounts/recovery/reset-password.ts'
import { confirmSignUp, createSignUpLink, signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { PASSWORD, startAccounts } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'

const accounts = await startAccounts()
const { parts, inbox, query } = accounts
let addressCount = 0

const newClient = () => ({ address: `198.51.100.${++addressCount}`, userAgent: null })
const confirm = (token: string, password = PASSWORD) =>
  confirmSignUp(parts, { token, name: 'Ana', password, ...newClient() })

test('the link in the mail creates the account and signs in', async () => {
  await signUp(parts, { email: ' Ana@Vale.Example ', ...newClient() })
  const mail = await inbox.wait('ana@vale.example')
  expect(mail).toMatchObject({ from: 'Vale Store <store@vale.example>', subject: 'Confirm your e-mail address' })
  expect(mail.text).toContain('https://store.localhost/account/confirm#token=qml_')
  expect(await query('select from accounts')).toEqual([])
  const { token, accountId } = await confirm(tokenIn(mail))
  expect(token).toMatch(/^qms_[0-9A-Za-z]{38}$/)
  expect(await authenticateSession(parts.db, token)).toMatchObject({
    accountId,
    email: 'ana@vale.example',
    isOperator: false,
    hasSecondFactor: false,
    isRecentlyAuthenticated: true,
  })
})

test('the link of `quartermaster setup` creates the account once, without a mail', async () => {
  const url = new URL(await createSignUpLink(parts, { email: 'first@vale.example' }))
  expect([url.origin, url.pathname]).toEqual(['https://store.localhost', '/account/confirm'])
  const token = url.hash.replace('#token=', '')
  await confirm(token)
  await expect(confirm(token)).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(createSignUpLink(parts, { email: 'FIRST@vale.example' })).rejects.toMatchObject({ code: 'conflict' })
})

test('a sign-up with a used address gets the same response as a new one, and its owner gets a mail', async () => {
  await accounts.add({ email: 'taken@vale.example' })
  const before = await query('select id from accounts')
  const results = [
    await signUp(parts, { email: 'taken@vale.example', ...newClient() }),
    await signUp(parts, { email: 'free@vale.example', ...newClient() }),
  ]
  expect(results).toEqual([undefined, undefined])
  const mail = await inbox.wait('taken@vale.example')
  expect(mail.subject).toBe('You already have an account')
  expect(mail.text).not.toContain('token')
  await inbox.wait('free@vale.example')
  expect(await query('select id from accounts')).toEqual(before)
})

test('the response time does not show whether an address has an account', async () => {
  const slowParts = { ...parts, minimumMs: 300 }
  for (const email of ['taken@vale.example', 'nobody@vale.example']) {
    for (const request of [signUp, requestPasswordReset]) {
      const startedAt = performance.now()
      await request(slowParts, { email, ...newClient() })
      // A timer may fire a millisecond early, and a busy machine only makes it late.
      expect(performance.now() - startedAt, `${request.name} ${email}`).toBeGreaterThan(298)
    }
  }
})

test('a link can be used once', async () => {
  await signUp(parts, { email: 'once@vale.example', ...newClient() })
  const token = tokenIn(await inbox.wait('once@vale.example'))
  await confirm(token)
  await expect(confirm(token)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a new link invalidates the previous one', async () => {
  await signUp(parts, { email: 'twice@vale.example', ...newClient() })
  await signUp(parts, { email: 'twice@vale.example', ...newClient() })
  await inbox.wait('twice@vale.example', 2)
  const outcomes = await Promise.allSettled(inbox.to('twice@vale.example').map((mail) => confirm(tokenIn(mail))))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a link expires after one day', async () => {
  await signUp(parts, { email: 'late@vale.example', ...newClient() })
  const token = tokenIn(await inbox.wait('late@vale.example'))
  await query(
    "update account_links set expires_at = expires_at - interval '25 hours' where email = 'late@vale.example'",
  )
  await expect(confirm(token)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('an unknown token, or a token of another kind, confirms nothing', async () => {
  for (const token of ['', 'qml_', 'qms_00000000000000000000000000000000000000', `qml_${'0'.repeat(38)}`]) {
    await expect(confirm(token), token).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a weak password is rejected, and the link stays valid', async () => {
  await signUp(parts, { email: 'longname11@vale.example', ...newClient() })
  const token = tokenIn(await inbox.wait('longname11@vale.example'))
  for (const password of [
    'short',
    '1234567890',
    'password123',
    'P@ssw0rd123',
    'qwertyuiop',
    'aaaaaaaaaaaa',
    'longname11',
    'longname11@vale.example',
    'x'.repeat(201),
  ]) {
    await expect(confirm(token, password), password).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await confirm(token)
})

test('an invalid e-mail address is rejected', async () => {
  for (const email of [
    '',
    'ana',
    'ana@',
    '@vale.example',
    'a b@vale.example',
    'ana@vale.example\nbcc: x@y',
    'ana@vale..example',
    `${'x'.repeat(65)}@vale.example`,
    'ána@vale.example',
  ]) {
    await expect(signUp(parts, { email, ...newClient() }), email).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('one mailbox gets at most four mails, and further requests succeed without a mail', async () => {
  for (let i = 0; i < 8; i++) await signUp(parts, { email: 'flooded@vale.example', ...newClient() })
  await signUp(parts, { email: 'behind@vale.example', ...newClient() })
  await inbox.wait('flooded@vale.example', 4)
  await inbox.wait('behind@vale.example')
  expect(await query("select from mails where recipient = 'flooded@vale.example'")).toHaveLength(4)
})

test('requests for mails from one address are limited, and the error says so', async () => {
  const requests = Array.from({ length: 20 }, (_, i) =>
    signUp(parts, { email: `many${i}@vale.example`, address: '192.0.2.77' }).then(
      () => 'sent',
      (error: { code: string }) => error.code,
    ),
  )
  const outcomes = await Promise.all(requests)
  expect(outcomes.filter((outcome) => outcome === 'sent').length).toBe(11)
  expect(new Set(outcomes)).toEqual(new Set(['sent', 'rate_limited']))
})
