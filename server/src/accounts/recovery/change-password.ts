import { inAccounts } from '../../db/database.ts'
import { lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import { addMail } from '../mail/add-mail.ts'
import type { SignedIn } from '../sessions/authenticate-session.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { invalidateEmailLinks } from './email-links.ts'
import { noticeMail } from '../mail/mail-texts.ts'
import { requireGoodPassword } from '../sign-in/passwords.ts'

/** Ends all other sessions, because others may know the old password. */
export async function changePassword(
  { db, passwords, sealer, publicUrl }: AccountParts,
  { session: { accountId, sessionId, email }, password }: { session: SignedIn; password: string },
): Promise<void> {
  requireGoodPassword(password, { email })
  const passwordHash = await passwords.hash(password)
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, { accountId, sessionId })
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
    await endSessions(tx, { accountId, except: sessionId })
    await invalidateEmailLinks(tx, accountId)
    await addMail(tx, { sealer, mail: noticeMail('password_changed', { to: account.email, publicUrl }) })
  })
}
