import { sql } from 'kysely'
import pg from 'pg'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { hashSecretToken, isSecretToken } from '../../secret-token.ts'
import { lockAccount } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { setMutedAlerts } from '../mail/muted-alerts.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { type AccessSnapshot, restoreSnapshot } from './access-snapshot.ts'
import { invalidateEmailLinks } from './email-links.ts'
import { UNDO_PREFIX, undoLabel } from './notify-change.ts'

/** Revokes the API tokens that the account created since then. They belong to stores, which this room does not know. */
export type RevokeTokens = (
  tx: AccountsTx,
  tokens: { accountId: AccountId; email: string; since: Date },
) => Promise<void>

/**
 * Restores how the account could be opened before a change, ends all sessions and revokes the tokens created since. Links of
 * later changes become invalid: a thief may have received them at an address of their own.
 */
export async function undoChange(
  { db, sealer, publicUrl }: AccountParts,
  { token, revokeTokens }: { token: string; revokeTokens: RevokeTokens },
): Promise<void> {
  await inAccounts(db, async (tx) => {
    const { accountId, snapshot, createdAt } = await findUndo(tx, { token, sealer })
    await lockAccount(tx, accountId)
    const { numDeletedRows } = await tx
      .deleteFrom('account_undos')
      .where('account_id', '=', accountId)
      .where('created_at', '>=', createdAt)
      .executeTakeFirst()
    // Another request with the same link was faster.
    if (numDeletedRows === 0n) throw invalidUndo()
    if (snapshot) await restoreSnapshot(tx, { accountId, snapshot })
    await endSessions(tx, { accountId })
    // Someone else may have switched them off.
    await setMutedAlerts(tx, { accountId, muted: [] })
    await invalidateEmailLinks(tx, accountId)
    const { email } = await lockAccount(tx, accountId)
    await revokeTokens(tx, { accountId, email, since: createdAt })
    await addMail(tx, { sealer, mail: noticeMail('change_undone', { to: email, publicUrl }) })
  }).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== 'accounts_by_email') throw error
    throw new AppError('conflict', 'The previous address has another account now. Ask the operator of the platform')
  })
}

type Undo = { accountId: AccountId; snapshot: AccessSnapshot | null; createdAt: Date }

async function findUndo(
  tx: AccountsTx,
  { token, sealer }: { token: string } & Pick<AccountParts, 'sealer'>,
): Promise<Undo> {
  if (!isSecretToken(UNDO_PREFIX, token)) throw invalidUndo()
  const tokenHash = hashSecretToken(token)
  const found = await tx
    .selectFrom('account_undos')
    .select(['account_id', 'sealed', 'key_id', 'created_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) throw invalidUndo()
  const { sealed, key_id: keyId } = found
  const state = sealed && keyId !== null ? sealer.open({ sealed, keyId }, undoLabel(tokenHash)) : null
  return {
    accountId: found.account_id,
    snapshot: state === null ? null : (JSON.parse(state) as AccessSnapshot),
    createdAt: found.created_at,
  }
}

function invalidUndo(): AppError {
  const message = 'This link was already used, or has expired. Reset your password instead'
  return new AppError('invalid_request', message, { field: 'body/token' })
}
