import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type Asker, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { toBase32 } from './totp.ts'

const COUNT = 10
/** 80 bits: too many to try, so one fast hash is enough. */
const BYTES = 10

/** For whoever loses the app. Shown once, here; the codes before them are gone. */
export async function regenerateRecoveryCodes(
  { db, sealer, publicUrl }: AccountParts,
  asker: Asker,
): Promise<string[]> {
  return inAccounts(db, async (tx) => {
    const { totp, email } = await lockForSession(tx, asker)
    if (!totp) throw new AppError('conflict', 'Recovery codes stand in for a second factor; set one up first')
    await addMail(tx, { sealer, mail: noticeMail('recovery_codes_renewed', { to: email, publicUrl }) })
    return replaceRecoveryCodes(tx, asker.accountId)
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

/** False when there is no such code, or it was used. */
export async function consumeRecoveryCode(
  tx: AccountsTx,
  { accountId, code }: { accountId: AccountId; code: string },
): Promise<boolean> {
  const spent = await tx
    .updateTable('account_recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(accountId, code.replaceAll('-', '').toLowerCase()))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

/** The account stands in it, so that equal codes of two accounts do not look equal. */
function hashOf(accountId: AccountId, code: string): Buffer {
  return createHash('sha256').update(`${accountId}:${code}`).digest()
}
