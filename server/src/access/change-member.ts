import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, StoreId } from '../ids.ts'
import type { Role } from './permissions.ts'

type MemberKey = { storeId: StoreId; accountId: AccountId }

export async function changeRole(tx: Tx, { storeId, accountId, role }: MemberKey & { role: Role }): Promise<void> {
  const current = await lockMember(tx, { storeId, accountId })
  if (current === 'owner' && role !== 'owner') await requireAnotherOwner(tx, { storeId, accountId })
  await revokeInvitations(tx, { storeId, accountId })
  await sql`
    update store_members set role = ${role} where store_id = ${storeId} and account_id = ${accountId}`.execute(tx)
}

/** Removes a member and revokes the API tokens that they created. */
export async function removeMember(tx: Tx, { storeId, accountId }: MemberKey): Promise<void> {
  const role = await lockMember(tx, { storeId, accountId })
  if (role === 'owner') await requireAnotherOwner(tx, { storeId, accountId })
  await revokeInvitations(tx, { storeId, accountId })
  await sql`delete from store_members where store_id = ${storeId} and account_id = ${accountId}`.execute(tx)
  await sql`
    update api_tokens set revoked_at = now()
    where store_id = ${storeId} and created_by = ${accountId} and revoked_at is null`.execute(tx)
}

/** An open invitation would return the member's previous role to them. */
async function revokeInvitations(tx: Tx, { storeId, accountId }: MemberKey): Promise<void> {
  await sql`
    update store_invitations i set revoked_at = now() from accounts a
    where i.store_id = ${storeId} and a.id = ${accountId} and i.email = a.email
      and i.accepted_at is null and i.revoked_at is null`.execute(tx)
}

/** Locks the store first, so that two owners who remove each other do so one after the other. */
async function lockMember(tx: Tx, { storeId, accountId }: MemberKey): Promise<Role> {
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  const { rows } = await sql<{ role: Role }>`
    select role from store_members where store_id = ${storeId} and account_id = ${accountId} for update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'No such member')
  return rows[0].role
}

async function requireAnotherOwner(tx: Tx, { storeId, accountId }: MemberKey): Promise<void> {
  const { rows } = await sql`
    select 1 as one from store_members
    where store_id = ${storeId} and role = 'owner' and account_id <> ${accountId} limit 1`.execute(tx)
  if (rows.length === 0)
    throw new AppError('conflict', 'A store needs an owner. Give another member the role owner first.')
}
