import { inAccounts } from '../../db/database.ts'
import { lockForSession } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import type { SignedIn } from '../sessions/authenticate-session.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { takeSnapshot } from './access-snapshot.ts'
import { invalidateEmailLinks } from './email-links.ts'
import { notifyChange } from './notify-change.ts'
import { requireGoodPassword } from '../sign-in/require-good-password.ts'

/** Ends all other sessions, because others may know the old password. */
export async function changePassword(
  { db, passwords, sealer, publicUrl }: AccountParts,
  { session: { accountId, sessionId, email, name }, password }: { session: SignedIn; password: string },
): Promise<void> {
  await requireGoodPassword(password, { email, name })
  const passwordHash = await passwords.hash(password)
  await inAccounts(db, async (tx) => {
    const account = await lockForSession(tx, { accountId, sessionId })
    const before = await takeSnapshot(tx, accountId)
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
    await endSessions(tx, { accountId, except: sessionId })
    await invalidateEmailLinks(tx, accountId)
    await notifyChange(tx, { sealer, publicUrl }, { kind: 'password_changed', account, before })
  })
}
