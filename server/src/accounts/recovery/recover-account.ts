import { inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { requireSealingKey } from '../../seal.ts'
import type { AccountParts } from '../account-parts.ts'
import { lockAccount } from '../account.ts'
import { findAccount } from '../find-account.ts'
import { removeSecondFactor } from '../second-factor/set-up-totp.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { takeSnapshot } from './access-snapshot.ts'
import { createEmailLink } from './email-links.ts'
import { notifyChange } from './notify-change.ts'

// For operators on the machine itself, who have made sure who asks. The person gets an e-mail with a link that undoes it.

type Parts = Pick<AccountParts, 'db' | 'sealer' | 'publicUrl'>

/** The link of a password reset, for people whose e-mail does not arrive. It replaces one that was sent. */
export async function createResetLink({ db, sealer, publicUrl }: Parts, { email }: { email: string }): Promise<string> {
  // The page of the link needs it, to keep what was before.
  requireSealingKey(sealer)
  return inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, await findAccount(tx, email))
    const token = await createEmailLink(tx, { kind: 'reset', accountId: account.id, email: account.email })
    return `${publicUrl}/account/reset#token=${token}`
  })
}

/** Removes an authenticator app that was lost together with its recovery codes, and ends all sessions. */
export async function removeLostSecondFactor(
  { db, sealer, publicUrl }: Parts,
  { email }: { email: string },
): Promise<string> {
  return inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, await findAccount(tx, email))
    if (!account.totp) throw new AppError('conflict', 'This account has no second factor. There is nothing to remove')
    const before = await takeSnapshot(tx, account.id)
    await removeSecondFactor(tx, account.id)
    await endSessions(tx, { accountId: account.id })
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'totp_removed', account, before })
    return formatId('acc', account.id)
  })
}
