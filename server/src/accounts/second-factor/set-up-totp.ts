import { sql } from 'kysely'
import { inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type Asker, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { openChallenge, consumeChallenge, attemptChallenge } from './challenges.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { databaseTime, totpLabel } from './second-factor.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** Nothing changes before a code shows that the app has the secret: until then an older app goes on working. */
export async function startTotpSetup(
  { db, sealer }: AccountParts,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<{ challenge: string; secret: string; uri: string }> {
  const secret = newTotpSecret()
  const challenge = await openChallenge(db, { kind: 'totp', accountId, sealer, secret })
  return { challenge, secret, uri: totpUri({ secret, email }) }
}

/** From here on signing in asks for a code. Answers with new recovery codes. */
export async function confirmTotpSetup(
  { db, sealer, publicUrl }: AccountParts,
  { challenge, code, ...asker }: Asker & { challenge: string; code: string },
): Promise<string[]> {
  const { accountId, sessionId } = asker
  const asked = { kind: 'totp', token: challenge, sealer } as const
  const found = await attemptChallenge(db, asked)
  if (!found || found.accountId !== accountId || found.secret === null) {
    throw new AppError('invalid_request', 'Begin again: this took too long, or too many attempts')
  }
  const { secret } = found
  return inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, asker)
    const step = stepOfCode({ secret, code: code.replaceAll(/\s/g, ''), now: await databaseTime(tx) })
    if (step === undefined) throw new AppError('invalid_request', 'The code is wrong; look at the clock of your device')
    if (!(await consumeChallenge(tx, asked))) throw new AppError('invalid_request', 'Begin again')
    const { keyId, sealed } = sealer.seal(secret, totpLabel(accountId))
    await tx
      .updateTable('accounts')
      .set({ totp_sealed: sealed, totp_key_id: keyId, totp_confirmed_at: sql<Date>`now()`, totp_last_step: step })
      .where('id', '=', accountId)
      .execute()
    // Those that are open elsewhere were begun without it.
    await endSessions(tx, { accountId, ...(sessionId && { except: sessionId }) })
    await addMail(tx, { sealer, mail: noticeMail('totp_added', { to: account.email, publicUrl }) })
    return replaceRecoveryCodes(tx, accountId)
  })
}

/** The recovery codes go with it, and so does the office of an operator. Removing what is not there is a quiet success. */
export async function disableTotp({ db, sealer, publicUrl }: AccountParts, asker: Asker): Promise<void> {
  const { accountId } = asker
  await inAccounts(db, async (tx) => {
    const { totp, email } = await lockForSession(tx, asker)
    if (!totp) return
    await tx
      .updateTable('accounts')
      .set({ totp_sealed: null, totp_key_id: null, totp_confirmed_at: null, totp_last_step: null, is_operator: false })
      .where('id', '=', accountId)
      .execute()
    await tx.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute()
    await addMail(tx, { sealer, mail: noticeMail('totp_removed', { to: email, publicUrl }) })
  })
}
