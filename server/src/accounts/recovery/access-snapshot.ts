import { sql } from 'kysely'
import type { AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'

/** Everything that opens an account, as JSON of the rows. */
export type AccessSnapshot = {
  account: { totp_sealed: string | null; totp_key_id: string | null }
  codes: object[]
  passkeys: object[]
  identities: object[]
}

/** Call it after the account is locked and before it is changed. */
export async function takeSnapshot(tx: AccountsTx, accountId: AccountId): Promise<AccessSnapshot> {
  const { rows } = await sql<{ snapshot: AccessSnapshot }>`
    select jsonb_build_object(
      'account', jsonb_build_object('email', a.email, 'email_confirmed_at', a.email_confirmed_at, 'password_hash', a.password_hash,
        'totp_sealed', a.totp_sealed, 'totp_key_id', a.totp_key_id, 'totp_confirmed_at', a.totp_confirmed_at),
      'codes', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from account_recovery_codes c where c.account_id = a.id),
      'passkeys', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from account_passkeys p where p.account_id = a.id),
      'identities', (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from account_identities i where i.account_id = a.id)) as snapshot
    from accounts a where a.id = ${accountId}`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such account')
  return rows[0].snapshot
}

type Restore = { accountId: AccountId; snapshot: AccessSnapshot }

/** The right of an operator is not restored, and is lost without a second factor: only the command line grants it. */
export async function restoreSnapshot(tx: AccountsTx, { accountId, snapshot }: Restore): Promise<void> {
  await sql`
    update accounts a set email = b.email, email_confirmed_at = b.email_confirmed_at, password_hash = b.password_hash,
      totp_sealed = b.totp_sealed, totp_key_id = b.totp_key_id, totp_confirmed_at = b.totp_confirmed_at,
      is_operator = a.is_operator and b.totp_sealed is not null, pending_email = null, pending_email_at = null
    from jsonb_populate_record(null::accounts, ${JSON.stringify(snapshot.account)}) b where a.id = ${accountId}`.execute(
    tx,
  )
  await restoreCodes(tx, { accountId, snapshot })
  await restorePasskeys(tx, { accountId, snapshot })
  await restoreIdentities(tx, { accountId, snapshot })
}

async function restoreCodes(tx: AccountsTx, { accountId, snapshot }: Restore): Promise<void> {
  const codes = sql`jsonb_populate_recordset(null::account_recovery_codes, ${JSON.stringify(snapshot.codes)})`
  await sql`
    delete from account_recovery_codes where account_id = ${accountId}
      and code_hash not in (select code_hash from ${codes})`.execute(tx)
  await sql`
    insert into account_recovery_codes (account_id, code_hash, used_at)
    select ${accountId}, code_hash, used_at from ${codes} on conflict do nothing`.execute(tx)
}

/** Passkeys that still exist keep their counters. */
async function restorePasskeys(tx: AccountsTx, { accountId, snapshot }: Restore): Promise<void> {
  const passkeys = sql`jsonb_populate_recordset(null::account_passkeys, ${JSON.stringify(snapshot.passkeys)})`
  await sql`
    delete from account_passkeys where account_id = ${accountId} and id not in (select id from ${passkeys})`.execute(tx)
  await sql`
    insert into account_passkeys (id, account_id, credential_id, public_key, sign_count, transports, backed_up, name, created_at, last_used_at)
    select id, ${accountId}, credential_id, public_key, sign_count, transports, backed_up, name, created_at, last_used_at
    from ${passkeys} on conflict do nothing`.execute(tx)
}

async function restoreIdentities(tx: AccountsTx, { accountId, snapshot }: Restore): Promise<void> {
  const identities = sql`jsonb_populate_recordset(null::account_identities, ${JSON.stringify(snapshot.identities)})`
  await sql`
    delete from account_identities where account_id = ${accountId}
      and (provider, subject) not in (select provider, subject from ${identities})`.execute(tx)
  await sql`
    insert into account_identities (provider, subject, account_id, name, created_at)
    select provider, subject, ${accountId}, name, created_at from ${identities} on conflict do nothing`.execute(tx)
}
