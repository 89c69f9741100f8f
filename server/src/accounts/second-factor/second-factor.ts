import { sql } from 'kysely'
import type { AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import type { OpenAccount } from '../account.ts'
import { addMail } from '../mail/add-mail.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

type SecondFactor = { account: OpenAccount; code: string; sealer: Sealer; publicUrl: string }

/** Accepts a code of the app once and none older than the last, or a recovery code once. Throws otherwise. */
export async function verifySecondFactor(
  tx: AccountsTx,
  { account, code, sealer, publicUrl }: SecondFactor,
): Promise<void> {
  const typed = code.replaceAll(/\s/g, '')
  const isValid = /^\d+$/.test(typed)
    ? await verifyTotp(tx, { account, code: typed, sealer })
    : await consumeRecoveryCode(tx, { accountId: account.id, code: typed })
  if (!isValid) throw new AppError('sign_in_failed', 'The code is wrong or was already used. Enter a new code')
  if (/^\d+$/.test(typed)) return
  await addMail(tx, { sealer, mail: noticeMail('recovery_code_used', { to: account.email, publicUrl }) })
}

async function verifyTotp(
  tx: AccountsTx,
  { account: { id, totp }, code, sealer }: Pick<SecondFactor, 'account' | 'code' | 'sealer'>,
): Promise<boolean> {
  if (!totp) return false
  const step = stepOfCode({ secret: sealer.open(totp, totpLabel(id)), code, now: await databaseTime(tx) })
  if (step === undefined || step <= totp.lastStep) return false
  await tx.updateTable('accounts').set({ totp_last_step: step }).where('id', '=', id).execute()
  return true
}

/** The database's clock, so that all processes agree. */
export async function databaseTime(tx: AccountsTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  return rows[0]?.now ?? new Date(Number.NaN)
}

export function totpLabel(accountId: AccountId): string {
  return `totp:${accountId}`
}
