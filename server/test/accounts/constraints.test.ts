import { beforeAll, expect, test } from 'vitest'
import { startAccounts } from './start-accounts.ts'

const { query, add } = await startAccounts({ sendMail: false })

const TABLES = [
  'account_challenges',
  'account_identities',
  'account_links',
  'account_passkeys',
  'account_recovery_codes',
  'account_sessions',
  'account_undos',
  'accounts',
  'mails',
  'sign_in_throttle',
]

const ZEROS = `\\x${'00'.repeat(32)}`
const NOW = '2026-01-01T00:00:00Z'

/** For each rule about several columns, changes to a row that violate this constraint and no other. */
const RULES: Record<string, Record<string, unknown>> = {
  account_challenges_sealed_complete: { sealed: '\\x00' },
  account_challenges_account_known: { account_id: null },
  account_links_confirm_without_account: { account_id: null },
  account_undos_sealed_complete: { sealed: '\\x00', key_id: null },
  accounts_closed_without_pending_email: {
    email: null,
    closed_at: NOW,
    password_hash: null,
    pending_email: 'x@y',
    pending_email_at: NOW,
  },
  accounts_pending_email_complete: { pending_email: 'x@y' },
  accounts_email_unless_closed: { email: null },
  accounts_totp_complete: { totp_sealed: '\\x00' },
  accounts_closed_without_secrets: { email: null, closed_at: NOW, is_operator: true, password_hash: null },
  mails_content_until_finished: { next_at: null },
  mails_sent_not_due: { sent_at: NOW },
}

beforeAll(async () => {
  const { id } = await add()
  const statements = [
    `insert into account_challenges (token_hash, kind, account_id, expires_at) values ('${ZEROS}', 'second_factor', $1, now())`,
    `insert into account_identities (provider, subject, account_id, name) values ('github', '1', $1, 'x')`,
    `insert into account_links (token_hash, kind, account_id, email, expires_at) values ('${ZEROS}', 'reset', $1, 'a@b', now())`,
    `insert into account_passkeys (id, account_id, credential_id, public_key, sign_count, backed_up, name)
     values (gen_random_uuid(), $1, '${ZEROS}', '\\x00', 0, false, 'x')`,
    `insert into account_recovery_codes (account_id, code_hash) values ($1, '${ZEROS}')`,
    `insert into account_undos (token_hash, account_id) values ('${ZEROS}', $1)`,
    `insert into account_sessions (id, account_id, token_hash, expires_at) values (gen_random_uuid(), $1, '${ZEROS}', now())`,
  ]
  for (const statement of statements) await query(statement, [id])
  await query(
    `insert into mails (id, kind, recipient, sealed, key_id, next_at) values (gen_random_uuid(), 'x', 'a@b', '\\x00', 't1', now())`,
  )
  await query(
    `insert into sign_in_throttle (kind, key, attempts, next_at, last_at) values ('address', '${ZEROS}', 1, now(), now())`,
  )
})

/** Copies the row of a table and changes some columns. */
const copyRow = (table: string, changes: object) =>
  query(`insert into ${table} select (jsonb_populate_record((select t from ${table} t limit 1), $1::jsonb)).*`, [
    JSON.stringify(changes),
  ])

const tableOf = (constraint: string) =>
  TABLES.toSorted((a, b) => b.length - a.length).find((table) => constraint.startsWith(`${table}_`)) ?? ''

test('every rule about several columns of the account tables rejects a row that violates it', async () => {
  for (const [constraint, changes] of Object.entries(RULES)) {
    await expect(copyRow(tableOf(constraint), changes), constraint).rejects.toMatchObject({ code: '23514', constraint })
  }
  const existing = await query<{ name: string }>(
    `select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'c' and c.conname not like '%\\_check' and t.relname = any($1)`,
    [TABLES],
  )
  expect(Object.keys(RULES).sort()).toEqual(existing.map(({ name }) => name).sort())
})

test('an e-mail address, a session token, a passkey, an identity and an open link belong to one account', async () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const otherToken = { token_hash: `\\x${'01'.repeat(32)}` }
  const duplicates: [constraint: string, changes: object][] = [
    ['accounts_by_email', { id }],
    ['account_sessions_by_token', { id }],
    ['account_passkeys_by_credential', { id }],
    ['account_identities_once', { subject: '2' }],
    ['account_links_to_accounts', otherToken],
  ]
  for (const [constraint, changes] of duplicates) {
    const table = constraint === 'accounts_by_email' ? 'accounts' : tableOf(constraint)
    await expect(copyRow(table, changes), constraint).rejects.toMatchObject({ code: '23505', constraint })
  }
  await copyRow('account_links', { ...otherToken, kind: 'confirm', account_id: null })
  const third = { token_hash: `\\x${'02'.repeat(32)}`, kind: 'confirm', account_id: null }
  await expect(copyRow('account_links', third)).rejects.toMatchObject({ constraint: 'account_links_to_strangers' })
})
