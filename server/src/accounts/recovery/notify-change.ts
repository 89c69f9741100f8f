import type { AccountsTx } from '../../db/database.ts'
import type { AccountId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { hashSecretToken, newSecretToken } from '../../secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { type NoticeKind, noticeMail } from '../mail/mail-texts.ts'
import type { AccessSnapshot } from './access-snapshot.ts'

export const UNDO_PREFIX = 'qmu_'

type Change = {
  kind: NoticeKind
  account: { id: AccountId; email: string }
  before: AccessSnapshot
  /** Where the change comes from. */
  address?: string
}

/** Sends a mail about a change of the account, with a link that restores what was before it. */
export async function notifyChange(
  tx: AccountsTx,
  { sealer, publicUrl }: Pick<AccountParts, 'sealer' | 'publicUrl'>,
  { kind, account, before, address }: Change,
): Promise<void> {
  const undo = await createUndo(tx, { accountId: account.id, sealer, before })
  await addMail(tx, {
    sealer,
    mail: noticeMail(kind, { to: account.email, publicUrl, undo, ...(address !== undefined && { address }) }),
  })
}

type Undo = {
  accountId: AccountId
  sealer: Sealer
  /** Null for a change in a store: the link then only ends sessions and revokes new tokens. */
  before: AccessSnapshot | null
  /** When the change was made, if it was not in this transaction. */
  since?: Date
}

/** Returns the token of the link; its hash is stored. Valid for seven days. */
export async function createUndo(tx: AccountsTx, { accountId, sealer, before, since }: Undo): Promise<string> {
  const token = newSecretToken(UNDO_PREFIX)
  const tokenHash = hashSecretToken(token)
  const state = before && sealer.seal(JSON.stringify(before), undoLabel(tokenHash))
  await tx
    .insertInto('account_undos')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      sealed: state?.sealed ?? null,
      key_id: state?.keyId ?? null,
      ...(since && { created_at: since }),
    })
    .execute()
  return token
}

export function undoLabel(tokenHash: Buffer): string {
  return `undo:${tokenHash.toString('hex')}`
}
