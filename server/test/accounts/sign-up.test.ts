import { expect, test } from 'vitest'
import { authenticateSession } from '../../src/accounts/sessions/authenticate-session.ts'
import { requestPasswordReset } from '../../src/accounts/recovery/reset-password.ts'
import { confirmSignUp, signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { PASSWORD, startAccounts } from './start-accounts.ts'
import { tokenIn } from './start-inbox.ts'

const accounts = await startAccounts()
const { parts, inbox, query } = accounts
let place = 0

const from = () => ({ address: `198.51.100.${++place}`, userAgent: null })
const confirm = (token: string, password = PASSWORD) =>
  confirmSignUp(parts, { token, name: 'Ana', password, ...from() })

test('who reads the mail at an address gets an account for it, signed in', async () => {
  await signUp(parts, { email: ' Ana@Vale.Example ', ...from() })
  const mail = await inbox.wait('ana@vale.example')
  expect(mail).toMatchObject({ from: 'Vale Store <store@vale.example>', subject: 'Confirm your e-mail address' })
  expect(mail.text).toContain('https://store.example/account/confirm#token=qml_')
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

test('an address that is taken is answered like one that is not, and its owner gets a mail', async () => {
  await accounts.add({ email: 'taken@vale.example' })
  const before = await query('select id from accounts')
  const answers = [
    await signUp(parts, { email: 'taken@vale.example', ...from() }),
    await signUp(parts, { email: 'free@vale.example', ...from() }),
  ]
  expect(answers).toEqual([undefined, undefined])
  const mail = await inbox.wait('taken@vale.example')
  expect(mail.subject).toBe('You already have an account')
  expect(mail.text).not.toContain('token')
  await inbox.wait('free@vale.example')
  expect(await query('select id from accounts')).toEqual(before)
})

test('how long the answer takes does not tell either', async () => {
  const slow = { ...parts, minimumMs: 300 }
  for (const email of ['taken@vale.example', 'nobody@vale.example', 'not asked for']) {
    for (const ask of [signUp, requestPasswordReset]) {
      const begun = performance.now()
      await ask(slow, { email, ...from() }).catch(() => undefined)
      // A timer may be a millisecond early.
      expect(performance.now() - begun > 298, `${ask.name} ${email}`).toBe(email.includes('@'))
    }
  }
})

test('a link works once', async () => {
  await signUp(parts, { email: 'once@vale.example', ...from() })
  const token = tokenIn(await inbox.wait('once@vale.example'))
  await confirm(token)
  await expect(confirm(token)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a new link ends the one before it', async () => {
  await signUp(parts, { email: 'twice@vale.example', ...from() })
  await signUp(parts, { email: 'twice@vale.example', ...from() })
  await inbox.wait('twice@vale.example', 2)
  const outcomes = await Promise.allSettled(inbox.to('twice@vale.example').map((mail) => confirm(tokenIn(mail))))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a link is too old after a day', async () => {
  await signUp(parts, { email: 'late@vale.example', ...from() })
  const token = tokenIn(await inbox.wait('late@vale.example'))
  await query(
    "update account_links set expires_at = expires_at - interval '25 hours' where email = 'late@vale.example'",
  )
  await expect(confirm(token)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a link to something else, or of nobody, confirms nothing', async () => {
  for (const token of ['', 'qml_', 'qms_00000000000000000000000000000000000000', `qml_${'0'.repeat(38)}`]) {
    await expect(confirm(token), token).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a password that is easy to guess is refused, and the link stays', async () => {
  await signUp(parts, { email: 'longname11@vale.example', ...from() })
  const token = tokenIn(await inbox.wait('longname11@vale.example'))
  for (const password of ['short', 'aaaaaaaaaaaa', 'longname11', 'longname11@vale.example', 'x'.repeat(201)]) {
    await expect(confirm(token, password), password).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await confirm(token)
})

test('what is no address gets no mail', async () => {
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
    await expect(signUp(parts, { email, ...from() }), email).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('one mailbox gets few mails, whoever asks, and nobody learns which', async () => {
  for (let i = 0; i < 8; i++) await signUp(parts, { email: 'flooded@vale.example', ...from() })
  await signUp(parts, { email: 'behind@vale.example', ...from() })
  await inbox.wait('flooded@vale.example', 4)
  await inbox.wait('behind@vale.example')
  expect(await query("select from mails where recipient = 'flooded@vale.example'")).toHaveLength(4)
})

test('one place gets few mails sent, and is told so', async () => {
  const asks = Array.from({ length: 20 }, (_, i) =>
    signUp(parts, { email: `many${i}@vale.example`, address: '192.0.2.77' }).then(
      () => 'sent',
      (error: { code: string }) => error.code,
    ),
  )
  const outcomes = await Promise.all(asks)
  expect(outcomes.filter((outcome) => outcome === 'sent').length).toBe(11)
  expect(new Set(outcomes)).toEqual(new Set(['sent', 'rate_limited']))
})
