import { type AccountsTx, inAccounts } from '../../db/database.ts'
import type { AccountId } from '../../ids.ts'
import { AppError } from '../../errors.ts'
import { lockAccount } from '../account.ts'
import type { AccountParts, Origin } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import { respondAfterMinimumTime } from '../sign-in/respond-after-minimum-time.ts'
import { readEmailAddress } from '../email-address.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { invalidateEmailLinks, createEmailLink, requireEmailLink, consumeEmailLink } from './email-links.ts'
import { noticeMail, resetMail } from '../mail/mail-texts.ts'
import { requireGoodPassword } from '../sign-in/passwords.ts'
import { requireSealingKey } from '../../seal.ts'
import { resetAttempts, mayAttempt, networkOf, countAttempt } from '../sign-in/throttle.ts'

/** Sends a mail to an address that has an account, and answers the same for one that has none. */
export async function requestPasswordReset(
  { db, sealer, publicUrl, evenMs }: AccountParts,
  { email, address }: { email: string } & Pick<Origin, 'address'>,
): Promise<void> {
  const to = readEmailAddress(email)
  // Else the refusal would tell who has an account: nobody else gets a mail.
  requireSealingKey(sealer)
  await countAttempt(db, { kind: 'mail_from', key: networkOf(address) })
  await respondAfterMinimumTime(evenMs, async () => {
    if (!(await mayAttempt(db, { kind: 'reset_to', key: to }))) return
    await inAccounts(db, async (tx) => {
      const accountId = await findAccount(tx, to)
      if (accountId === undefined) return
      const token = await createEmailLink(tx, { kind: 'reset', accountId, email: to })
      await addMail(tx, { sealer, mail: resetMail({ to, publicUrl, token }) })
    })
  })
}

async function findAccount(tx: AccountsTx, email: string): Promise<AccountId | undefined> {
  return (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst())?.id
}

/**
 * Whoever reads the mailbox has the account again, and nobody else: every session ends, and accounts elsewhere no longer
 * open it. The second factor and passkeys stay: they are the owner's, and a mailbox alone must not get past them.
 */
export async function resetPassword(
  { db, passwords, sealer, publicUrl }: AccountParts,
  { token, password }: { token: string; password: string },
): Promise<void> {
  requireGoodPassword(password, await requireEmailLink(db, { kind: 'reset', token }))
  const passwordHash = await passwords.hash(password)
  const email = await inAccounts(db, async (tx) => {
    const link = await consumeEmailLink(tx, { kind: 'reset', token })
    if (link.accountId === null) throw new AppError('invalid_request', 'This link is for something else')
    const account = await lockAccount(tx, link.accountId)
    // Sent to an address that was given up meanwhile: who reads it is not the owner any more.
    if (account.email !== link.email) throw new AppError('invalid_request', 'This link was sent to another address')
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', account.id).execute()
    await tx.deleteFrom('account_identities').where('account_id', '=', account.id).execute()
    await endSessions(tx, { accountId: account.id })
    await invalidateEmailLinks(tx, account.id)
    await addMail(tx, { sealer, mail: noticeMail('password_changed', { to: account.email, publicUrl }) })
    return account.email
  })
  // A stranger who went on guessing does not keep the owner waiting.
  await resetAttempts(db, { kind: 'account', key: email })
}
