import { sql } from 'kysely'
import type { AccountsTx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, SessionId } from '../ids.ts'

export type OpenAccount = {
  id: AccountId
  email: string
  name: string
  passwordHash: string | null
  isOperator: boolean
  totp: { sealed: Buffer; keyId: string; lastStep: number } | null
}

/** Locks the account until the transaction ends, so that changes of one account are serialised. */
export async function lockAccount(tx: AccountsTx, accountId: AccountId): Promise<OpenAccount> {
  const row = await tx
    .selectFrom('accounts')
    .select(ACCOUNT_COLUMNS)
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such account')
  return toAccount(row)
}

/** The account that is changed, and the session that changes it. */
export type AccountCaller = { accountId: AccountId; sessionId?: SessionId }

/** Like `lockAccount`, but fails if the session was ended after the request started. */
export async function lockForSession(tx: AccountsTx, { accountId, sessionId }: AccountCaller): Promise<OpenAccount> {
  const account = await lockAccount(tx, accountId)
  if (sessionId === undefined) return account
  const { rows } = await sql`
    select 1 as one from account_sessions
    where id = ${sessionId} and account_id = ${accountId} and ended_at is null`.execute(tx)
  if (rows.length === 0) throw new AppError('unauthorized', 'This session has ended. Sign in again')
  return account
}

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'name',
  'password_hash',
  'is_operator',
  'totp_sealed',
  'totp_key_id',
  'totp_last_step',
] as const

type AccountRow = {
  id: AccountId
  email: string | null
  name: string
  password_hash: string | null
  is_operator: boolean
  totp_sealed: Buffer | null
  totp_key_id: string | null
  totp_last_step: number | null
}

function toAccount(row: AccountRow): OpenAccount {
  const { totp_sealed: sealed, totp_key_id: keyId } = row
  return {
    id: row.id,
    email: row.email ?? '',
    name: row.name,
    passwordHash: row.password_hash,
    isOperator: row.is_operator,
    totp: sealed && keyId !== null ? { sealed, keyId, lastStep: row.totp_last_step ?? 0 } : null,
  }
}
