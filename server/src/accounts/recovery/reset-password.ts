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
import { requireMailBudget } from '../mail/mail-budget.ts'
import { resetMail } from '../mail/mail-texts.ts'
import { showAccount } from '../show-account.ts'
import { databaseTime } from '../second-factor/second-factor.ts'
import { requireGoodPassword } from '../sign-in/require-good-password.ts'
import { requireSealingKey } from '../../seal.ts'
import { takeSnapshot } from './access-snapshot.ts'
import { notifyChange } from './notify-change.ts'
import { type AccessKind, listRecentAccess, type RecentAccess, removeRecentAccess } from './recent-access.ts'
import type { RevokeTokens } from './undo-change.ts'
import { networkOf } from '../../network-of.ts'
import { resetAttempts, mayAttempt, countAttempt } from '../sign-in/throttle.ts'

/** Sends an e-mail if the address has an account. The response is the same if it has none. */
export async function requestPasswordReset(
  { db, sealer, publicUrl, minimumMs }: AccountParts,
  { email, address }: { email: string } & Pick<Origin, 'address'>,
): Promise<void> {
  const to = readEmailAddress(email)
  // Checked first, because an error only for addresses with an account would reveal them.
  requireSealingKey(sealer)
  await countAttempt(db, { kind: 'mail_from', key: networkOf(address) })
  await requireMailBudget(db, 'reset')
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

const RECENT_MS = 30 * 24 * 3_600_000

/** What `resetPassword` removes unless it is told to keep it. */
export async function previewPasswordReset(
  { db }: AccountParts,
  { token }: { token: string },
): Promise<RecentAccess & { accountId: AccountId; since: Date }> {
  const accountId = requireAccountOf((await requireEmailLink(db, { kind: 'reset', token })).accountId)
  const since = new Date((await inAccounts(db, databaseTime)).getTime() - RECENT_MS)
  return { ...(await listRecentAccess(db, accountId)), accountId, since }
}

function requireAccountOf(accountId: AccountId | null): AccountId {
  if (accountId !== null) return accountId
  throw new AppError('invalid_request', 'This link is for another purpose. Request a new one')
}

/**
 * Gives the account to the owner of the mailbox: ends all sessions, and removes the ways in that are newer than 30 days and
 * may be a thief's. An older second factor and older passkeys stay, because the mailbox must not be enough to bypass them.
 */
export async function resetPassword(
  { db, passwords, sealer, publicUrl }: AccountParts,
  {
    token,
    password,
    keep,
    revokeTokens,
  }: { token: string; password: string; keep: readonly AccessKind[]; revokeTokens: RevokeTokens },
): Promise<void> {
  const { accountId, email: address } = await requireEmailLink(db, { kind: 'reset', token })
  const { name } = await showAccount(db, requireAccountOf(accountId))
  await requireGoodPassword(password, { email: address, name })
  const passwordHash = await passwords.hash(password)
  const email = await inAccounts(db, async (tx) => {
    const link = await consumeEmailLink(tx, { kind: 'reset', token })
    const account = await lockAccount(tx, requireAccountOf(link.accountId))
    // The account has a new address, so the reader of the old mailbox may not be the owner.
    if (account.email !== link.email)
      throw new AppError('invalid_request', 'This link was sent to another address. Request a new one')
    const before = await takeSnapshot(tx, account.id)
    await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, pending_email: null, pending_email_at: null })
      .where('id', '=', account.id)
      .execute()
    await removeRecentAccess(tx, { accountId: account.id, keep })
    if (!keep.includes('tokens')) {
      const since = new Date((await databaseTime(tx)).getTime() - RECENT_MS)
      await revokeTokens(tx, { accountId: account.id, email: account.email, since })
    }
    await endSessions(tx, { accountId: account.id })
    await invalidateEmailLinks(tx, account.id)
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'password_changed', account, before })
    return account.email
  })
  // So that an attacker who keeps guessing does not delay the owner.
  await resetAttempts(db, { kind: 'account', key: email })
}
