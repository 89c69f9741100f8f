import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../../secret-token.ts'

export type EmailLinkKind = 'confirm' | 'reset' | 'change_email'

const PREFIX = 'qml_'
const MINUTES: Record<EmailLinkKind, number> = { confirm: 24 * 60, reset: 60, change_email: 24 * 60 }

/** What a mail carries. A new one ends the one before it; only its hash is kept. */
export async function createEmailLink(
  tx: AccountsTx,
  { kind, accountId, email }: { kind: EmailLinkKind; accountId: AccountId | null; email: string },
): Promise<string> {
  const token = newSecretToken(PREFIX)
  // Two at once: the second waits for the lock and ends the first.
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

type Given = { kind: EmailLinkKind; token: string }

/** Before work that costs something: who has no link gets none of it. */
export async function requireEmailLink(db: AccountsDb, { kind, token }: Given): Promise<{ email: string }> {
  const found = await db
    .selectFrom('account_links')
    .select('email')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) throw isOver()
  return found
}

/** Once, and in time. What is wrong with a link is not said: who got it by mail asks for a new one. */
export async function consumeEmailLink(
  tx: AccountsTx,
  { kind, token }: Given,
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
  if (!used) throw isOver()
  return { accountId: used.account_id, email: used.email }
}

function hashOf(token: string): Buffer {
  if (!isSecretToken(PREFIX, token)) throw isOver()
  return hashSecretToken(token)
}

function isOver(): AppError {
  const message = 'This link was used, replaced by a newer one, or is too old; ask for another'
  return new AppError('invalid_request', message, { field: 'body/token' })
}

/** Whoever loses his mailbox or changes his password does not leave links behind that still work. */
export async function invalidateEmailLinks(tx: AccountsTx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('account_links').where('account_id', '=', accountId).where('used_at', 'is', null).execute()
}
