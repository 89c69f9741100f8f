import type { AccountsDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'
import { findAccount } from './find-account.ts'

/**
 * Operators can open every store, and only the command line on this machine can create one. The second factor must exist
 * before; otherwise anyone with the password could set it up.
 */
export async function setOperator(
  db: AccountsDb,
  { email, isOperator }: { email: string; isOperator: boolean },
): Promise<AccountId> {
  const accountId = await findAccount(db, email)
  let change = db.updateTable('accounts').set({ is_operator: isOperator }).where('id', '=', accountId)
  if (isOperator) change = change.where('totp_confirmed_at', 'is not', null)
  const { numUpdatedRows } = await change.executeTakeFirst()
  if (numUpdatedRows === 0n) {
    throw new AppError('conflict', 'An operator needs a second factor. Sign in, set one up and try again')
  }
  return accountId
}
