import type { AccountsDb, AccountsTx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'
import { readEmailAddress } from './email-address.ts'

/** The open account with this address, for commands on the machine itself. */
export async function findAccount(db: AccountsDb | AccountsTx, email: string): Promise<AccountId> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', readEmailAddress(email))
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw new AppError('not_found', 'No account has this address. Check the spelling')
  return account.id
}
