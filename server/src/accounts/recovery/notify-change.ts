import type { AccountsTx, Tx } from '../../db/database.ts'
import type { AccountId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { hashSecretToken, newSecretToken } from '../../secret-token.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { type NoticeKind, noticeMail } from '../mail/mail-texts.ts'
import type { AccessSnapshot } from './access-snapshot.ts'

export const UNDO_PREFIX = 'qmu_'

type Change = { kind: NoticeKind; account: { id: AccountId; email: string } }

/** Sends a mail about a change of the account, with a link that restores what was before it. */
export async function notifyChange(
  tx: AccountsTx,
  { sealer, publicUrl }: Pick<AccountParts, 'sealer' | 'publicUrl'>,
  { kind, account, before }: Change & { before: AccessSnapshot },
): Promise<void> {
  const undo = await createUndo(tx, { accountId: account.id, sealer, before })
  await addMail(tx, { sealer, mail: noticeMail(kind, { to: account.email, publicUrl, undo }) })
}

/** The same for a change that an account made in a store: the link ends its sessions and revokes its new tokens. */
export async function notifyStoreChange(
  tx: Tx,
  { sealer, publicUrl }: Pick<AccountParts, 'sealer' | 'publicUrl'>,
  { kind, account }: Change,
): Promise<void> {
  // Without SECRET_KEYS no e-mail can be stored.
  if (sealer.keyId === undefined) return
  const undo = await createUndo(tx, { accountId: account.id, sealer, before: null })
  await addMail(tx, { sealer, mail: noticeMail(kind, { to: account.email, publicUrl, undo }) })
}

/** Returns the token of the link; its hash is stored. Valid for seven days. */
export async function createUndo(
  tx: Tx,
  { accountId, sealer, before }: { accountId: AccountId; sealer: Sealer; before: AccessSnapshot | null },
): Promise<string> {
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
    })
    .execute()
  return token
}

export function undoLabel(tokenHash: Buffer): string {
  return `undo:${tokenHash.toString('hex')}`
}
