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

/** Sends an e-mail if the address has an account. The response is the same if it has none. */
export async function requestPasswordReset(
  { db, sealer, publicUrl, minimumMs }: AccountParts,
  { email, address }: { email: string } & Pick<Origin, 'address'>,
): Promise<void> {
  const to = readEmailAddress(email)
  // Checked first, because an error only for addresses with an account would reveal them.
  requireSealingKey(sealer)
  await countAttempt(db, { kind: 'mail_from', key: networkOf(address) })
  await respondAfterMinimumTime(minimumMs, async () => {
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
 * Gives the account to the owner of the mailbox alone: ends all sessions and disconnects all providers. The second factor
 * and passkeys stay, because access to the mailbox must not be enough to bypass them.
 */
export async function resetPassword(
  { db, passwords, sealer, publicUrl }: AccountParts,
  { token, password }: { token: string; password: string },
): Promise<void> {
  requireGoodPassword(password, await requireEmailLink(db, { kind: 'reset', token }))
  const passwordHash = await passwords.hash(password)
  const email = await inAccounts(db, async (tx) => {
    const link = await consumeEmailLink(tx, { kind: 'reset', token })
    if (link.accountId === null)
      throw new AppError('invalid_request', 'This link is for another purpose. Request a new one')
    const account = await lockAccount(tx, link.accountId)
    // The account has a new address, so the reader of the old mailbox may not be the owner.
    if (account.email !== link.email)
      throw new AppError('invalid_request', 'This link was sent to another address. Request a new one')
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', account.id).execute()
    await tx.deleteFrom('account_identities').where('account_id', '=', account.id).execute()
    await endSessions(tx, { accountId: account.id })
    await invalidateEmailLinks(tx, account.id)
    await addMail(tx, { sealer, mail: noticeMail('password_changed', { to: account.email, publicUrl }) })
    return account.email
  })
  // So that an attacker who keeps guessing does not delay the owner.
  await resetAttempts(db, { kind: 'account', key: email })
}
