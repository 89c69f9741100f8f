import { expect, test } from 'vitest'
import { addMail, type NewMail } from '../../src/accounts/mail/add-mail.ts'
import { cleanAccounts } from '../../src/accounts/clean-accounts.ts'
import { resealAccounts } from '../../src/accounts/reseal-accounts.ts'
import { sendDueMails } from '../../src/accounts/mail/send-due-mails.ts'
import { startTotpSetup, confirmTotpSetup } from '../../src/accounts/second-factor/set-up-totp.ts'
import { finishSignIn, signIn } from '../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import { inAccounts, inStore } from '../../src/db/database.ts'
import { newId, type StoreId } from '../../src/ids.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { sendMails } from '../../src/workers/send-mails.ts'
import { PASSWORD, PUBLIC_URL, startAccounts } from './start-accounts.ts'

const accounts = await startAccounts()
const { parts, inbox, query, database } = accounts
const testMail = (to: string): NewMail => ({
  kind: 'test',
  to,
  subject: 'Grüße — ⚔',
  text: `Zeile 1\n.\nqml_secret ${'x'.repeat(200)}\n`,
})
const add = (to: string) => inAccounts(parts.db, (tx) => addMail(tx, { sealer: parts.sealer, mail: testMail(to) }))

test('a mail arrives unchanged, and its content is deleted after it was sent', async () => {
  await add('one@vale.example')
  const { text, raw } = await inbox.wait('one@vale.example')
  expect(text.trim()).toBe(testMail('').text.trim())
  expect(raw).toMatch(/^Message-ID: <mai_[0-9a-z]{26}@vale\.example>$/im)
  expect(raw).toMatch(/^Content-Type: text\/plain/im)
  const sentMails = () =>
    query(
      "select sealed, next_at, attempts, sent_at is not null as sent from mails where recipient = 'one@vale.example'",
    )
  await expect.poll(sentMails).toEqual([{ sealed: null, next_at: null, attempts: 1, sent: true }])
})

test('a mail that people can do without names the page that stops it, for the button of mail programs', async () => {
  const unsubscribe = `${PUBLIC_URL}/account/alerts#token=acc_1.token_created.x`
  const mail = { ...testMail('list@vale.example'), unsubscribe }
  await inAccounts(parts.db, (tx) => addMail(tx, { sealer: parts.sealer, mail }))
  const { raw } = await inbox.wait('list@vale.example')
  expect(raw.replaceAll(/\r\n[ \t]/g, ' ')).toContain(`List-Unsubscribe: <${unsubscribe}>`)
})

test('a transaction that is rolled back sends no mail', async () => {
  const transaction = inAccounts(parts.db, async (tx) => {
    await addMail(tx, { sealer: parts.sealer, mail: testMail('undone@vale.example') })
    throw new Error('roll back')
  })
  await expect(transaction).rejects.toThrow('roll back')
  await add('after@vale.example')
  await inbox.wait('after@vale.example')
  expect(inbox.to('undone@vale.example')).toEqual([])
})

test('a store transaction can add a mail, and no other role reads mails, accounts or password hashes', async () => {
  await inStore(database.app, newId<StoreId>(), (tx) =>
    addMail(tx, { sealer: parts.sealer, mail: testMail('member@vale.example') }),
  )
  await inbox.wait('member@vale.example')
  await expect(database.app.selectFrom('mails').select('id').execute()).rejects.toMatchObject({ code: '42501' })
  await expect(database.gateway.selectFrom('accounts').select('id').execute()).rejects.toMatchObject({ code: '42501' })
  await expect(database.reader.selectFrom('accounts').select('password_hash').execute()).rejects.toMatchObject({
    code: '42501',
  })
})

/** Accounts without the mail worker, so that the tests below send mails themselves. */
const manual = await startAccounts({ sendMail: false })

type Send = Parameters<typeof sendDueMails>[1]['send']

function sendDue(send: Send, onFailed: (error: unknown) => void = () => undefined): Promise<number> {
  return sendDueMails(manual.parts.db, { sealer: manual.parts.sealer, send, onFailed })
}

async function addManually(to: string): Promise<void> {
  await inAccounts(manual.parts.db, (tx) => addMail(tx, { sealer: manual.parts.sealer, mail: testMail(to) }))
}

test('a waiting mail is encrypted, so the database does not contain its link', async () => {
  await signUp(manual.parts, { email: 'ana@vale.example', address: '192.0.2.1' })
  const [waiting] = await manual.query<{ row: string; bytes: Buffer }>(
    'select to_jsonb(mails)::text as row, sealed as bytes from mails',
  )
  for (const text of [waiting?.row, waiting?.bytes.toString('latin1')]) expect(text).not.toMatch(/qml_|token|Confirm/)
  await manual.query('delete from mails')
})

test('a rejected mail is retried with growing delays and given up after three days', async () => {
  await addManually('rejected@vale.example')
  const reject = () => Promise.reject(new Error('451 try later'))
  const delays: number[] = []
  let days = 0
  for (let attempt = 1; attempt <= 80; attempt++) {
    expect(await sendDue(reject)).toBe(1)
    const [row] = await manual.query<{ seconds: number | null }>(
      'select extract(epoch from next_at - now())::integer as seconds from mails',
    )
    if (typeof row?.seconds === 'number') delays.push(row.seconds)
    days += (row?.seconds ?? 0) / 86_400
    await manual.query('update mails set next_at = now() where next_at is not null')
  }
  expect(delays.slice(0, 4)).toEqual([2, 4, 8, 16])
  expect(Math.max(...delays)).toBe(3_600)
  expect(days).toBeGreaterThan(2.5)
  expect(await manual.query('select sealed, next_at, sent_at, error, attempts from mails')).toEqual([
    { sealed: null, next_at: null, sent_at: null, error: '451 try later', attempts: 80 },
  ])
})

test('ten concurrent workers send each mail once', async () => {
  for (let i = 0; i < 30; i++) await addManually(`once${i}@vale.example`)
  const sent: string[] = []
  const counts = await Promise.all(Array.from({ length: 10 }, () => sendDue(async ({ to }) => void sent.push(to))))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
  expect(new Set(sent).size).toBe(30)
  expect(sent).toHaveLength(30)
})

test('if a worker dies while it sends a mail, another worker sends it after the claim expires', async () => {
  await addManually('orphan@vale.example')
  const started = new Promise<void>((resolve) => {
    void sendDue(() => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  await started
  const sent: string[] = []
  const sendAsOther = () => sendDue(async ({ to }) => void sent.push(to))
  expect(await sendAsOther()).toBe(0)
  await manual.query("update mails set next_at = next_at - interval '3 minutes' where next_at is not null")
  expect(await sendAsOther()).toBe(1)
  expect(sent).toEqual(['orphan@vale.example'])
})

test('resealing encrypts second factors and waiting mails with the new key, so the old key can be removed', async () => {
  await manual.query('delete from mails')
  const { id, email } = await manual.add()
  const { challenge, secret } = await startTotpSetup(manual.parts, { accountId: id, email })
  const now = () => Math.floor(Date.now() / 30_000)
  await confirmTotpSetup(manual.parts, { accountId: id, challenge, code: codeOf(secret, now()) })
  const keys = (text: string) => parseSealingKeys(text) ?? []
  const [before, after] = [
    `t1:${Buffer.alloc(32, 7).toString('base64')}`,
    `t2:${Buffer.alloc(32, 8).toString('base64')}`,
  ]
  expect(await resealAccounts(manual.parts.db, createSealer(keys(`${after},${before}`)))).toEqual({
    resealed: 3,
    current: 0,
  })
  const sealer = createSealer(keys(after))
  expect(await resealAccounts(manual.parts.db, sealer)).toEqual({ resealed: 0, current: 3 })
  const renewed = { ...manual.parts, sealer }
  const result = await signIn(renewed, { email, password: PASSWORD, address: '192.0.2.1', userAgent: null })
  const token = 'challenge' in result ? result.challenge : ''
  await finishSignIn(renewed, {
    challenge: token,
    code: codeOf(secret, now() + 1),
    address: '192.0.2.1',
    userAgent: null,
  })
  const sent: string[] = []
  await sendDueMails(manual.parts.db, {
    sealer,
    send: async ({ subject }) => void sent.push(subject),
    onFailed: () => undefined,
  })
  expect(sent).toEqual(['A second factor was set up'])
})

test('without a mail server the worker logs once that mails are not sent', async () => {
  const messages: string[] = []
  const worker = sendMails({
    accounts: database.accounts,
    sealer: parts.sealer,
    publicUrl: PUBLIC_URL,
    smtp: undefined,
    log: (_, message) => messages.push(message),
  })
  await worker.stop()
  expect(messages).toEqual(['e-mails are not sent, because SMTP_URL and MAIL_FROM are not set'])
})

test('cleaning deletes expired links, old throttle entries and old sent mails, and nothing else', async () => {
  await signUp(parts, { email: 'kept@vale.example', address: '192.0.2.1' })
  await inbox.wait('kept@vale.example')
  const count = async () =>
    (
      await query<{ n: number }>(
        'select (select count(*) from account_links)::int + (select count(*) from sign_in_throttle)::int + (select count(*) from mails)::int as n',
      )
    )[0]?.n
  const before = await count()
  await cleanAccounts(parts.db)
  expect(await count()).toBe(before)
  await query("update account_links set expires_at = now() - interval '8 days'")
  await query("update sign_in_throttle set last_at = now() - interval '3 days'")
  await query("update mails set created_at = now() - interval '31 days'")
  await cleanAccounts(parts.db)
  expect(await query('select from account_links')).toEqual([])
  expect(await query('select from sign_in_throttle')).toEqual([])
  expect(await query('select from mails where next_at is null')).toEqual([])
})
