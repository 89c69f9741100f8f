import { sql } from 'kysely'
import { inAccounts } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { lockAccount } from '../account.ts'
import type { AccountParts } from '../account-parts.ts'
import type { SignedIn } from './authenticate-session.ts'
import { verifySecondFactor } from '../second-factor/second-factor.ts'
import { resetAttempts, countAttempt } from '../sign-in/throttle.ts'

/** Checks the password and the second factor again. Accounts without a password sign in again instead. */
export async function reauthenticate(
  { db, passwords, sealer, publicUrl }: AccountParts,
  { session, password, code }: { session: SignedIn; password: string; code: string | null },
): Promise<void> {
  // A separate counter, so that a thief of a session can't throttle the owner's sign-in.
  const throttled = { kind: 'account_known_network', key: `session ${session.sessionId}` } as const
  await countAttempt(db, throttled)
  const { passwordHash } = await inAccounts(db, (tx) => lockAccount(tx, session.accountId))
  if (!(await passwords.matches(password, passwordHash)))
    throw new AppError('sign_in_failed', 'The password is wrong. Try again')
  await inAccounts(db, async (tx) => {
    const account = await lockAccount(tx, session.accountId)
    if (account.passwordHash !== passwordHash) throw new AppError('sign_in_failed', 'The password is wrong. Try again')
    if (account.totp && code === null) throw new AppError('second_factor_required', 'Enter a code of your app as well')
    if (account.totp) await verifySecondFactor(tx, { account, code: code ?? '', sealer, publicUrl })
    await tx
      .updateTable('account_sessions')
      .set({ authenticated_at: sql<Date>`now()` })
      .where('id', '=', session.sessionId)
      .where('ended_at', 'is', null)
      .execute()
  })
  await resetAttempts(db, throttled)
}
