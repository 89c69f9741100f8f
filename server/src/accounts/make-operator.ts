import type { AccountsDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'
import { readEmailAddress } from './email-address.ts'
import './account.ts'

/** Operators see every store; only who can run commands on this machine makes one. */
export async function makeOperator(
  db: AccountsDb,
  { email, isOperator }: { email: string; isOperator: boolean },
): Promise<AccountId> {
  const changed = await db
    .updateTable('accounts')
    .set({ is_operator: isOperator })
    .where('email', '=', readEmailAddress(email))
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new AppError('not_found', 'No account has this address')
  return changed.id
}
