import { expect, test, vi } from 'vitest'
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
import { PASSWORD, startAccounts } from './start-accounts.ts'

const accounts = await startAccounts()
const { parts, inbox, query, database } = accounts
const mail = (to: string): NewMail => ({
  kind: 'test',
  to,
  subject: 'Grüße — ⚔',
  text: `Zeile 1\n.\nqml_secret ${'x'.repeat(200)}\n`,
})
const add = (to: string) => inAccounts(parts.db, (tx) => addMail(tx, { sealer: parts.sealer, mail: mail(to) }))

test('a mail arrives as it was written, and what it said is gone once it is sent', async () => {
  await add('one@vale.example')
  const { text, raw } = await inbox.wait('one@vale.example')
  expect(text.trim()).toBe(mail('').text.trim())
  expect(raw).toMatch(/^Message-ID: <mai_[0-9a-z]{26}@vale\.example>$/im)
  expect(raw).toMatch(/^Content-Type: text\/plain/im)
  await vi.waitFor(async () =>
    expect(
      await query(
        "select sealed, next_at, attempts, sent_at is not null as sent from mails where recipient = 'one@vale.example'",
      ),
    ).toEqual([{ sealed: null, next_at: null, attempts: 1, sent: true }]),
  )
})

test('a transaction that is undone sends nothing', async () => {
  const undone = inAccounts(parts.db, async (tx) => {
    await addMail(tx, { sealer: parts.sealer, mail: mail('undone@vale.example') })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await add('after@vale.example')
  await inbox.wait('after@vale.example')
  expect(inbox.to('undone@vale.example')).toEqual([])
})

test("what happens in a store can send a mail, and sees nobody else's", async () => {
  await inStore(database.app, newId<StoreId>(), (tx) =>
    addMail(tx, { sealer: parts.sealer, mail: mail('member@vale.example') }),
  )
  await inbox.wait('member@vale.example')
  await expect(database.app.selectFrom('mails').select('id').execute()).rejects.toMatchObject({ code: '42501' })
  await expect(database.gateway.selectFrom('accounts').select('id').execute()).rejects.toMatchObject({ code: '42501' })
  await expect(database.reader.selectFrom('accounts').select('password_hash').execute()).rejects.toMatchObject({
    code: '42501',
  })
})

const quiet = await startAccounts({ sends: false })

type Send = Parameters<typeof sendDueMails>[1]['send']

function takeDue(send: Send, onFailed: (error: unknown) => void = () => undefined): Promise<number> {
  return sendDueMails(quiet.parts.db, { sealer: quiet.parts.sealer, send, onFailed })
}

async function addQuietly(to: string): Promise<void> {
  await inAccounts(quiet.parts.db, (tx) => addMail(tx, { sealer: quiet.parts.sealer, mail: mail(to) }))
}

test('a mail that waits does not show its link', async () => {
  await signUp(quiet.parts, { email: 'ana@vale.example', address: '192.0.2.1' })
  const [waiting] = await quiet.query<{ row: string; bytes: Buffer }>(
    'select to_jsonb(mails)::text as row, sealed as bytes from mails',
  )
  for (const text of [waiting?.row, waiting?.bytes.toString('latin1')]) expect(text).not.toMatch(/qml_|token|Confirm/)
  await quiet.query('delete from mails')
})

test('a mail that is refused comes again, later each time, and is given up after three days', async () => {
  await addQuietly('refused@vale.example')
  const refuse = () => Promise.reject(new Error('451 try later'))
  const pauses: number[] = []
  let days = 0
  for (let attempt = 1; attempt <= 80; attempt++) {
    expect(await takeDue(refuse)).toBe(1)
    const [row] = await quiet.query<{ seconds: number | null }>(
      'select extract(epoch from next_at - now())::integer as seconds from mails',
    )
    if (typeof row?.seconds === 'number') pauses.push(row.seconds)
    days += (row?.seconds ?? 0) / 86_400
    await quiet.query('update mails set next_at = now() where next_at is not null')
  }
  expect(pauses.slice(0, 4)).toEqual([2, 4, 8, 16])
  expect(Math.max(...pauses)).toBe(3_600)
  expect(days).toBeGreaterThan(2.5)
  expect(await quiet.query('select sealed, next_at, sent_at, error, attempts from mails')).toEqual([
    { sealed: null, next_at: null, sent_at: null, error: '451 try later', attempts: 80 },
  ])
})

test('each mail is in one hand, however many send at once', async () => {
  for (let i = 0; i < 30; i++) await addQuietly(`hand${i}@vale.example`)
  const sent: string[] = []
  const taken = await Promise.all(Array.from({ length: 10 }, () => takeDue(async ({ to }) => void sent.push(to))))
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(30)
  expect(new Set(sent).size).toBe(30)
  expect(sent).toHaveLength(30)
})

test('a mail whose sender died is sent by the next, when its claim is over', async () => {
  await addQuietly('orphan@vale.example')
  const began = new Promise<void>((resolve) => {
    void takeDue(() => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  await began
  const sent: string[] = []
  const take = () => takeDue(async ({ to }) => void sent.push(to))
  expect(await take()).toBe(0)
  await quiet.query("update mails set next_at = next_at - interval '3 minutes' where next_at is not null")
  expect(await take()).toBe(1)
  expect(sent).toEqual(['orphan@vale.example'])
})

test('a new key seals second factors and waiting mails anew, and the old one can go', async () => {
  await quiet.query('delete from mails')
  const { id, email } = await quiet.add()
  const { challenge, secret } = await startTotpSetup(quiet.parts, { accountId: id, email })
  const now = () => Math.floor(Date.now() / 30_000)
  await confirmTotpSetup(quiet.parts, { accountId: id, challenge, code: codeOf(secret, now()) })
  const keys = (text: string) => parseSealingKeys(text) ?? []
  const [before, after] = [
    `t1:${Buffer.alloc(32, 7).toString('base64')}`,
    `t2:${Buffer.alloc(32, 8).toString('base64')}`,
  ]
  expect(await resealAccounts(quiet.parts.db, createSealer(keys(`${after},${before}`)))).toEqual({
    resealed: 2,
    current: 0,
  })
  const sealer = createSealer(keys(after))
  expect(await resealAccounts(quiet.parts.db, sealer)).toEqual({ resealed: 0, current: 2 })
  const renewed = { ...quiet.parts, sealer }
  const asked = await signIn(renewed, { email, password: PASSWORD, address: '192.0.2.1', userAgent: null })
  const token = 'challenge' in asked ? asked.challenge : ''
  await finishSignIn(renewed, {
    challenge: token,
    code: codeOf(secret, now() + 1),
    address: '192.0.2.1',
    userAgent: null,
  })
  const sent: string[] = []
  await sendDueMails(quiet.parts.db, {
    sealer,
    send: async ({ subject }) => void sent.push(subject),
    onFailed: () => undefined,
  })
  expect(sent).toEqual(['A second factor was set up'])
})

test('without a mail server mails wait, and that is said once', async () => {
  const said: string[] = []
  const worker = sendMails({
    accounts: database.accounts,
    sealer: parts.sealer,
    smtp: undefined,
    log: (_, message) => said.push(message),
  })
  await worker.stop()
  expect(said).toEqual(['e-mails are not sent, because SMTP_URL and MAIL_FROM are not set'])
})

test('what nobody needs any more is forgotten, and nothing else', async () => {
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
