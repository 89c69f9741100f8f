import type { AccountsTx } from '../db/database.ts'
import { inAccounts } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type AccountId, newId } from '../ids.ts'
import { requireLine } from '../text.ts'
import type { AccountParts } from './account-parts.ts'
import { readEmailAddress } from './email-address.ts'
import { requireGoodPassword } from './sign-in/require-good-password.ts'

type NewAccount = { email: string; name: string }

/** For operators on the machine itself, who confirm the address. */
export async function addAccount(
  { db, passwords }: Pick<AccountParts, 'db' | 'passwords'>,
  { email, name, password }: NewAccount & { password: string },
): Promise<AccountId> {
  const address = readEmailAddress(email)
  await requireGoodPassword(password, { email: address, name })
  const passwordHash = await passwords.hash(password)
  return inAccounts(db, (tx) => createAccount(tx, { email: address, name, passwordHash }))
}

/** The caller must have confirmed the address. */
export async function createAccount(
  tx: AccountsTx,
  { email, name, passwordHash }: NewAccount & { passwordHash: string | null },
): Promise<AccountId> {
  const id = newId<AccountId>()
  const created = await tx
    .insertInto('accounts')
    .values({ id, email, name: requireLine('The name', name, { max: 100 }), password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (created.numInsertedOrUpdatedRows !== 1n)
    throw new AppError('conflict', 'This address already has an account. Sign in instead')
  return id
}
