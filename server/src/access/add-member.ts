import { sql } from 'kysely'
import type { AccountsDb, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, StoreId } from '../ids.ts'
import { changeRole } from './change-member.ts'
import type { Role } from './permissions.ts'
import { requireOpenAccount } from './require-open-account.ts'

/** Adds a member without an invitation, for the command line. An existing member gets the role. */
export async function addMember(
  tx: Tx,
  { storeId, accountId, role }: { storeId: StoreId; accountId: AccountId; role: Role },
): Promise<void> {
  await requireOpenAccount(tx, accountId)
  const { rows: stores } = await sql`select id from stores where id = ${storeId}`.execute(tx)
  if (stores.length === 0) throw new AppError('not_found', 'No such store')
  const { rows } = await sql`
    insert into store_members (store_id, account_id, role) values (${storeId}, ${accountId}, ${role})
    on conflict (store_id, account_id) do nothing returning account_id`.execute(tx)
  if (rows.length === 0) await changeRole(tx, { storeId, accountId, role })
}

export async function accountByEmail(db: AccountsDb, email: string): Promise<AccountId> {
  const { rows } = await sql<{ id: AccountId }>`
    select id from accounts where email = ${email} and closed_at is null`.execute(db)
  if (!rows[0])
    throw new AppError(
      'not_found',
      'No account has this e-mail address. Create it with `quartermaster account create`.',
    )
  return rows[0].id
}
