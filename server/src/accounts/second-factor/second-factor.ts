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

type Given = { account: OpenAccount; code: string; sealer: Sealer; publicUrl: string }

/** A code of the app counts once, and none that is older than the last; a recovery code counts once. Throws otherwise. */
export async function useSecondFactor(tx: AccountsTx, { account, code, sealer, publicUrl }: Given): Promise<void> {
  const typed = code.replaceAll(/\s/g, '')
  const isGood = /^\d+$/.test(typed)
    ? await useTotp(tx, { account, code: typed, sealer })
    : await consumeRecoveryCode(tx, { accountId: account.id, code: typed })
  if (!isGood) throw new AppError('sign_in_failed', 'The code is wrong, or was used before')
  if (/^\d+$/.test(typed)) return
  await addMail(tx, { sealer, mail: noticeMail('recovery_code_used', { to: account.email, publicUrl }) })
}

async function useTotp(
  tx: AccountsTx,
  { account: { id, totp }, code, sealer }: Pick<Given, 'account' | 'code' | 'sealer'>,
): Promise<boolean> {
  if (!totp) return false
  const step = stepOfCode({ secret: sealer.open(totp, totpLabel(id)), code, now: await databaseTime(tx) })
  if (step === undefined || step <= totp.lastStep) return false
  await tx.updateTable('accounts').set({ totp_last_step: step }).where('id', '=', id).execute()
  return true
}

/** A code is good by the one clock that all processes share. */
export async function databaseTime(tx: AccountsTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  return rows[0]?.now ?? new Date(Number.NaN)
}

export function totpLabel(accountId: AccountId): string {
  return `totp:${accountId}`
}
