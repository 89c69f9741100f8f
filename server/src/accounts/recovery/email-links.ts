import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../../secret-token.ts'

export type EmailLinkKind = 'confirm' | 'reset' | 'change_email' | 'approve_email'

const PREFIX = 'qml_'
const MINUTES: Record<EmailLinkKind, number> = {
  confirm: 24 * 60,
  reset: 60,
  change_email: 24 * 60,
  approve_email: 7 * 24 * 60,
}

/** Creates the token of a link. A new link invalidates the previous one; only the hash is stored. */
export async function createEmailLink(
  tx: AccountsTx,
  { kind, accountId, email }: { kind: EmailLinkKind; accountId: AccountId | null; email: string },
): Promise<string> {
  const token = newSecretToken(PREFIX)
  // Of two concurrent requests, the second waits for the lock and invalidates the first link.
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind}:${accountId ?? email}`}))`.execute(tx)
  await tx
    .deleteFrom('account_links')
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where((row) => (accountId === null ? row('email', '=', email) : row('account_id', '=', accountId)))
    .execute()
  await tx
    .insertInto('account_links')
    .values({
      token_hash: hashSecretToken(token),
      kind,
      account_id: accountId,
      email,
      expires_at: sql`now() + make_interval(mins => ${MINUTES[kind]})`,
      used_at: null,
    })
    .execute()
  return token
}

type LinkToken = { kind: EmailLinkKind; token: string }

/** Checks the link before expensive work such as hashing a password. */
export async function requireEmailLink(
  db: AccountsDb,
  { kind, token }: LinkToken,
): Promise<{ accountId: AccountId | null; email: string }> {
  const found = await db
    .selectFrom('account_links')
    .select(['account_id as accountId', 'email'])
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) throw invalidLink()
  return found
}

/** Marks the link as used. The error does not say what is wrong with a link. */
export async function consumeEmailLink(
  tx: AccountsTx,
  { kind, token }: LinkToken,
): Promise<{ accountId: AccountId | null; email: string }> {
  const used = await tx
    .updateTable('account_links')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'email'])
    .executeTakeFirst()
  if (!used) throw invalidLink()
  return { accountId: used.account_id, email: used.email }
}

function hashOf(token: string): Buffer {
  if (!isSecretToken(PREFIX, token)) throw invalidLink()
  return hashSecretToken(token)
}

function invalidLink(): AppError {
  const message = 'This link was already used, was replaced by a newer one, or has expired. Request a new one'
  return new AppError('invalid_request', message, { field: 'body/token' })
}

/** So that old links stop working after a change of the password or e-mail address. */
export async function invalidateEmailLinks(tx: AccountsTx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('account_links').where('account_id', '=', accountId).where('used_at', 'is', null).execute()
}
