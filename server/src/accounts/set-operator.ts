import type { AccountsDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'
import { readEmailAddress } from './email-address.ts'

/**
 * Operators see every store; only who can run commands on this machine makes one. The second factor comes first: else
 * whoever has the password could set it up himself.
 */
export async function setOperator(
  db: AccountsDb,
  { email, isOperator }: { email: string; isOperator: boolean },
): Promise<AccountId> {
  const address = readEmailAddress(email)
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', address)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw new AppError('not_found', 'No account has this address')
  let change = db.updateTable('accounts').set({ is_operator: isOperator }).where('id', '=', account.id)
  if (isOperator) change = change.where('totp_confirmed_at', 'is not', null)
  const { numUpdatedRows } = await change.executeTakeFirst()
  if (numUpdatedRows === 0n) {
    throw new AppError('conflict', 'An operator needs a second factor; sign in and set one up first, then come back')
  }
  return account.id
}
