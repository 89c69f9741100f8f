import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type AccountCaller, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { takeSnapshot } from '../recovery/access-snapshot.ts'
import { notifyChange } from '../recovery/notify-change.ts'
import { toBase32 } from './totp.ts'

const COUNT = 10
/** 80 bits can't be guessed, so a fast hash is enough. */
const BYTES = 10

/** Replaces the recovery codes. The new codes are shown once. */
export async function regenerateRecoveryCodes(
  { db, sealer, publicUrl }: AccountParts,
  caller: AccountCaller,
): Promise<string[]> {
  return inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, caller)
    if (!account.totp) throw new AppError('conflict', 'Recovery codes replace a second factor. Set one up first')
    const before = await takeSnapshot(tx, account.id)
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'recovery_codes_renewed', account, before })
    return replaceRecoveryCodes(tx, caller.accountId)
  })
}

export async function replaceRecoveryCodes(tx: AccountsTx, accountId: AccountId): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => toBase32(randomBytes(BYTES)).toLowerCase())
  await tx.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('account_recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOf(accountId, code), used_at: null })))
    .execute()
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Returns false if the code is unknown or was used. */
export async function consumeRecoveryCode(
  tx: AccountsTx,
  { accountId, code }: { accountId: AccountId; code: string },
): Promise<boolean> {
  const used = await tx
    .updateTable('account_recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(accountId, code.replaceAll('-', '').toLowerCase()))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Includes the account id, so that equal codes of two accounts have different hashes. */
function hashOf(accountId: AccountId, code: string): Buffer {
  return createHash('sha256').update(`${accountId}:${code}`).digest()
}
