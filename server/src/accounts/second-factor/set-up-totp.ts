import { sql } from 'kysely'
import { type AccountsTx, inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId } from '../../ids.ts'
import { type AccountCaller, lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { takeSnapshot } from '../recovery/access-snapshot.ts'
import { notifyChange } from '../recovery/notify-change.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { openChallenge, consumeChallenge, attemptChallenge } from './challenges.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { databaseTime, totpLabel } from './second-factor.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** Takes effect when `confirmTotpSetup` receives a valid code. Until then, the previous app keeps working. */
export async function startTotpSetup(
  { db, sealer }: AccountParts,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<{ challenge: string; secret: string; uri: string }> {
  const secret = newTotpSecret()
  const challenge = await openChallenge(db, { kind: 'totp', accountId, sealer, secret })
  return { challenge, secret, uri: totpUri({ secret, email }) }
}

/** From now on signing in requires a code. Returns new recovery codes. */
export async function confirmTotpSetup(
  { db, sealer, publicUrl }: AccountParts,
  { challenge, code, ...caller }: AccountCaller & { challenge: string; code: string },
): Promise<string[]> {
  const { accountId, sessionId } = caller
  const challengeToken = { kind: 'totp', token: challenge, sealer } as const
  const found = await attemptChallenge(db, challengeToken)
  if (!found || found.accountId !== accountId || found.secret === null) {
    throw new AppError('invalid_request', 'The setup expired or had too many attempts. Start again')
  }
  const { secret } = found
  return inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, caller)
    const step = stepOfCode({ secret, code: code.replaceAll(/\s/g, ''), now: await databaseTime(tx) })
    if (step === undefined) throw new AppError('invalid_request', 'The code is wrong. Check the clock of your device')
    if (!(await consumeChallenge(tx, challengeToken)))
      throw new AppError('invalid_request', 'The setup was already finished. Start again')
    const before = await takeSnapshot(tx, accountId)
    const { keyId, sealed } = sealer.seal(secret, totpLabel(accountId))
    await tx
      .updateTable('accounts')
      .set({ totp_sealed: sealed, totp_key_id: keyId, totp_confirmed_at: sql<Date>`now()`, totp_last_step: step })
      .where('id', '=', accountId)
      .execute()
    // Other sessions were started without the second factor.
    await endSessions(tx, { accountId, ...(sessionId && { except: sessionId }) })
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'totp_added', account, before })
    return replaceRecoveryCodes(tx, accountId)
  })
}

/** Deletes the recovery codes as well and ends the operator right. Has no effect without a second factor. */
export async function disableTotp({ db, sealer, publicUrl }: AccountParts, caller: AccountCaller): Promise<void> {
  const { accountId } = caller
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, caller)
    if (!account.totp) return
    const before = await takeSnapshot(tx, accountId)
    await removeSecondFactor(tx, accountId)
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'totp_removed', account, before })
  })
}

export async function removeSecondFactor(tx: AccountsTx, accountId: AccountId): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ totp_sealed: null, totp_key_id: null, totp_confirmed_at: null, totp_last_step: null, is_operator: false })
    .where('id', '=', accountId)
    .execute()
  await tx.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute()
}
